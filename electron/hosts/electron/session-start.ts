import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { writePrivate } from '../../private-files/write-private.ts';
import type { SessionStart } from '../../rpc/screens/session-handlers.ts';

type Program = Pick<NodeJS.Process, 'platform' | 'env' | 'execPath'>;

/** Windows and macOS have a register for it; desktops of Linux read files of a folder (XDG autostart). */
export function sessionStart(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  program: Program,
): SessionStart {
  if (program.platform === 'linux') return byAutostartFile(program);
  if (program.platform === 'win32') {
    const path = startedFile(program);
    return {
      // people switch it off in the task manager, too
      isOn: () => app.getLoginItemSettings({ path }).executableWillLaunchAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ path, openAtLogin, enabled: openAtLogin }),
    };
  }
  return {
    isOn: () => app.getLoginItemSettings().openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
  };
}

function byAutostartFile(program: Program): SessionStart {
  const { XDG_CONFIG_HOME: named } = program.env;
  // a path that is not whole counts as none there
  const folder = join(named?.startsWith('/') ? named : join(homedir(), '.config'), 'autostart');
  const path = join(folder, 'parcel-desk.desktop');
  return {
    isOn() {
      let text;
      try {
        text = readFileSync(path, 'utf8');
      } catch {
        return false;
      }
      // how desktops take such a file back without removing it
      return !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text);
    },
    set(on) {
      if (!on) return rmSync(path, { force: true });
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writePrivate(path, autostartFile(startedFile(program)));
    },
  };
}

const autostartFile = (file: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Parcel Desk',
    `Exec=${asExec(file)}`,
    // a desktop passes over what is not installed any more
    `TryExec=${file.replaceAll('\\', '\\\\')}`,
    'Terminal=false',
    '',
  ].join('\n');

/** A path as the key Exec holds it: quoted, where the value as a whole is text with escapes of its own, and % begins a field. */
const asExec = (file: string): string =>
  `"${file
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

/** What a person starts: an AppImage and a portable program of Windows run from what they unpacked, and name themselves. */
const startedFile = ({ env, execPath }: Program): string =>
  env['APPIMAGE'] ?? env['PORTABLE_EXECUTABLE_FILE'] ?? execPath;
