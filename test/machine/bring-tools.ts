import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Commands the tests here use, and the Debian package each is in. */
const tools = {
  strace: 'strace',
  pdftoppm: 'poppler-utils',
  zbarimg: 'zbar-tools',
  ...{ ippeveprinter: 'cups-ipp-utils', 'avahi-daemon': 'avahi-daemon', 'dbus-daemon': 'dbus' },
  ...{ cupsd: 'cups', lpadmin: 'cups-client', lprint: 'lprint' },
};

const missing = () =>
  Object.entries(tools)
    .filter(([command]) => !(process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${command}`)))
    .map(([, name]) => name);

/** Installs from Debian what this machine lacks. */
export default function bringTools(): void {
  if (missing().length === 0) return;
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...missing());
  if (missing().length > 0) throw new Error(`Debian did not bring ${missing().join(', ')}`);
}
