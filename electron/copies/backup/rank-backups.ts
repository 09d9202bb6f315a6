import type { ListedBackup } from '../../../shared/contract/desk-procedures.ts';
import { knownKeysOf } from '../../platform/encryption/key-file.ts';
import { type Opener, createOpener } from '../../platform/encryption/lock.ts';
import {
  readSealedAbout,
  readSealedInfo,
  isSealed,
  openSealed,
  type SealedFileInfo,
} from '../../platform/encryption/sealed-file.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { openSqliteReader, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { parseGeneration } from '../../storage/register/generation.ts';
import { readDeskId, lastStep, deskFileName } from '../../storage/register/identity.ts';
import { slowReadMs, stepMs, type ExtendDeadline } from '../verify/run-steps.ts';
import { backupTime } from './claim-name.ts';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const countSchema = z.int().min(0);

const contentsSchema = z.object({
  /** `nameOfDesk`; null if the backup does not contain it */
  desk: z.string().max(100).nullable(),
  generation: countSchema,
  /** last number of the history (`step`), and of the log of protected actions (`acts`) */
  step: countSchema,
  acts: countSchema,
  /** size of the unlocked copy (bytes); missing in older files */
  bytes: countSchema.optional(),
});

/** How far a desk's history had come when a backup was made: numbers that only increase, whatever the clock showed. */
export type BackupContents = z.infer<typeof contentsSchema>;

/** Sorts the backup that holds most first; equal ones keep their order. */
export const byContents = (a: BackupContents, b: BackupContents): number =>
  b.generation - a.generation || b.step - a.step || b.acts - a.acts;

export function readContents(db: Sqlite): BackupContents {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('fact', 'history', 'act')")
    .pluck()
    .all();
  // a view of that name could be arbitrarily slow
  if (!tables.includes('fact') || !tables.includes('history')) throw new Error('It is no desk.');
  const fact = db.prepare<[], string>("SELECT value FROM fact WHERE name = 'generation'").pluck();
  const desk = readDeskId(db);
  return contentsSchema.parse({
    desk: desk === null ? null : deskFileName(desk),
    generation: parseGeneration(fact.get() ?? null),
    step: lastStep(db),
    acts: tables.includes('act') ? (db.prepare<[], number>('SELECT max(seq) FROM act').pluck().get() ?? 0) : 0,
  });
}

/** Reads the contents of an unlocked copy. Throws if it is not a readable database of a desk. */
export function readUnlockedContents(path: string): BackupContents {
  const db = openSqliteReader(path, deskMigrations);
  try {
    return readContents(db);
  } finally {
    db.close();
  }
}

/** `bytes`: size of the unlocked copy. */
export const formatContents = (contents: BackupContents, bytes: number): string =>
  JSON.stringify({ ...contents, bytes } satisfies BackupContents);

/** Smallest page size of a database (bytes). */
const minPageBytes = 512;

/** Whether the size of a sealed file fits its content: a proven header says nothing about what follows it. */
function hasExpectedSize(path: string, { bytes }: BackupContents): boolean {
  const { contentBytes } = readSealedInfo(path);
  if (bytes !== undefined) return contentBytes === bytes;
  return contentBytes !== null && contentBytes > 0 && contentBytes % minPageBytes === 0;
}

/**
 * Reads what a backup holds, in constant time. Null if that is unknown: the file is damaged, the opener cannot open it,
 * its header is not proven by its key, its size does not match the locked content, or the version that locked it did
 * not record it.
 */
export function readBackupContents(path: string, opener: Opener): BackupContents | null {
  try {
    if (!isSealed(path)) return readUnlockedContents(path);
    const aboutText = readSealedAbout(path, opener);
    const contents = aboutText === null ? null : contentsSchema.parse(JSON.parse(aboutText));
    return contents && hasExpectedSize(path, contents) ? contents : null;
  } catch {
    return null;
  }
}

/** What a desk trusts when it reads copies. */
export interface CopyTrust {
  opener: Opener;
  /**
   * a passphrase is set: anyone who can write to the folder could have altered an open copy, so none is trusted unless
   * it is asked for
   */
  lockedOnly: boolean;
  /**
   * id of the lock new copies get, null for none: others may know a replaced passphrase, and make copies with it that
   * look newer than any
   */
  currentLock?: string | null;
}

/**
 * How a data folder reads its copies. If its keys cannot be read, it opens no locked copies and trusts no open ones.
 */
export function folderTrust(data: string): CopyTrust {
  const keys = knownKeysOf(data);
  return { opener: createOpener([], keys.keysByLockId), lockedOnly: keys.isLocked, currentLock: keys.currentLockId };
}

export interface RankedBackup {
  name: string;
  path: string;
  /** when it was made (ms), by its name; as accurate as the clock was */
  at: number;
  bytes: number;
  locked: boolean;
  /** locked by a passphrase that has been replaced since */
  olderKey: boolean;
  /** null if unknown or not trusted */
  contents: BackupContents | null;
}

const deskFolderPattern = /^parcel-desk-[0-9a-f]{20}$/;

/**
 * Lists the backups in some folders, the one that holds most first, whatever their names and times are; after those,
 * backups locked by a replaced passphrase; and last, by name, those whose content is unknown. Of several files with the
 * same header, only one that opens whole counts as known. `desk`: copies of another desk count as unknown, too. Throws
 * file system errors for an existing folder that cannot be listed.
 */
export function rankBackups(
  folders: readonly string[],
  { opener, lockedOnly, currentLock = null }: CopyTrust,
  extendDeadline: ExtendDeadline = () => undefined,
  desk: string | null = null,
): RankedBackup[] {
  const candidates = folders.flatMap((folder) =>
    listNames(folder).flatMap((name) => {
      const [path, at] = [join(folder, name), backupTime(name)];
      // thinning may have removed the backup meanwhile
      const file = at === null ? undefined : statSync(path, { throwIfNoEntry: false });
      if (at === null || !file) return [];
      // reading a pipe would block forever
      if (!file.isFile()) {
        const one = { name, path, at, bytes: file.size, locked: false, olderKey: false, contents: null };
        return [{ one, header: null }];
      }
      extendDeadline(stepMs);
      const locked = isSealedFile(path);
      const expectedDesk = deskFolderPattern.test(basename(folder)) ? basename(folder) : desk;
      const contents = lockedOnly && !locked ? null : readBackupContents(path, opener);
      const isOtherDesk =
        expectedDesk !== null && contents !== null && contents.desk !== null && contents.desk !== expectedDesk;
      const seal = locked ? readInfoOrNull(path) : null;
      const olderKey = seal !== null && currentLock !== null && seal.lock !== currentLock;
      const one = { name, path, at, bytes: file.size, locked, olderKey, contents: isOtherDesk ? null : contents };
      return [{ one, header: seal?.header ?? null }];
    }),
  );
  return ignoreDuplicateHeaders(candidates, opener, extendDeadline).toSorted(byRank);
}

/**
 * A header can be copied in front of any content, under any number of names: of files with the same header, only one is
 * accepted, which must open whole.
 */
function ignoreDuplicateHeaders(
  found: readonly { one: RankedBackup; header: string | null }[],
  opener: Opener,
  extendDeadline: ExtendDeadline,
): RankedBackup[] {
  const filesByHeader = Map.groupBy(
    found.filter(({ one, header }) => one.contents !== null && header !== null),
    ({ header }) => header,
  );
  const duplicates = [...filesByHeader.values()].filter((some) => some.length > 1);
  const unknownBackups = new Set(
    duplicates.flatMap((files) => {
      const intact = files.find(({ one }) => isWhole(one, opener, extendDeadline));
      return files.filter((each) => each !== intact).map(({ one }) => one);
    }),
  );
  return found.map(({ one }) => (unknownBackups.has(one) ? { ...one, contents: null } : one));
}

function isWhole({ path, bytes }: RankedBackup, opener: Opener, extendDeadline: ExtendDeadline): boolean {
  extendDeadline(stepMs + slowReadMs(bytes));
  try {
    openSealed(path, null, opener);
    return true;
  } catch {
    return false;
  }
}

function readInfoOrNull(path: string): SealedFileInfo | null {
  try {
    return readSealedInfo(path);
  } catch {
    return null;
  }
}

type Rank = Pick<RankedBackup, 'at' | 'contents' | 'olderKey'>;

export const byRank = (a: Rank, b: Rank): number => {
  if (a.contents && b.contents && a.olderKey !== b.olderKey) return a.olderKey ? 1 : -1;
  if (a.contents && b.contents) return byContents(a.contents, b.contents) || b.at - a.at;
  if (a.contents || b.contents) return a.contents ? -1 : 1;
  return b.at - a.at;
};

function isSealedFile(path: string): boolean {
  try {
    return isSealed(path);
  } catch {
    return false;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Lists the backups that the data folder `data` has in `folder`, sorted as by `rankBackups`; none if `folder` does not
 * exist yet. Throws file system errors.
 */
export const listBackups = (
  { data, folder }: { data: string; folder: string },
  extendDeadline: ExtendDeadline,
): ListedBackup[] => {
  const trust = folderTrust(data);
  return rankBackups([folder], trust, extendDeadline).map(({ name, at, bytes, locked, olderKey, contents }, index) => ({
    ...{ name, at, bytes, locked, olderKey },
    newest: index === 0 && contents !== null && !olderKey,
    openBesideLocked: trust.lockedOnly && !locked,
  }));
};
