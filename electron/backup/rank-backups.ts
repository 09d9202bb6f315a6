import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keysOf } from '../encryption/key-file.ts';
import { openerOf, type Opener } from '../encryption/opener.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { byHolds, readHolds, type Holds } from './backup-holds.ts';
import { madeAt } from './claim-name.ts';
import { stepMs, type ExtendDeadline } from './deadline.ts';

/** What a desk goes by when it reads copies. */
export interface CopyTrust {
  opener: Opener;
  /** a passphrase is set: whoever can write to the folder could have altered an open copy, so none is believed without being asked for */
  lockedOnly: boolean;
}

/** How a data folder reads its copies. Where its keys cannot be read, it opens none that are locked and believes none that are open. */
export function trustOfFolder(data: string): CopyTrust {
  const keys = keysOf(data);
  return { opener: openerOf([], keys.known), lockedOnly: keys.isLocked };
}

export interface RankedBackup {
  name: string;
  path: string;
  /** when it was made (ms), by its name: as right as the clock was */
  at: number;
  bytes: number;
  locked: boolean;
  /** null where it cannot be told, or is not believed */
  holds: Holds | null;
}

const ofDesk = /^parcel-desk-[0-9a-f]{20}$/;

/**
 * The backups that lie in some folders, the one that holds most first, whatever their names and times say. Those of which that is
 * not known come last, by name. `desk`: copies of another desk are not known either. Throws what the file system throws for a
 * folder that is there and cannot be listed.
 */
export function rankBackups(
  folders: readonly string[],
  { opener, lockedOnly }: CopyTrust,
  working: ExtendDeadline = () => undefined,
  desk: string | null = null,
): RankedBackup[] {
  const found = folders.flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const [path, at] = [join(folder, name), madeAt(name)];
      // one that is thinned out in this moment is gone
      const file = at === null ? undefined : statSync(path, { throwIfNoEntry: false });
      if (at === null || !file) return [];
      // a pipe would hold up whoever reads it, for ever
      if (!file.isFile()) return [{ name, path, at, bytes: file.size, locked: false, holds: null }];
      working(stepMs);
      const locked = sealed(path);
      const mine = ofDesk.test(basename(folder)) ? basename(folder) : desk;
      const holds = lockedOnly && !locked ? null : readHolds(path, opener);
      const isOther = mine !== null && holds !== null && holds.desk !== null && holds.desk !== mine;
      return [{ name, path, at, bytes: file.size, locked, holds: isOther ? null : holds }];
    }),
  );
  return found.toSorted(byRank);
}

export const byRank = (a: Pick<RankedBackup, 'at' | 'holds'>, b: Pick<RankedBackup, 'at' | 'holds'>): number => {
  if (a.holds && b.holds) return byHolds(a.holds, b.holds) || b.at - a.at;
  if (a.holds || b.holds) return a.holds ? -1 : 1;
  return b.at - a.at;
};

function sealed(path: string): boolean {
  try {
    return isSealed(path);
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
