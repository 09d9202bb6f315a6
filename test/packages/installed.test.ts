import { orderLine } from '../support/order-line.ts';
import { openScreen, type TestScreen } from '../support/real-electron/screen.ts';
import * as installed from './installed.ts';
import { debIn, makePackage } from './make-package.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { shipped, electronDist, electron, home } = inject('packages');
const older = join(home, 'older');
const entry = '/usr/share/applications/parcel-desk.desktop';
const today = 'Today · Parcel Desk';

let screen: TestScreen;
let person: installed.Person;

beforeAll(async () => {
  if (installed.installedVersion() !== null)
    throw new Error('Parcel Desk is installed on this machine, and these tests would remove it');
  const unlike = ['-c.extraMetadata.version=0.0.9'];
  makePackage({ electronDist, version: electron.version, output: older, target: 'deb', unlike });
  screen = await openScreen();
  person = installed.newPerson(screen.display);
});
afterAll(() => {
  for (const pid of installed.mainProcesses()) process.kill(pid, 'SIGKILL');
  if (installed.installedVersion() !== null) installed.dpkg('--purge', installed.name);
  screen.end();
});

const jsonLines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Runs a command of the installed program without a display and returns its answer. */
function desk(...words: string[]): { code: number | null; said: Record<string, unknown>[] } {
  const { code, out } = person.run(['env', '-u', 'DISPLAY', 'parcel-desk', '--desk', ...words]);
  return { code, said: jsonLines(out) };
}

/** Starts the program as the menu of a desktop does. */
function startFromMenu(): void {
  // The program keeps the streams it was started with and runs on, so it must not inherit the pipes of this call.
  const launch = `exec gio launch ${entry} </dev/null >/dev/null 2>&1`;
  expect(person.run(['sh', '-c', launch])).toMatchObject({ code: 0 });
}

async function closeIt(): Promise<void> {
  for (const pid of installed.mainProcesses()) process.kill(pid, 'SIGTERM');
  await expect.poll(() => installed.mainProcesses()).toEqual([]);
}

const data = () => {
  const [folder] = globSync('.config/*/desk', { cwd: person.home });
  return join(person.home, folder ?? expect.fail('the desk has no folder'));
};

describe('the Debian package of an older version', () => {
  it('is installed by dpkg, declares everything it needs, and has a valid menu entry', () => {
    installed.bringNeeds(debIn(older));
    installed.dpkg('--install', debIn(older));
    expect(installed.installedVersion()).toBe('0.0.9');
    expect(installed.dpkg('--verify', installed.name)).toBe('');
    installed.helpOlderElectron();
    execFileSync('desktop-file-validate', [entry]);
    const missing = execFileSync('ldd', ['/opt/Parcel Desk/parcel-desk'], { encoding: 'utf8' });
    expect(missing).not.toContain('not found');
  });

  it('installs one setuid file, the helper of the sandbox, and only files that belong to root', () => {
    const files = execFileSync('dpkg', ['-L', installed.name], { encoding: 'utf8' }).trim().split('\n');
    const special = files.filter((path) => (statSync(path).mode & 0o6000) !== 0);
    expect(special).toEqual(['/opt/Parcel Desk/chrome-sandbox']);
    for (const path of files) {
      const { uid, gid, mode } = statSync(path);
      expect([path, uid, gid, mode & 0o022]).toEqual([path, 0, 0, 0]);
    }
  });

  it('starts for an ordinary user from its menu entry, and shows the Today screen', async () => {
    startFromMenu();
    await expect.poll(() => installed.windowsOn(screen.display)).toEqual([today]);
    // a child that was forked and has not begun its own program looks like the main process
    await expect.poll(() => installed.mainProcesses()).toHaveLength(1);
  });

  it('shows its existing window when it is started again', async () => {
    startFromMenu();
    expect(person.run(['parcel-desk']).code).toBe(0);
    await expect.poll(() => installed.mainProcesses().length).toBe(1);
    expect(installed.windowsOn(screen.display)).toEqual([today]);
    await closeIt();
  });

  it('saves an order on the command line', () => {
    const taken = person.run(['parcel-desk', '--desk', 'enqueue', '--data', data()], orderLine('KEPT-1'));
    expect(taken).toMatchObject({ code: 0 });
    expect(JSON.stringify(desk('list', '--data', data()).said)).toContain('KEPT-1');
  });
});

describe('the newer package, installed over it,', () => {
  it('replaces the older one and passes the verification of dpkg', () => {
    installed.undoHelp();
    installed.dpkg('--install', debIn(shipped));
    expect(installed.installedVersion()).not.toBe('0.0.9');
    expect(installed.dpkg('--verify', installed.name)).toBe('');
    installed.helpOlderElectron();
  });

  it('starts from the menu with the data of the older one', async () => {
    startFromMenu();
    await expect.poll(() => installed.windowsOn(screen.display)).toEqual([today]);
    await closeIt();
    expect(JSON.stringify(desk('list', '--data', data()).said)).toContain('KEPT-1');
  });

  it('backs up, verifies and restores on the command line without a display', () => {
    const to = installed.folderOf(person, 'backups');
    const [made] = desk('backup', '--data', data(), '--to', to).said;
    const [file] = readdirSync(to).filter((name) => name.endsWith('.db'));
    expect(made).toMatchObject({ path: join(to, file ?? ''), entries: 1 });
    expect(desk('verify', '--from', join(to, file ?? ''))).toMatchObject({
      code: 0,
      said: [{ whole: true, entries: 1 }],
    });
    const restored = installed.folderOf(person, 'restored');
    expect(desk('restore', '--from', join(to, file ?? ''), '--data', restored)).toMatchObject({
      code: 0,
      said: [{ entries: 1, notRestored: [] }],
    });
    expect(desk('verify', '--data', restored)).toMatchObject({ code: 0, said: [{ whole: true }] });
    expect(JSON.stringify(desk('list', '--data', restored).said)).toContain('KEPT-1');
    expect(installed.mainProcesses()).toEqual([]);
  });

  it('reports an incomplete command as the command line does everywhere', () => {
    expect(desk('verify')).toMatchObject({ code: 1, said: [{ problem: { kind: 'unknown-command' } }] });
    expect(person.run(['parcel-desk', '--desk', '--help']).out).toContain('  parcel-desk --desk COMMAND …');
  });
});

describe('removal of the package', () => {
  it('deletes the whole program and leaves the data folder', () => {
    installed.undoHelp();
    const kept = data();
    installed.dpkg('--remove', installed.name);
    expect(installed.installedVersion()).toBeNull();
    for (const path of ['/opt/Parcel Desk', '/usr/bin/parcel-desk', entry, '/etc/apparmor.d/parcel-desk'])
      expect(existsSync(path), path).toBe(false);
    expect(globSync('/usr/share/icons/hicolor/*/apps/parcel-desk.png')).toEqual([]);
    expect(existsSync(join(kept, '../desk'))).toBe(true);
    rmSync(older, { recursive: true, force: true });
  });
});
