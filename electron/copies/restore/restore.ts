import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { why } from '../../../shared/outbox/whys.ts';
import { folderSettings } from '../../../shared/settings/settings.ts';
import { restoreHandovers } from '../../day/handover/restore-handovers.ts';
import { asPossiblySent, actionStep, applyTransition } from '../../outbox/entry-change.ts';
import { hasLabelCondition } from '../../outbox/entry-filter.ts';
import type { StoredEntry } from '../../outbox/entry-row.ts';
import { type OutboxContext, outboxContext } from '../../outbox/outbox-context.ts';
import { actionReader } from '../../outbox/read-actions.ts';
import { unknownTarget } from '../../outbox/target.ts';
import { writeKeys, type StoredKeys } from '../../platform/encryption/key-file.ts';
import { createOpener, type Opener } from '../../platform/encryption/lock.ts';
import { openSealed, unlock, type LockAndKey, isSealed } from '../../platform/encryption/sealed-file.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { restoreQueue } from '../../printing/queue/restore-queue.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { factStore } from '../../storage/database/facts.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { openDesk } from '../../storage/database/open-desk.ts';
import { type Sqlite, openSqlite, openSqliteReader, syncToDisk } from '../../storage/database/open-sqlite.ts';
import { generationAfter, parseGeneration } from '../../storage/register/generation.ts';
import { readDeskId, deskFileName } from '../../storage/register/identity.ts';
import { createLineReader } from '../backup/locked-lines.ts';
import { lastLockedStep } from '../journal/journal-copy.ts';
import { journalAheadFact, journalStartFact } from '../journal/journal-line.ts';
import { copyJournalLines, journalFolder, deskLines, readNewerLines } from '../journal/read-journal.ts';
import { checkedAtFact, openRunFact } from '../verify/full-check.ts';
import { runSteps } from '../verify/run-steps.ts';
import { databaseSteps, isUsable } from '../verify/verify.ts';
import { copyTables, copySearchTerms } from './copy-tables.ts';
import { replay } from './replay.ts';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Entries marked per commit: few enough that other writes wait some milliseconds, since a folder may be reopened while
 * a user is looking at it.
 */
const batchSize = 25;

/**
 * Marks all unsettled entries as possibly sent, because it is unknown what the lost folder did after its backup. Queued
 * entries are left as after a run that ended while sending; entries that wait for a user keep waiting. `target` is
 * where the folder delivers, '' if unknown. Returns how many entries were marked.
 */
export async function markPossiblySent(
  context: OutboxContext,
  db: Sqlite,
  target: string,
  yieldToEventLoop: () => Promise<void>,
): Promise<number> {
  const openEntries = db
    .prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE settled_at IS NULL ORDER BY seq`)
    .all();
  const insertAttempt = db.prepare<[number, string, number]>(
    'INSERT INTO attempt (entry, target, started_at) VALUES (?, ?, ?)',
  );

  function markEntry(previous: StoredEntry): void {
    const now = context.host.now();
    const reason = why('restored-maybe-sent');
    const marked = asPossiblySent(previous);
    if (previous.state === 'queued') {
      const { row, steps } = applyTransition(marked, 'claim', reason, now);
      insertAttempt.run(row.seq, target, now);
      return context.records.save(previous, row, { steps, who: 'restore' });
    }
    const steps = previous.state === 'sending' ? [] : [actionStep(marked, 'restored', reason, now)];
    context.records.save(previous, marked, { steps, who: 'restore' });
  }

  const markBatch = db.transaction((batch: readonly { seq: number }[]): void => {
    for (const { seq } of batch) {
      const row = context.records.bySeq(seq);
      if (row) markEntry(row);
    }
  });
  for (let start = 0; start < openEntries.length; start += batchSize) {
    markBatch(openEntries.slice(start, start + batchSize));
    await yieldToEventLoop();
  }
  // labels may have been printed since the backup
  db.prepare(
    `UPDATE entry SET maybe_printed = 1 WHERE ${hasLabelCondition()} AND printed_number IS NULL AND state <> 'withdrawn'`,
  ).run();
  return openEntries.length;
}

export interface RestoreHost {
  now: () => number;
  newId: () => string;
  /** awaited regularly; if it throws, everything that was created is removed again */
  yieldToEventLoop: () => Promise<void>;
  /** whether users of this machine chose a folder to write to; without it, no folder named by the backup is accepted */
  isKnownFolder?: (place: string) => boolean;
  /** opens a locked backup and journal; without it, none is opened */
  opener?: Opener;
  /** receives the progress (0 to 100) */
  onProgress?: (percent: number) => void;
  /** the user accepts open lines beside a locked backup, knowing that anyone may have written them */
  takeOpen?: boolean;
  /** carries over into the new file what its backup lacks, before its entries are marked as possibly sent */
  carryOver?: (db: Sqlite, context: OutboxContext) => Promise<void>;
  /** adds to the log of actions in the new file */
  logActions?: (db: Sqlite) => void;
}

export interface Restored {
  generation: number;
  entries: number;
  /** captures recovered from the journal alone */
  fromJournal: number;
  /** unsettled entries: checked at the service before they are sent again, or decided by a user */
  maybeTaken: number;
  drafts: number;
  /** a day that is not a file counts as one line */
  damagedJournalLines: number;
  /** lines of the journal locked by another passphrase, earlier or later */
  lockedJournalLines: number;
  /** locked lines of the journal whose lock is not in it: a locked backup with the same passphrase opens them */
  locklessJournalLines: number;
  /** open lines of the journal of a locked backup, unknown to it: anyone may have written them, so none was taken */
  openJournalLines: number;
  /** gaps in the journal where locked lines are missing, including its end */
  missingJournalParts: number;
  /** locks in the journal that cannot be opened, and altered copies of one that can */
  unknownLocks: number;
  /**
   * the passphrase was replaced after the backup was made, and the later lock cannot be opened: copies of the new
   * folder are locked as the backup was, until the passphrase is set again
   */
  lockIsOlder: boolean;
  /**
   * ids of journalled entries that could not be entered, because another entry has their key now or their content is
   * gone
   */
  notRestored: string[];
  /**
   * What was not taken: objects of the backup other than a desk's rows, as `trigger NAME`; folders in its settings that
   * no user of this machine chose, as `setting NAME: FOLDER`; and days of the journal that are not files, as
   * `PATH: no file`.
   */
  leftBehind: string[];
}

/**
 * Creates a data folder from a backup and, if given, the rescue journal of the lost folder. Only rows are copied, into
 * a new file. A new generation begins: orders made after the backup may be at the service, so every unsettled entry is
 * marked as possibly sent. Copies of the new folder are locked with the lock of a locked backup, or with a later lock
 * of the desk that the journal proves and the opener can open.
 *
 * Throws ProblemError `locked` if the backup cannot be opened; `locked` (`open-beside-locked`) if the backup is locked
 * and the journal has only open lines; `bad-file` if the folder already holds a desk, since nothing is ever
 * overwritten; `damaged` if the backup is not whole; `newer-database`; and what `yieldToEventLoop` throws. The folder
 * is unchanged then.
 */
export async function restore(
  from: string,
  folder: string,
  journal: string | null,
  host: RestoreHost,
): Promise<Restored> {
  if (existsSync(join(folder, deskFile))) {
    throw problem(
      'bad-file',
      `${folder} holds a desk already. Restore into an empty folder; nothing was written over.`,
    );
  }
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) throw problem('bad-file', `${from} is no file.`);
  if (journal !== null && !statSync(journal, { throwIfNoEntry: false })?.isDirectory())
    throw problem('bad-file', `${journal} is no folder of a journal.`);
  const { opener = createOpener([]) } = host;
  // unlocked first, so that a failure leaves no trace
  const locked = isSealed(from) ? unlock(from, opener) : null;
  let backup = locked ? null : openSqliteReader(from, deskMigrations);
  makePrivateFolder(folder);
  const workFolder = join(folder, 'restoring');
  // left behind by a killed run
  rmSync(workFolder, { recursive: true, force: true });
  makePrivateFolder(workFolder);
  try {
    if (locked) openSealed(from, join(workFolder, 'backup.db'), opener);
    backup ??= openSqliteReader(join(workFolder, 'backup.db'), deskMigrations);
    const lockedOnly = locked !== null && host.takeOpen !== true;
    const result = await fillFolder(backup, workFolder, folder, journal, { ...host, opener, lockedOnly, locked });
    const { newest, ...restored } = result;
    if (locked) writeKeys(folder, newFolderKeys(locked, newest, host));
    syncToDisk(join(workFolder, deskFile));
    renameSync(join(workFolder, deskFile), join(folder, deskFile));
    syncToDisk(folder);
    return restored;
  } catch (error) {
    throw nameFolderInProblem(error, workFolder, folder);
  } finally {
    backup?.close();
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** `newestLock`: a later lock than that of the backup; null if none can be opened. */
function newFolderKeys(backupLock: LockAndKey, newestLock: LockAndKey | null, { now, newId }: RestoreHost): StoredKeys {
  const toStoredKey = ({ lock, key }: LockAndKey) => ({ lock, key: key.toString('base64') });
  return {
    // the recovery sheet printed for it is still valid
    current: { ...toStoredKey(newestLock ?? backupLock), at: now(), commandId: newId(), recoveryKey: null },
    older: newestLock ? [toStoredKey(backupLock)] : [],
  };
}

/** Rewrites a disk problem so that it names the folder the user gave, not the work folder in it. */
function nameFolderInProblem(error: unknown, workFolder: string, folder: string): unknown {
  const fault = error instanceof ProblemError ? error.problem : diskProblem(error, folder);
  if (fault === null) return error;
  return new ProblemError({
    ...fault,
    message: fault.message.replaceAll(workFolder, folder),
    ...(fault.params && { params: { ...fault.params, ...(fault.params['folder'] === workFolder && { folder }) } }),
  });
}

type FillHost = RestoreHost & { opener: Opener; lockedOnly: boolean; locked: LockAndKey | null };

async function fillFolder(backup: Sqlite, workFolder: string, folder: string, journal: string | null, host: FillHost) {
  const { onProgress = () => undefined } = host;
  const leftBehind = await copyRows(backup, workFolder, host);
  const db = openDesk(workFolder);
  // the whole file is synced before it gets its name
  db.pragma('synchronous = OFF');
  try {
    await copySearchTerms(backup, db, outboxContext(db, { ...host, holdMs: () => 0 }).search, host.yieldToEventLoop);
    onProgress(70);
    await host.yieldToEventLoop();
    const verified = await runSteps(databaseSteps(db), (part) => {
      onProgress(Math.floor(70 + 20 * part));
      return host.yieldToEventLoop();
    });
    if (!isUsable(verified)) throw problem('damaged', 'The backup is not whole. Take an older one.');
    onProgress(90);
    leftBehind.push(...removeUnknownFolders(db, host));
    const { unread, ...restored } = await beginGeneration(db, folder, journal, host);
    leftBehind.push(...unread);
    host.logActions?.(db);
    db.pragma('wal_checkpoint(TRUNCATE)');
    return { ...restored, leftBehind };
  } finally {
    db.close();
  }
}

/**
 * Copies the rows into a file of the backup's own version, which the newer migrations then bring up to date as they
 * would have the lost one.
 */
async function copyRows(
  backup: Sqlite,
  workFolder: string,
  { yieldToEventLoop, onProgress }: RestoreHost,
): Promise<string[]> {
  const version = backup.pragma('user_version', { simple: true }) as number;
  if (version < 1) throw problem('damaged', 'This is no backup of Parcel Desk.');
  const target = openSqlite(join(workFolder, deskFile), deskMigrations.slice(0, version));
  try {
    const onCopied = (part: number): void => onProgress?.(Math.floor(60 * part));
    return (await copyTables(backup, target, join(workFolder, 'backup-copy.db'), yieldToEventLoop, onCopied))
      .leftBehind;
  } finally {
    target.close();
  }
}

/** Removes settings that would make the desk write to folders that no user of this machine chose. */
function removeUnknownFolders(db: Sqlite, { isKnownFolder = () => false }: RestoreHost): string[] {
  const selectSetting = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?');
  const removed = folderSettings.flatMap((name) => {
    const value = selectSetting.get(name)?.value;
    const place: unknown = value === undefined ? '' : JSON.parse(value);
    return place === '' || (typeof place === 'string' && isKnownFolder(place)) ? [] : [{ name, place: String(place) }];
  });
  for (const { name } of removed) db.prepare('DELETE FROM setting WHERE name = ?').run(name);
  return removed.map(({ name, place }) => `setting ${name}: ${place}`);
}

async function beginGeneration(db: Sqlite, folder: string, journal: string | null, host: FillHost) {
  const context = outboxContext(db, { ...host, holdMs: () => 0 });
  const facts = factStore(db);
  const backupGeneration = parseGeneration(facts.get('generation'));
  if (backupGeneration === null) throw problem('damaged', 'The backup is not whole. Take an older one.');
  const backupEnd = { generation: backupGeneration, step: actionReader(db).last(), boxed: lastLockedStep(db) };
  const desk = readDeskId(db);
  const lineReader = createLineReader(host.opener, () => (desk === null ? null : deskFileName(desk)));
  const skippedDays: string[] = [];
  const newer = await readNewerLines(
    db,
    journal === null ? [] : deskLines(journal, desk, lineReader, (path) => void skippedDays.push(`${path}: no file`)),
    (line) => !host.lockedOnly || lineReader.isFromBox(line),
    host.yieldToEventLoop,
  );
  const lockedJournalLines = lineReader.close();
  if (newer.untrustedCount > 0 && lineReader.openedCount() === 0) throw openJournalProblem(journal ?? '');
  const missingJournalParts =
    lineReader.openedCount() > 0 || host.lockedOnly
      ? lineReader.countGaps({ ...backupEnd, ...(journal === null && { boxed: null }) })
      : 0;
  const { appliedLines, ...replayed } = await replay(context, db, newer, host.yieldToEventLoop);
  await host.carryOver?.(db, context);
  const target = facts.get('target');
  const maybeTaken = await markPossiblySent(context, db, target ?? '', host.yieldToEventLoop);
  await restoreQueue(db, host, host.yieldToEventLoop);
  restoreHandovers(db, host);
  const generation = generationAfter(newer.generation);
  facts.set('generation', String(generation));
  // no desk has opened or checked the new file yet
  for (const name of [checkedAtFact, openRunFact]) facts.set(name, '');
  facts.set('folder', host.newId());
  facts.set(journalAheadFact, '');
  facts.set(journalStartFact, String(actionReader(db).last()));
  if (target === null && maybeTaken > 0) facts.set(unknownTarget, 'yes');
  if (journal !== null) copyJournalLines(appliedLines, journal, join(folder, journalFolder), host.now());
  const newestLock = host.locked
    ? lineReader.newestLockAfter(host.locked.lock.id)
    : { unlocked: null, isBehind: false };
  const count = (where: string) =>
    db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM entry ${where}`).get()?.n ?? 0;
  return {
    generation,
    entries: count(''),
    drafts: count(`WHERE state = 'draft'`),
    ...replayed,
    maybeTaken,
    damagedJournalLines: newer.damagedCount,
    lockedJournalLines,
    locklessJournalLines: lineReader.countBoxesWithoutLock(),
    openJournalLines: newer.untrustedCount,
    missingJournalParts,
    unknownLocks: lineReader.countUnknownLocks(),
    lockIsOlder: newestLock.isBehind,
    newest: newestLock.unlocked,
    unread: skippedDays,
  };
}

const openJournalProblem = (journal: string) =>
  problem(
    'locked',
    `The journal in ${journal} is open, though the backup is locked: whoever can write to that folder may have changed it. Name the second place of the journal, which is locked, leave the journal out, or say that you take an open one (--take-open). Nothing was restored.`,
    { reason: 'open-beside-locked', name: journal },
  );
