import type { Autostart } from '../../desk/handlers/autostart-handlers.ts';
import { writePrivateFile } from '../../platform/private-files.ts';
import type { App } from 'electron';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Program = Pick<NodeJS.Process, 'platform' | 'env' | 'execPath'>;

/** Autostart by the login items of Windows and macOS, or by a file in the XDG autostart folder on Linux. */
export function autostart(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  program: Program,
): Autostart {
  if (program.platform === 'linux') return xdgAutostart(program);
  if (program.platform === 'win32') {
    const path = executablePath(program);
    return {
      // users can also disable it in the task manager
      isOn: () => app.getLoginItemSettings({ path }).executableWillLaunchAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ path, openAtLogin, enabled: openAtLogin }),
    };
  }
  return {
    isOn: () => app.getLoginItemSettings().openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
  };
}

function xdgAutostart(program: Program): Autostart {
  const { XDG_CONFIG_HOME: configHome } = program.env;
  // XDG ignores relative paths
  const folder = join(configHome?.startsWith('/') ? configHome : join(homedir(), '.config'), 'autostart');
  const path = join(folder, 'parcel-desk.desktop');
  return {
    isOn() {
      let text;
      try {
        text = readFileSync(path, 'utf8');
      } catch {
        return false;
      }
      // desktops disable such a file without deleting it
      return !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text);
    },
    set(isOn) {
      if (!isOn) return rmSync(path, { force: true });
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writePrivateFile(path, autostartFile(executablePath(program)));
    },
  };
}

const autostartFile = (file: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Parcel Desk',
    `Exec=${quoteExec(file)}`,
    // a desktop skips programs that are no longer installed
    `TryExec=${file.replaceAll('\\', '\\\\')}`,
    'Terminal=false',
    '',
  ].join('\n');

/** A path quoted for the Exec key: escaped once for quoting and once as a string value; % would start a field code. */
const quoteExec = (file: string): string =>
  `"${file
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

/**
 * The file a person starts: AppImages and portable Windows programs run from an unpacked copy, and give their own path
 * in the environment.
 */
const executablePath = ({ env, execPath }: Program): string =>
  env['APPIMAGE'] ?? env['PORTABLE_EXECUTABLE_FILE'] ?? execPath;
