#!/bin/sh
set -e
# Debian says "remove" or "purge", RPM how many are left; an upgrade goes on with what is there
case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac
profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null && aa-enabled --quiet 2>/dev/null; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
