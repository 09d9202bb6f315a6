import { autostartHandlers } from '../../../electron/desk/handlers/autostart-handlers.ts';
import { autostart } from '../../../electron/hosts/electron/autostart.ts';
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

const home = mkdtempSync(join(tmpdir(), 'session-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type LoginItem = Parameters<typeof autostart>[0];
const noRegister: LoginItem = {
  getLoginItemSettings: () => expect.fail('Linux has no such register'),
  setLoginItemSettings: () => expect.fail('Linux has no such register'),
};

describe('on Linux the desk starts with a session', () => {
  const onLinux = (name: string, execPath = '/opt/Parcel Desk/parcel-desk', env: NodeJS.ProcessEnv = {}) => {
    const config = join(home, name);
    const file = join(config, 'autostart', 'parcel-desk.desktop');
    const program = { platform: 'linux', execPath, env: { XDG_CONFIG_HOME: config, ...env } } as const;
    return { file, folder: config, start: autostart(noRegister, program), text: () => readFileSync(file, 'utf8') };
  };

  it('once a person chose it, until they undo it', () => {
    const { file, start, text } = onLinux('chosen');
    expect(start.isOn()).toBe(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
    expect(text()).toContain('\nExec="/opt/Parcel Desk/parcel-desk"\n');
    start.set(false);
    expect([start.isOn(), existsSync(file)]).toEqual([false, false]);
    start.set(false);
  });

  it("unless the desktop's own settings have switched it off", () => {
    const { file, start, text } = onLinux('switched-off');
    start.set(true);
    for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      writeFileSync(file, `${text()}${off}\n`);
      expect([off, start.isOn()]).toEqual([off, false]);
      start.set(true);
      expect(start.isOn()).toBe(true);
    }
  });

  it('through the file that a person opens, not the one it unpacks itself to', () => {
    const { start, text } = onLinux('app-image', '/tmp/.mount_x/parcel-desk', { APPIMAGE: '/home/a/Parcel.AppImage' });
    start.set(true);
    expect(text()).toContain('"/home/a/Parcel.AppImage"');
  });

  it('whatever the path of the program contains', () => {
    const hostile = String.raw`/opt/$(touch x) %u "a" \n` + '/`id`/desk';
    const { file, start, text } = onLinux('hostile', hostile);
    start.set(true);
    const exec = /^Exec=(.*)$/m.exec(text())?.[1] ?? '';
    // Decoded by the rules for such files: first text escapes, then quotes, then field codes.
    const read = exec
      .replaceAll('\\\\', '\\')
      .slice(1, -1)
      .replaceAll(/\\(["`$\\])/g, '$1')
      .replaceAll('%%', '%');
    expect(read).toBe(hostile);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('through a file of its own, even if a link is in its place', () => {
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

/** The settings that the system stores, and the options it was asked with. */
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

describe('the desk starts with a session', () => {
  it('on macOS as the installed program', () => {
    const { app, asked } = register();
    const start = autostart(app, { platform: 'darwin', execPath: '/desk', env: {} });
    start.set(true);
    expect([start.isOn(), asked]).toEqual([true, [{}, undefined]]);
    start.set(false);
    expect(start.isOn()).toBe(false);
  });

  it('on Windows as the program that a person opens: a portable one itself, not the one it unpacked', () => {
    const path = String.raw`D:\Parcel Desk.exe`;
    for (const [env, file] of [
      [{}, '/desk'],
      [{ PORTABLE_EXECUTABLE_FILE: path }, path],
    ] as const) {
      const { app, asked } = register();
      const start = autostart(app, { platform: 'win32', execPath: '/desk', env });
      start.set(true);
      expect([start.isOn(), asked]).toEqual([true, [{ path: file }, { path: file }]]);
    }
  });

  it('on Windows unless the task manager switched it off, until a person chooses it again', () => {
    const { app, kept } = register();
    const start = autostart(app, { platform: 'win32', execPath: '/desk', env: {} });
    start.set(true);
    kept.executableWillLaunchAtLogin = false;
    expect(start.isOn()).toBe(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
  });
});

describe('a screen', () => {
  it('shows that a host cannot start with a session, and gives advice when that is requested', async () => {
    const none = autostartHandlers(null);
    expect(await none['session.state']({})).toEqual({ startsDesk: null });
    expect(() => none['session.set']({ startsDesk: true })).toThrow('Start it the way it was started today');
  });

  it('reports that the computer does not allow it, and nothing changes', async () => {
    // A file in place of the folder: not even root can create a folder there.
    writeFileSync(join(home, 'a-file'), '');
    const program = { platform: 'linux', execPath: '/desk', env: { XDG_CONFIG_HOME: join(home, 'a-file') } } as const;
    const handlers = autostartHandlers(autostart(noRegister, program));
    expect(() => handlers['session.set']({ startsDesk: true })).toThrow('does not let the desk');
    expect(await handlers['session.state']({})).toEqual({ startsDesk: false });
  });
});
