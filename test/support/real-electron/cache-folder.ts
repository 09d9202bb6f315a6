import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder outside the repository for files that tests download: `PARCEL_DESK_CACHE`, or else the cache of the user. Root
 * uses a system folder, because the user under which root starts Electron cannot read the home of root.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, uid = process.getuid?.()): string {
  const namedFolder = env['PARCEL_DESK_CACHE'];
  if (namedFolder) return namedFolder;
  if (uid === 0) return '/var/cache/parcel-desk';
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parcel-desk');
}
