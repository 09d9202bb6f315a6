import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Overrides the folder, for tests and for machines whose users share one. */
const machineFolderVariable = 'PARCEL_DESK_MACHINE';

export interface Environment {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
}

/**
 * The platform's folder for what the program stores about this machine and user, outside all data folders. The same for
 * all hosts.
 */
function machineFolder({ env, platform, home }: Environment): string {
  const override = [env[machineFolderVariable]].find(isUsable);
  if (override) return override;
  if (platform === 'win32')
    return join([env['LOCALAPPDATA']].find(isUsable) ?? join(home, 'AppData', 'Local'), 'ParcelDesk', 'machine');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'ParcelDesk', 'machine');
  return join([env['XDG_STATE_HOME']].find(isUsable) ?? join(home, '.local', 'state'), 'parcel-desk');
}

/** The machine folder of this process and its user. */
export const machineOfProcess = (): string =>
  machineFolder({ env: process.env, platform: process.platform, home: homedir() });

const isUsable = (path: string | undefined): path is string => path !== undefined && isAbsolute(path);
