#!/bin/sh
set -e
program='/opt/${sanitizedProductName}'

# helps Chromium's sandbox where the kernel lets no user make namespaces; it is root's and acts as root
chown root:root "$program/chrome-sandbox"
chmod 4755 "$program/chrome-sandbox"

# Some systems let a program make namespaces only where a profile of AppArmor says so. Older ones do not know such profiles.
profile="$program/resources/apparmor-profile"
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp "$profile" '/etc/apparmor.d/${executable}'
  if ! { command -v ischroot >/dev/null && ischroot; } && aa-enabled --quiet 2>/dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}'
  fi
fi
