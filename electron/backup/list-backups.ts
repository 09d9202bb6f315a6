import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedBackup } from '../../shared/contract/desk-procedures.ts';
import { lockedEnd, madeAt } from './claim-name.ts';

/** The backups of a folder, the newest first; none where it is not there yet. Throws what the file system throws. */
export function listBackups(folder: string): ListedBackup[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .flatMap((name) => {
      const at = madeAt(name);
      // one that is thinned out in this moment is gone
      const size = at === null ? undefined : statSync(join(folder, name), { throwIfNoEntry: false })?.size;
      return at === null || size === undefined ? [] : [{ name, at, bytes: size, locked: name.endsWith(lockedEnd) }];
    })
    .toSorted((a, b) => b.at - a.at);
}
