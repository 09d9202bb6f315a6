import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder outside the repository for what tests download: `PARCEL_DESK_CACHE`, or else the user's cache. For root it is
 * a system folder, because the user under which root starts Electron cannot read root's home.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, uid = process.getuid?.()): string {
  const named = env['PARCEL_DESK_CACHE'];
  if (named) return named;
  if (uid === 0) return '/var/cache/parcel-desk';
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parcel-desk');
}
