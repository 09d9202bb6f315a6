import { requiredNodeApi, compileNodeApi9, replaceForNodeApi9 } from '../support/real-electron/node-api-9.ts';
import { dropRootCommand, electronUser } from '../support/real-electron/other-user.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

export const name = 'parcel-desk';
const folder = '/opt/Parcel Desk';
const native = join(folder, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node');

/** Runs dpkg and returns its output; a failure throws with its messages. */
export const dpkg = (...words: string[]): string =>
  execFileSync('dpkg', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export const installedVersion = (): string | null => {
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${Version} ${db:Status-Status}', name], { encoding: 'utf8' });
  const [version = '', state] = asked.stdout.split(' ');
  return state === 'installed' ? version : null;
};

/** Installs the dependencies a package declares, as apt would. */
export function bringNeeds(deb: string): void {
  const needs = execFileSync('dpkg-deb', ['--field', deb, 'Depends'], { encoding: 'utf8' }).trim();
  execFileSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', 'satisfy', '-y', '--no-install-recommends', needs], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** An ordinary user of this machine. */
export interface Person {
  home: string;
  env: NodeJS.ProcessEnv;
  /** runs a command as this user, to its end */
  run(command: readonly string[], input?: string): { code: number | null; out: string; err: string };
}

/**
 * Creates a user with a home folder. If Electron is older than the addon requires, a library preloaded through the
 * user's environment makes up for it, together with `helpOlderElectron` once the package is installed.
 */
export function newPerson(display?: string): Person {
  const { electron, home } = inject('packages');
  const own = mkdtempSync(join(home, 'person-'));
  const user = electronUser() ?? 0;
  chownSync(own, user, user);
  const library = join(home, 'node-api-9.so');
  const isOlder = electron.nodeApi < requiredNodeApi;
  if (isOlder) compileNodeApi9(library);
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: own,
    LANG: 'C.UTF-8',
    ...(display !== undefined && { DISPLAY: display }),
    DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    ...(isOlder && { LD_PRELOAD: library }),
  };
  return {
    home: own,
    env,
    run(command, input = '') {
      const [program = '', ...words] = [...dropRootCommand(), ...command];
      const ended = spawnSync(program, words, { env, cwd: own, input, encoding: 'utf8', timeout: 120_000 });
      return { code: ended.status, out: ended.stdout, err: ended.stderr };
    },
  };
}

/**
 * Replaces the addon of the INSTALLED program by a copy that an older Electron can load. No package ever contains that
 * copy, and under the Electron this project is built for nothing is replaced.
 */
export function helpOlderElectron(addon = native): void {
  if (inject('packages').electron.nodeApi >= requiredNodeApi) return;
  replaceForNodeApi9(addon);
}

/** Puts the shipped addon back, so that dpkg finds the file it installed. */
export function undoHelp(addon = native): void {
  if (inject('packages').electron.nodeApi < requiredNodeApi) renameSync(`${addon}.shipped`, addon);
}

/** The main processes of the program in folder `of`, without the child processes they started. */
export function mainProcesses(of = folder): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return readlinkSync(`/proc/${pid}/exe`) === join(of, name) && !words.includes('--type=');
      } catch {
        return false; // ended meanwhile
      }
    })
    .map(Number);
}

/** The titles of the visible windows on a display. */
export function windowsOn(display: string): string[] {
  const tree = execFileSync('xwininfo', ['-display', display, '-root', '-tree'], { encoding: 'utf8' });
  return [...tree.matchAll(/^\s+(0x[0-9a-f]+) "(.*)": \("[^"]*" "[^"]*"\)/gm)]
    .filter(([, id = '']) => {
      const { stdout } = spawnSync('xwininfo', ['-display', display, '-id', id], { encoding: 'utf8' });
      return stdout.includes('Map State: IsViewable') && !stdout.includes('Width: 1\n');
    })
    .map(([, , title = '']) => title);
}

/** Creates a folder in the user's home that belongs to the user. */
export function folderOf({ home }: Person, path: string): string {
  const full = join(home, path);
  mkdirSync(full, { recursive: true });
  const user = electronUser() ?? 0;
  chownSync(full, user, user);
  return full;
}
