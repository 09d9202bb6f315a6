import { why } from '../../../shared/outbox/whys.ts';
import { copyActions } from '../../operators/action-log.ts';
import { asErased } from '../../outbox/entry-change.ts';
import { entryRowColumns, type StoredEntry } from '../../outbox/entry-row.ts';
import type { OutboxContext } from '../../outbox/outbox-context.ts';
import { restrictAccess, makePrivateFolder, privateFileMode } from '../../platform/private-files.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { type Sqlite, openSqliteReader, syncToDisk } from '../../storage/database/open-sqlite.ts';
import { lockFolder } from '../../storage/lock/lock-folder.ts';
import { deskOf, deskFileName } from '../../storage/register/identity.ts';
import { registerRestored, type RegisterHost } from '../../storage/register/register-folder.ts';
import { readBackupNote } from '../backup/backup-note.ts';
import { readDayEnd, journalDays, journalFolder } from '../journal/read-journal.ts';
import type { FetchedBackup, FetchRequest } from './fetch-newest-backup.ts';
import {
  chosenCopyPath,
  clearRescueRequest,
  writeRescueNote,
  type RescueNote,
  type RescueRequest,
} from './rescue-note.ts';
import { restore, type RestoreHost } from './restore.ts';
import { readSafeguardsCopy, replaceSafeguards, readSafeguards, type Safeguards } from './safeguards.ts';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const atOnce = 200;

/**
 * Settles entries in a restored file that were settled and erased in the file it replaces, with the same state and at
 * the same time: nothing is left to find out about them, and only entries settled long ago are erased. Throws if the
 * old file cannot be read.
 */
export async function settleErased(
  from: Sqlite,
  into: Sqlite,
  context: OutboxContext,
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  const differs = into.prepare<[string, number | null], { id: string }>(
    'SELECT id FROM entry WHERE id = ? AND erased_at IS NULL AND (settled_at IS NULL OR settled_at > ?)',
  );
  const erased = from.prepare<[], StoredEntry>(
    `SELECT ${entryRowColumns} FROM entry WHERE erased_at IS NOT NULL ORDER BY seq`,
  );
  const settle = into.transaction((old: StoredEntry): void => {
    const before = context.find(old.id);
    const { state: from, settled_at } = before;
    const step = { at: context.host.now(), event: 'restored', from, to: old.state, why: why('restored') } as const;
    context.records.save(before, asErased(before, old), settled_at === null ? { steps: [step], who: 'restore' } : null);
  });
  let count = 0;
  for (const old of erased.all()) {
    if (differs.get(old.id, old.settled_at)) settle(old);
    count += 1;
    if (count % atOnce === 0) await yieldToEventLoop();
  }
}

export interface RescueHost extends RestoreHost, RegisterHost {
  /** copies the newest whole backup from folders that may never respond; null if there is none */
  fetch: (order: FetchRequest) => Promise<FetchedBackup | null>;
  /** erases again in a restored file what was erased before a moment (ms); resolves to the number of entries */
  repeatErasures: (db: Sqlite, before: number) => Promise<number>;
}

/**
 * Replaces a damaged file by the newest good backup, or a good file by the backup a user chose. The old file is set
 * aside and never overwritten, and the rescue journal fills the gap. Operators, rights, PINs, settings and erasures are
 * those of the old file, or of the copy beside it if the file cannot be read. The old file stays in its place until the
 * new one is complete, so that a killed run simply starts over. Returns null, and changes nothing, if no good backup is
 * known. Throws `folder-in-use`, and as `restore`.
 */
export async function rescue(folder: string, { chosen }: RescueRequest, host: RescueHost): Promise<RescueNote | null> {
  const known = readBackupNote(folder);
  const folders = [...new Set([...(known?.good ? [dirname(known.good.path)] : []), ...(known ? [known.to] : [])])];
  const workFolder = join(folder, 'rescuing');
  const lock = lockFolder(folder, host.now());
  try {
    rmSync(workFolder, { recursive: true, force: true });
    makePrivateFolder(workFolder);
    const copy = chosen ? chosenCopyPath(folder) : join(workFolder, 'backup.db');
    const fetched = chosen ?? (await host.fetch({ folders, to: copy, desk: readDeskName(folder) }));
    if (!fetched) return null;
    const journal = join(folder, journalFolder);
    const made = join(workFolder, 'desk');
    let carriedOver: RescueNote['kept'] = null;
    const restored = await restore(copy, made, existsSync(journal) ? journal : null, {
      ...host,
      // it is the same folder, so its own settings are accepted
      isKnownFolder: () => true,
      carryOver: async (db, parts) => void (carriedOver = await carryOverSafeguards(folder, db, parts, host)),
      logActions: (db) => carryOverActions(join(folder, deskFile), db),
    });
    const why = chosen ? 'chosen' : 'damaged';
    const aside = setAside(folder, why === 'chosen' ? 'replaced' : why, host.now());
    renameSync(join(made, deskFile), join(folder, deskFile));
    syncToDisk(folder);
    const note: RescueNote = {
      at: host.now(),
      why,
      aside,
      from: fetched.path,
      madeAt: fetched.at,
      entries: restored.entries,
      fromJournal: restored.fromJournal,
      maybeTaken: restored.maybeTaken,
      lost: restored.notRestored.length + restored.damagedJournalLines,
      kept: carriedOver,
      seen: false,
    };
    writeRescueNote(folder, note);
    clearRescueRequest(folder);
    await registerRestored(folder, [], host);
    return note;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
    lock.release();
  }
}

/** `nameOfDesk` of the file that is replaced, or else of the writer of its journal; null if neither can be read. */
function readDeskName(folder: string): string | null {
  try {
    const db = openSqliteReader(join(folder, deskFile), deskMigrations);
    try {
      const desk = deskOf(db);
      if (desk !== null) return deskFileName(desk);
    } finally {
      db.close();
    }
  } catch {
    // the file is damaged; the journal may have the name
  }
  try {
    const journal = join(folder, journalFolder);
    for (const day of journalDays(journal).toReversed())
      for (const line of readDayEnd(join(journal, day)).lines) if (line?.v === 2 && line.desk) return line.desk;
    return null;
  } catch {
    return null;
  }
}

/**
 * Carries over what going back must not lose. Returns the differences from the backup; null if neither the old file nor
 * the copy beside it can be read, and the backup's values apply.
 */
async function carryOverSafeguards(
  folder: string,
  into: Sqlite,
  context: OutboxContext,
  host: RescueHost,
): Promise<RescueNote['kept']> {
  const before = openOrNull(join(folder, deskFile));
  try {
    const safeguards = (before && safeguardsOrNull(before)) ?? readSafeguardsCopy(folder);
    if (!safeguards) return null;
    const changed = replaceSafeguards(into, safeguards);
    if (safeguards.erasedBefore === 0) return { ...changed, erased: 0 };
    try {
      if (before) await settleErased(before, into, context, host.yieldToEventLoop);
    } catch (error) {
      // a damaged file is read as far as possible; the rest is erased by the times in the backup
      if (!isUnreadable(error)) throw error;
    }
    return { ...changed, erased: await host.repeatErasures(into, safeguards.erasedBefore) };
  } finally {
    before?.close();
  }
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(?:CORRUPT|NOTADB|IOERR|ERROR)/.test(String(error.code));

function openOrNull(path: string): Sqlite | null {
  try {
    return openSqliteReader(path, deskMigrations);
  } catch {
    return null;
  }
}

function safeguardsOrNull(db: Sqlite): Safeguards | null {
  try {
    return readSafeguards(db);
  } catch {
    return null;
  }
}

/** Carries over the log of actions since the backup, if the old file can still be read. */
function carryOverActions(path: string, into: Sqlite): void {
  try {
    const from = openSqliteReader(path, deskMigrations);
    try {
      copyActions(from, into);
    } finally {
      from.close();
    }
  } catch {
    // the file is damaged, or older than the log of actions: only the backup's actions are known
  }
}

/**
 * Copies the old file into a folder of its own. Its log is moved there, since SQLite would apply it to the new file.
 */
function setAside(folder: string, as: 'damaged' | 'replaced', now: number): string {
  const aside = join(folder, `${as}-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  makePrivateFolder(aside);
  const copy = join(aside, deskFile);
  copyFileSync(join(folder, deskFile), copy);
  restrictAccess(copy, privateFileMode);
  syncToDisk(copy);
  for (const name of [`${deskFile}-wal`, `${deskFile}-shm`]) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
  }
  syncToDisk(aside);
  return aside;
}
