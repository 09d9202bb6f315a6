import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Names the folder by hand, as for tests and for machines whose users share one. */
const machineFolderVariable = 'PARCEL_DESK_MACHINE';

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
}

/**
 * Where a program keeps what it knows of this machine for this user, beside all data folders: where the platform has such things.
 * All hosts find the same folder.
 */
function machineFolder({ env, platform, home }: Surroundings): string {
  const given = [env[machineFolderVariable]].find(isUsable);
  if (given) return given;
  if (platform === 'win32')
    return join([env['LOCALAPPDATA']].find(isUsable) ?? join(home, 'AppData', 'Local'), 'ParcelDesk', 'machine');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'ParcelDesk', 'machine');
  return join([env['XDG_STATE_HOME']].find(isUsable) ?? join(home, '.local', 'state'), 'parcel-desk');
}

/** The same, of this process and who runs it. */
export const machineOfProcess = (): string =>
  machineFolder({ env: process.env, platform: process.platform, home: homedir() });

const isUsable = (path: string | undefined): path is string => path !== undefined && isAbsolute(path);
