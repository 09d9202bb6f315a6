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
import { readDeskId, deskFileName } from '../../storage/register/identity.ts';
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

const entriesPerStep = 200;

/**
 * Settles entries in a restored file that were settled and erased in the file it replaces, with the same state and at
 * the same time: nothing is left to find out about them, and only entries settled long ago are erased. Throws if the
 * old file cannot be read.
 */
export async function settleErased(
  oldFile: Sqlite,
  newFile: Sqlite,
  context: OutboxContext,
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  const needsSettling = newFile.prepare<[string, number | null], { id: string }>(
    'SELECT id FROM entry WHERE id = ? AND erased_at IS NULL AND (settled_at IS NULL OR settled_at > ?)',
  );
  const erasedEntries = oldFile.prepare<[], StoredEntry>(
    `SELECT ${entryRowColumns} FROM entry WHERE erased_at IS NOT NULL ORDER BY seq`,
  );
  const settleEntry = newFile.transaction((old: StoredEntry): void => {
    const previous = context.find(old.id);
    const { state: from, settled_at } = previous;
    const step = { at: context.host.now(), event: 'restored', from, to: old.state, why: why('restored') } as const;
    context.records.save(
      previous,
      asErased(previous, old),
      settled_at === null ? { steps: [step], who: 'restore' } : null,
    );
  });
  let count = 0;
  for (const old of erasedEntries.all()) {
    if (needsSettling.get(old.id, old.settled_at)) settleEntry(old);
    count += 1;
    if (count % entriesPerStep === 0) await yieldToEventLoop();
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
  const lastBackup = readBackupNote(folder);
  const folders = [
    ...new Set([...(lastBackup?.good ? [dirname(lastBackup.good.path)] : []), ...(lastBackup ? [lastBackup.to] : [])]),
  ];
  const workFolder = join(folder, 'rescuing');
  const lock = lockFolder(folder, host.now());
  try {
    rmSync(workFolder, { recursive: true, force: true });
    makePrivateFolder(workFolder);
    const copyPath = chosen ? chosenCopyPath(folder) : join(workFolder, 'backup.db');
    const fetched = chosen ?? (await host.fetch({ folders, to: copyPath, desk: readDeskName(folder) }));
    if (!fetched) return null;
    const journal = join(folder, journalFolder);
    const newFolder = join(workFolder, 'desk');
    let carriedOver: RescueNote['kept'] = null;
    const restored = await restore(copyPath, newFolder, existsSync(journal) ? journal : null, {
      ...host,
      // it is the same folder, so its own settings are accepted
      isKnownFolder: () => true,
      carryOver: async (db, parts) => void (carriedOver = await carryOverSafeguards(folder, db, parts, host)),
      logActions: (db) => carryOverActions(join(folder, deskFile), db),
    });
    const why = chosen ? 'chosen' : 'damaged';
    const asideFolder = setAside(folder, why === 'chosen' ? 'replaced' : why, host.now());
    renameSync(join(newFolder, deskFile), join(folder, deskFile));
    syncToDisk(folder);
    const note: RescueNote = {
      at: host.now(),
      why,
      aside: asideFolder,
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
      const desk = readDeskId(db);
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
  newFile: Sqlite,
  context: OutboxContext,
  host: RescueHost,
): Promise<RescueNote['kept']> {
  const oldFile = openOrNull(join(folder, deskFile));
  try {
    const safeguards = (oldFile && safeguardsOrNull(oldFile)) ?? readSafeguardsCopy(folder);
    if (!safeguards) return null;
    const differences = replaceSafeguards(newFile, safeguards);
    if (safeguards.erasedBefore === 0) return { ...differences, erased: 0 };
    try {
      if (oldFile) await settleErased(oldFile, newFile, context, host.yieldToEventLoop);
    } catch (error) {
      // the file is damaged: the other entries are erased by the times in the backup
      if (!isUnreadable(error)) throw error;
    }
    return { ...differences, erased: await host.repeatErasures(newFile, safeguards.erasedBefore) };
  } finally {
    oldFile?.close();
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
function carryOverActions(path: string, newFile: Sqlite): void {
  try {
    const oldFile = openSqliteReader(path, deskMigrations);
    try {
      copyActions(oldFile, newFile);
    } finally {
      oldFile.close();
    }
  } catch {
    // the file is damaged, or older than the log of actions: only the backup's actions are known
  }
}

/**
 * Copies the old file into a folder of its own. Its log is moved there, since SQLite would apply it to the new file.
 */
function setAside(folder: string, cause: 'damaged' | 'replaced', now: number): string {
  const asideFolder = join(folder, `${cause}-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  makePrivateFolder(asideFolder);
  const copy = join(asideFolder, deskFile);
  copyFileSync(join(folder, deskFile), copy);
  restrictAccess(copy, privateFileMode);
  syncToDisk(copy);
  for (const name of [`${deskFile}-wal`, `${deskFile}-shm`]) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(asideFolder, name));
  }
  syncToDisk(asideFolder);
  return asideFolder;
}
