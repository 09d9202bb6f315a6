import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from 'playwright';
import type { StartedApp } from '../electron-double/start.ts';
import { journeyZone } from '../journey-zone.ts';
import { actAsPerson } from './person.ts';
import { asOtherUser, electronUser } from './other-user.ts';
import { electronOfRun } from './run.ts';

export interface StartedElectron extends StartedApp {
  electron: ElectronApplication;
}

/** What Chromium itself writes to the error stream: a debugger is there, or the machine has no such bus, card or sound. */
const chromiums = [
  /^(Debugger|DevTools) listening on /,
  /^For help, see: https:\/\/nodejs\.org/,
  /^Debugger (attached|ending)/,
  /^Waiting for the debugger to disconnect/,
  /^\[\d+:\d+\/[\d.]+:(ERROR|WARNING|INFO):/,
  /^\s*$/,
];

/**
 * Starts the built app in the real Electron of this run, as a user who is not root, with `userData` as its folder, and joins its
 * window. Dialogs of the system are answered as `actAsPerson` says.
 */
export async function startElectron(userData: string, words: readonly string[] = []): Promise<StartedElectron> {
  const { program, app, preload, display } = electronOfRun();
  giveTo(userData);
  const wrapper = `${userData}-start`;
  const command = [...asOtherUser(), ...(preload ? ['env', `LD_PRELOAD=${preload}`] : []), program];
  writeFileSync(wrapper, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`, { mode: 0o755 });
  const electron = await _electron.launch({
    executablePath: wrapper,
    chromiumSandbox: true,
    args: [...(app === null ? [] : [app]), '--disable-gpu', `--user-data-dir=${userData}`, ...words],
    cwd: '/',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: userData,
      TMPDIR: tmpdir(),
      LANG: 'C.UTF-8',
      TZ: journeyZone,
      DISPLAY: display,
      // whatever buses this machine has, and whoever ends them meanwhile
      DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      PARCEL_DESK_MACHINE: join(userData, 'machine'),
      // a test may have queues of its own
      ...(process.env['CUPS_SERVER'] && { CUPS_SERVER: process.env['CUPS_SERVER'] }),
    },
    locale: 'en-GB',
    timezoneId: journeyZone,
    timeout: 60_000,
  });
  const child = electron.process();
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await actAsPerson(electron, userData);
  const page = await electron.firstWindow({ timeout: 60_000 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return {
    page,
    electron,
    errors: () =>
      said
        .split('\n')
        .filter((line) => !chromiums.some((one) => one.test(line)))
        .join('\n'),
    async close() {
      await page.close();
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Makes a folder, with what tests have laid into it, the own one of the user who runs Electron. */
export function giveTo(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const user = electronUser();
  if (user === null) return;
  chmodSync(tmpdir(), 0o1777);
  execFileSync('chown', ['-R', `${String(user)}:${String(user)}`, folder]);
}
