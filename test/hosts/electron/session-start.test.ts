import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sessionStart } from '../../../electron/hosts/electron/session-start.ts';
import { sessionHandlers } from '../../../electron/rpc/screens/session-handlers.ts';

const home = mkdtempSync(join(tmpdir(), 'session-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type LoginItem = Parameters<typeof sessionStart>[0];
const noRegister: LoginItem = {
  getLoginItemSettings: () => expect.fail('Linux has no such register'),
  setLoginItemSettings: () => expect.fail('Linux has no such register'),
};

describe('on Linux the desk is started with a session', () => {
  const onLinux = (name: string, execPath = '/opt/Parcel Desk/parcel-desk', env: NodeJS.ProcessEnv = {}) => {
    const config = join(home, name);
    const file = join(config, 'autostart', 'parcel-desk.desktop');
    const program = { platform: 'linux', execPath, env: { XDG_CONFIG_HOME: config, ...env } } as const;
    return { file, folder: config, start: sessionStart(noRegister, program), text: () => readFileSync(file, 'utf8') };
  };

  it('once a person chose it, until they take it back', () => {
    const { file, start, text } = onLinux('chosen');
    expect(start.isOn()).toBe(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
    expect(text()).toContain('\nExec="/opt/Parcel Desk/parcel-desk"\n');
    start.set(false);
    expect([start.isOn(), existsSync(file)]).toEqual([false, false]);
    start.set(false);
  });

  it('not where the desktop`s own settings have switched it off', () => {
    const { file, start, text } = onLinux('switched-off');
    start.set(true);
    for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      writeFileSync(file, `${text()}${off}\n`);
      expect([off, start.isOn()]).toEqual([off, false]);
      start.set(true);
      expect(start.isOn()).toBe(true);
    }
  });

  it('by the file a person opens, not by what that file unpacks itself to', () => {
    const { start, text } = onLinux('app-image', '/tmp/.mount_x/parcel-desk', { APPIMAGE: '/home/a/Parcel.AppImage' });
    start.set(true);
    expect(text()).toContain('"/home/a/Parcel.AppImage"');
  });

  it('whatever stands in the path of the program', () => {
    const hostile = String.raw`/opt/$(touch x) %u "a" \n` + '/`id`/desk';
    const { file, start, text } = onLinux('hostile', hostile);
    start.set(true);
    const exec = /^Exec=(.*)$/m.exec(text())?.[1] ?? '';
    // back as the rules for such files say: escapes of text first, then the quotes, then the fields
    const read = exec
      .replaceAll('\\\\', '\\')
      .slice(1, -1)
      .replaceAll(/\\(["`$\\])/g, '$1')
      .replaceAll('%%', '%');
    expect(read).toBe(hostile);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('by a file of its own, though a link stands in its place', () => {
    const { folder, file, start } = onLinux('linked');
    mkdirSync(join(folder, 'autostart'), { recursive: true });
    const other = join(home, 'somebody-elses');
    writeFileSync(other, 'theirs');
    symlinkSync(other, file);
    start.set(true);
    expect(readFileSync(other, 'utf8')).toBe('theirs');
    expect(start.isOn()).toBe(true);
  });
});

/** What the system keeps, and what it was asked. */
function register() {
  const kept = { openAtLogin: false, executableWillLaunchAtLogin: false };
  const asked: unknown[] = [];
  const app = {
    getLoginItemSettings: (of?: object) => (asked.push(of), kept),
    setLoginItemSettings: ({ openAtLogin = false, enabled = true, ...of }: Electron.Settings) => {
      asked.push(of);
      Object.assign(kept, { openAtLogin, executableWillLaunchAtLogin: openAtLogin && enabled });
    },
  } as unknown as LoginItem;
  return { kept, asked, app };
}

describe('macOS and Windows start the desk with a session', () => {
  it('macOS the program as it is installed', () => {
    const { app, asked } = register();
    const start = sessionStart(app, { platform: 'darwin', execPath: '/desk', env: {} });
    start.set(true);
    expect([start.isOn(), asked]).toEqual([true, [{}, undefined]]);
    start.set(false);
    expect(start.isOn()).toBe(false);
  });

  it('Windows the program a person opens: the portable one itself, which runs from where it unpacked itself', () => {
    const path = String.raw`D:\Parcel Desk.exe`;
    for (const [env, file] of [
      [{}, '/desk'],
      [{ PORTABLE_EXECUTABLE_FILE: path }, path],
    ] as const) {
      const { app, asked } = register();
      const start = sessionStart(app, { platform: 'win32', execPath: '/desk', env });
      start.set(true);
      expect([start.isOn(), asked]).toEqual([true, [{ path: file }, { path: file }]]);
    }
  });

  it('Windows not where it was switched off in the task manager, until a person chooses it again', () => {
    const { app, kept } = register();
    const start = sessionStart(app, { platform: 'win32', execPath: '/desk', env: {} });
    start.set(true);
    kept.executableWillLaunchAtLogin = false;
    expect(start.isOn()).toBe(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
  });
});

describe('a screen', () => {
  it('learns that a host cannot be started so, and is refused with what to do', async () => {
    const none = sessionHandlers(null);
    expect(await none['session.state']({})).toEqual({ startsDesk: null });
    expect(() => none['session.set']({ startsDesk: true })).toThrow('Start it the way it was started today');
  });

  it('is told where the computer does not let it, and nothing was changed', async () => {
    // a file stands where the folder would be: even who may do everything makes none there
    writeFileSync(join(home, 'a-file'), '');
    const program = { platform: 'linux', execPath: '/desk', env: { XDG_CONFIG_HOME: join(home, 'a-file') } } as const;
    const handlers = sessionHandlers(sessionStart(noRegister, program));
    expect(() => handlers['session.set']({ startsDesk: true })).toThrow('does not let the desk');
    expect(await handlers['session.state']({})).toEqual({ startsDesk: false });
  });
});
