import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Commands and files the tests here use, and the Debian package each is in. */
const tools = {
  strace: 'strace',
  pdftoppm: 'poppler-utils',
  zbarimg: 'zbar-tools',
  ...{ ippeveprinter: 'cups-ipp-utils', 'avahi-daemon': 'avahi-daemon', 'dbus-daemon': 'dbus' },
  ...{ cupsd: 'cups', lpadmin: 'cups-client', lprint: 'lprint' },
  '/usr/lib/python3/dist-packages/fusepy.py': 'python3-fusepy',
};

const pathsOf = (command: string): string[] =>
  isAbsolute(command) ? [command] : (process.env['PATH'] ?? '').split(':').map((folder) => `${folder}/${command}`);

const missing = () =>
  Object.entries(tools)
    .filter(([command]) => !pathsOf(command).some((path) => existsSync(path)))
    .map(([, name]) => name);

/** Installs the Debian packages this machine lacks. */
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
