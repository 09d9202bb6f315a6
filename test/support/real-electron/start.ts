import type { StartedApp } from '../electron-double/start.ts';
import { journeyTimeZone } from '../journey-zone.ts';
import { dropRootCommand, electronUser } from './other-user.ts';
import { answerDialogsAsUser } from './answer-dialogs.ts';
import { electronOfRun } from './run.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from 'playwright';

export interface StartedElectron extends StartedApp {
  electron: ElectronApplication;
}

/** Lines that Chromium itself writes to stderr: about debuggers, and about missing buses, graphics or sound devices. */
const chromiumLines = [
  /^(Debugger|DevTools) listening on /,
  /^For help, see: https:\/\/nodejs\.org/,
  /^Debugger (attached|ending)/,
  /^Waiting for the debugger to disconnect/,
  /^\[\d+:\d+\/[\d.]+:(ERROR|WARNING|INFO):/,
  /^\s*$/,
];

/**
 * Starts the built app in this run's Electron as a user who is not root, with the data folder `userData`, and attaches
 * to its window. `answerDialogsAsUser` answers system dialogs.
 */
export async function startElectron(userData: string, args: readonly string[] = []): Promise<StartedElectron> {
  const { program, app, preload, display } = electronOfRun();
  giveOwnership(userData);
  const wrapper = `${userData}-start`;
  const command = [...dropRootCommand(), ...(preload ? ['env', `LD_PRELOAD=${preload}`] : []), program];
  writeFileSync(wrapper, `#!/bin/sh\nexec ${command.map(shellQuote).join(' ')} "$@"\n`, { mode: 0o755 });
  const electron = await _electron.launch({
    executablePath: wrapper,
    chromiumSandbox: true,
    args: [...(app === null ? [] : [app]), '--disable-gpu', `--user-data-dir=${userData}`, ...args],
    cwd: '/',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: userData,
      TMPDIR: tmpdir(),
      LANG: 'C.UTF-8',
      TZ: journeyTimeZone,
      DISPLAY: display,
      // Tests do not depend on the machine's D-Bus daemons or on anything that stops them.
      DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      PARCEL_DESK_MACHINE: join(userData, 'machine'),
      // A test may have its own print queues.
      ...(process.env['CUPS_SERVER'] && { CUPS_SERVER: process.env['CUPS_SERVER'] }),
    },
    locale: 'en-GB',
    timezoneId: journeyTimeZone,
    timeout: 60_000,
  });
  const child = electron.process();
  let stderrText = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderrText += chunk.toString()));
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await answerDialogsAsUser(electron, userData);
  const page = await electron.firstWindow({ timeout: 60_000 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return {
    page,
    electron,
    stderrOutput: () =>
      stderrText
        .split('\n')
        .filter((line) => !chromiumLines.some((pattern) => pattern.test(line)))
        .join('\n'),
    async close() {
      await page.close();
      return exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await exitCode;
    },
  };
}

const shellQuote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Makes the user that runs Electron the owner of a folder and of what tests have put into it. */
export function giveOwnership(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const user = electronUser();
  if (user === null) return;
  chmodSync(tmpdir(), 0o1777);
  execFileSync('chown', ['-R', `${String(user)}:${String(user)}`, folder]);
}
