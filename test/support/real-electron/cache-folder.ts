import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where what was fetched for the tests lies, outside the repository: `PARCEL_DESK_CACHE`, else the cache of this user. Root's home
 * is closed to the user as whom root starts Electron, so root's is the one of the system.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, uid = process.getuid?.()): string {
  const named = env['PARCEL_DESK_CACHE'];
  if (named) return named;
  if (uid === 0) return '/var/cache/parcel-desk';
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parcel-desk');
}
