import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { why } from '../../../shared/outbox/whys.ts';
import { folderSettings } from '../../../shared/settings/settings.ts';
import { restoreHandovers } from '../../day/handover/restore-handovers.ts';
import { asPossiblySent, stepOf, transition } from '../../outbox/entry-change.ts';
import { hasLabelCondition } from '../../outbox/entry-filter.ts';
import type { StoredEntry } from '../../outbox/entry-row.ts';
import { type OutboxContext, outboxContext } from '../../outbox/outbox-context.ts';
import { actionReader } from '../../outbox/read-actions.ts';
import { unknownTarget } from '../../outbox/target.ts';
import { writeKeys, type StoredKeys } from '../../platform/encryption/key-file.ts';
import { createOpener, type Opener } from '../../platform/encryption/lock.ts';
import { openSealed, unlock, type Unlocked, isSealed } from '../../platform/encryption/sealed-file.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { restoreQueue } from '../../printing/queue/restore-queue.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { factStore } from '../../storage/database/facts.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { openDesk } from '../../storage/database/open-desk.ts';
import { type Sqlite, openSqlite, openSqliteReader, syncToDisk } from '../../storage/database/open-sqlite.ts';
import { generationAfter, parseGeneration } from '../../storage/register/generation.ts';
import { deskOf, deskFileName } from '../../storage/register/identity.ts';
import { createLineReader } from '../backup/locked-lines.ts';
import { lastLockedStep } from '../journal/journal-copy.ts';
import { journalAheadFact, journalStartFact } from '../journal/journal-line.ts';
import { copyJournalLines, journalFolder, deskLines, readNewerLines } from '../journal/read-journal.ts';
import { checkedAt, openRun } from '../verify/full-check.ts';
import { runSteps } from '../verify/steps.ts';
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
  const open = db.prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE settled_at IS NULL ORDER BY seq`).all();
  const insertAttempt = db.prepare<[number, string, number]>(
    'INSERT INTO attempt (entry, target, started_at) VALUES (?, ?, ?)',
  );

  function markEntry(before: StoredEntry): void {
    const now = context.host.now();
    const because = why('restored-maybe-sent');
    const marked = asPossiblySent(before);
    if (before.state === 'queued') {
      const { row, steps } = transition(marked, 'claim', because, now);
      insertAttempt.run(row.seq, target, now);
      return context.records.save(before, row, { steps, who: 'restore' });
    }
    const steps = before.state === 'sending' ? [] : [stepOf(marked, 'restored', because, now)];
    context.records.save(before, marked, { steps, who: 'restore' });
  }

  const markBatch = db.transaction((some: readonly { seq: number }[]): void => {
    for (const { seq } of some) {
      const row = context.records.bySeq(seq);
      if (row) markEntry(row);
    }
  });
  for (let at = 0; at < open.length; at += batchSize) {
    markBatch(open.slice(at, at + batchSize));
    await yieldToEventLoop();
  }
  // labels may have been printed since the backup
  db.prepare(
    `UPDATE entry SET maybe_printed = 1 WHERE ${hasLabelCondition()} AND printed_number IS NULL AND state <> 'withdrawn'`,
  ).run();
  return open.length;
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
    const filled = await fillFolder(backup, workFolder, folder, journal, { ...host, opener, lockedOnly, locked });
    const { newest, ...restored } = filled;
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

/** `newest`: a later lock than that of the backup, null if none can be opened. */
function newFolderKeys(ofBackup: Unlocked, newest: Unlocked | null, { now, newId }: RestoreHost): StoredKeys {
  const held = ({ lock, key }: Unlocked) => ({ lock, key: key.toString('base64') });
  return {
    // the recovery sheet printed for it is still valid
    current: { ...held(newest ?? ofBackup), at: now(), commandId: newId(), recoveryKey: null },
    older: newest ? [held(ofBackup)] : [],
  };
}

/** Rewrites a disk problem to name the folder the user gave. */
function nameFolderInProblem(error: unknown, half: string, folder: string): unknown {
  const trouble = error instanceof ProblemError ? error.problem : diskProblem(error, folder);
  if (trouble === null) return error;
  return new ProblemError({
    ...trouble,
    message: trouble.message.replaceAll(half, folder),
    ...(trouble.params && { params: { ...trouble.params, ...(trouble.params['folder'] === half && { folder }) } }),
  });
}

type FillHost = RestoreHost & { opener: Opener; lockedOnly: boolean; locked: Unlocked | null };

async function fillFolder(backup: Sqlite, half: string, folder: string, journal: string | null, host: FillHost) {
  const { onProgress = () => undefined } = host;
  const leftBehind = await copyRows(backup, half, host);
  const db = openDesk(half);
  // the whole file is synced before it gets its name
  db.pragma('synchronous = OFF');
  try {
    await copySearchTerms(backup, db, outboxContext(db, { ...host, holdMs: () => 0 }).search, host.yieldToEventLoop);
    onProgress(70);
    await host.yieldToEventLoop();
    const found = await runSteps(databaseSteps(db), (part) => {
      onProgress(Math.floor(70 + 20 * part));
      return host.yieldToEventLoop();
    });
    if (!isUsable(found)) throw problem('damaged', 'The backup is not whole. Take an older one.');
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
  half: string,
  { yieldToEventLoop, onProgress }: RestoreHost,
): Promise<string[]> {
  const version = backup.pragma('user_version', { simple: true }) as number;
  if (version < 1) throw problem('damaged', 'This is no backup of Parcel Desk.');
  const fresh = openSqlite(join(half, deskFile), deskMigrations.slice(0, version));
  try {
    const onCopied = (part: number): void => onProgress?.(Math.floor(60 * part));
    return (await copyTables(backup, fresh, join(half, 'backup-copy.db'), yieldToEventLoop, onCopied)).leftBehind;
  } finally {
    fresh.close();
  }
}

/** Removes settings that would make the desk write to folders that no user of this machine chose. */
function removeUnknownFolders(db: Sqlite, { isKnownFolder = () => false }: RestoreHost): string[] {
  const stored = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?');
  const left = folderSettings.flatMap((name) => {
    const value = stored.get(name)?.value;
    const place: unknown = value === undefined ? '' : JSON.parse(value);
    return place === '' || (typeof place === 'string' && isKnownFolder(place)) ? [] : [{ name, place: String(place) }];
  });
  for (const { name } of left) db.prepare('DELETE FROM setting WHERE name = ?').run(name);
  return left.map(({ name, place }) => `setting ${name}: ${place}`);
}

async function beginGeneration(db: Sqlite, folder: string, journal: string | null, host: FillHost) {
  const context = outboxContext(db, { ...host, holdMs: () => 0 });
  const facts = factStore(db);
  const before = parseGeneration(facts.get('generation'));
  if (before === null) throw problem('damaged', 'The backup is not whole. Take an older one.');
  const known = { generation: before, step: actionReader(db).last(), boxed: lastLockedStep(db) };
  const desk = deskOf(db);
  const lines = createLineReader(host.opener, () => (desk === null ? null : deskFileName(desk)));
  const unread: string[] = [];
  const newer = await readNewerLines(
    db,
    journal === null ? [] : deskLines(journal, desk, lines, (path) => void unread.push(`${path}: no file`)),
    (line) => !host.lockedOnly || lines.wasLocked(line),
    host.yieldToEventLoop,
  );
  const lockedJournalLines = lines.close();
  if (newer.untrustedCount > 0 && lines.opened() === 0) throw openJournalProblem(journal ?? '');
  const missingJournalParts =
    lines.opened() > 0 || host.lockedOnly ? lines.countGaps({ ...known, ...(journal === null && { boxed: null }) }) : 0;
  const { appliedLines, ...replayed } = await replay(context, db, newer, host.yieldToEventLoop);
  await host.carryOver?.(db, context);
  const target = facts.get('target');
  const maybeTaken = await markPossiblySent(context, db, target ?? '', host.yieldToEventLoop);
  await restoreQueue(db, host, host.yieldToEventLoop);
  restoreHandovers(db, host);
  const generation = generationAfter(newer.generation);
  facts.set('generation', String(generation));
  // a new file, which no desk has opened
  for (const name of [checkedAt, openRun]) facts.set(name, '');
  facts.set('folder', host.newId());
  facts.set(journalAheadFact, '');
  facts.set(journalStartFact, String(actionReader(db).last()));
  if (target === null && maybeTaken > 0) facts.set(unknownTarget, 'yes');
  if (journal !== null) copyJournalLines(appliedLines, journal, join(folder, journalFolder), host.now());
  const after = host.locked ? lines.newestLockAfter(host.locked.lock.id) : { unlocked: null, isBehind: false };
  const count = (where: string) =>
    db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM entry ${where}`).get()?.n ?? 0;
  return {
    generation,
    entries: count(''),
    drafts: count(`WHERE state = 'draft'`),
    ...replayed,
    maybeTaken,
    damagedJournalLines: newer.damaged,
    lockedJournalLines,
    locklessJournalLines: lines.boxesWithoutLock(),
    openJournalLines: newer.untrustedCount,
    missingJournalParts,
    unknownLocks: lines.unknownLocks(),
    lockIsOlder: after.isBehind,
    newest: after.unlocked,
    unread,
  };
}

const openJournalProblem = (journal: string) =>
  problem(
    'locked',
    `The journal in ${journal} is open, though the backup is locked: whoever can write to that folder may have changed it. Name the second place of the journal, which is locked, leave the journal out, or say that you take an open one (--take-open). Nothing was restored.`,
    { reason: 'open-beside-locked', name: journal },
  );
