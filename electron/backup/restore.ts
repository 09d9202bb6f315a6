import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { openDesk } from '../database/open-desk.ts';
import { openSqlite, openSqliteReader, syncToDisk, type Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { outboxContext, type OutboxContext } from '../outbox/outbox-context.ts';
import { actsReader } from '../outbox/read-acts.ts';
import { unknownTarget } from '../outbox/target.ts';
import { restoreQueue } from '../print-queue/restored-queue.ts';
import { restoreHandovers } from '../handover/restored-handovers.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { generationAfter, parseGeneration } from '../register/generation.ts';
import { deskOf, nameOfDesk } from '../register/identity.ts';
import { writeKeys, type HeldKeys } from '../encryption/key-file.ts';
import { openerOf, type Opener } from '../encryption/opener.ts';
import { openSealed, unlock, type Unlocked } from '../encryption/sealed-file.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { placeSettings } from '../../shared/settings/settings.ts';
import { carryJournal } from './carry-journal.ts';
import { journalFolder, linesOfDesk } from './read-journal.ts';
import { lastBoxed } from './journal-copy.ts';
import { aheadSince, beganAt } from './journal-facts.ts';
import { linesOpener } from './locked-lines.ts';
import { markMaybeTaken } from './mark-maybe-taken.ts';
import { readNewer } from './read-newer.ts';
import { replay } from './replay.ts';
import { takeRows, takeSearch } from './take-rows.ts';
import { isUsable, verifyDatabase } from './verify.ts';

export interface RestoreHost {
  now: () => number;
  newId: () => string;
  /** awaited now and then; where it throws, all that was made is taken away again */
  yieldToEventLoop: () => Promise<void>;
  /** whether people of this machine chose a folder to write to; without, none that the backup names is */
  knowsPlace?: (place: string) => boolean;
  /** opens a backup and a journal that are locked; without, none is opened */
  opener?: Opener;
  /** hears now and then how much of it is done (0 to 100) */
  tellPercent?: (percent: number) => void;
  /** a person has read that open lines beside a locked backup may be anybody's, and takes them */
  takeOpen?: boolean;
  /** takes over into the new file what its backup does not know, before anything in it is marked as maybe taken */
  carry?: (db: Sqlite, parts: OutboxContext) => Promise<void>;
  /** writes into the new file what is to be known there of people's acts */
  tellActs?: (db: Sqlite) => void;
}

export interface Restored {
  generation: number;
  entries: number;
  /** captures that only the journal still knew */
  fromJournal: number;
  /** entries not settled for good: asked for before anything is sent again, or before a person sends them */
  maybeTaken: number;
  drafts: number;
  /** days that are no files count as one line each */
  damagedJournalLines: number;
  /** lines of the journal that another passphrase locked, before or after */
  lockedJournalLines: number;
  /** locked lines of the journal whose lock lies nowhere in it: a locked backup of the same passphrase opens them */
  locklessJournalLines: number;
  /** lines of the journal that are open though the backup is locked, and that it does not know: anybody may have written them, so none was taken */
  openJournalLines: number;
  /** places in the journal where locked lines are missing, its end among them */
  missingJournalParts: number;
  /** locks in the journal that nothing given opens, and copies of one that does which were altered */
  unknownLocks: number;
  /**
   * the passphrase was replaced after the backup was made, and nothing given opens the later lock: copies of the new folder are locked as the
   * backup was, until the passphrase is set anew
   */
  lockIsOlder: boolean;
  /** ids of journalled entries that could not be entered, as their key belongs to another entry now or their content is gone */
  notRestored: string[];
  /**
   * What the backup held beside the rows of a desk, as `trigger NAME`; folders it names that nobody here chose, as `setting NAME: FOLDER`; and days of
   * the journal that are no files, as `PATH: no file`. None of it was taken.
   */
  leftBehind: string[];
}

/**
 * Makes a data folder from a backup and, where there is one, the rescue journal of the lost folder. Only rows are taken, into a fresh
 * file. A new generation begins: what was made after the backup may be at the service, so whatever was not settled for good is maybe taken.
 * What opened a locked backup locks those of the new folder too, or a later lock of the desk that the journal has and something given opens.
 * Throws `locked` where the backup is and nothing given opens it, and where the backup is and no line of the journal (`open-beside-locked`), `bad-file` where the folder holds a desk already (nothing is ever written over), `damaged` where the backup is not whole,
 * `newer-database`, and what `yieldToEventLoop` throws; the folder is as before then.
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
  const { opener = openerOf([]) } = host;
  // what cannot be opened leaves no trace
  const locked = isSealed(from) ? unlock(from, opener) : null;
  let backup = locked ? null : openSqliteReader(from, deskMigrations);
  makePrivateFolder(folder);
  const half = join(folder, 'restoring');
  // left by one that was killed
  rmSync(half, { recursive: true, force: true });
  makePrivateFolder(half);
  try {
    if (locked) openSealed(from, join(half, 'backup.db'), opener);
    backup ??= openSqliteReader(join(half, 'backup.db'), deskMigrations);
    const lockedOnly = locked !== null && host.takeOpen !== true;
    const filled = await fill(backup, half, folder, journal, { ...host, opener, lockedOnly, locked });
    const { newest, ...restored } = filled;
    if (locked) writeKeys(folder, keysOf(locked, newest, host));
    syncToDisk(join(half, deskFile));
    renameSync(join(half, deskFile), join(folder, deskFile));
    syncToDisk(folder);
    return restored;
  } catch (error) {
    throw ofFolder(error, half, folder);
  } finally {
    backup?.close();
    rmSync(half, { recursive: true, force: true });
  }
}

/** `newest`: a lock that came after that of the backup, null where none is opened. */
function keysOf(ofBackup: Unlocked, newest: Unlocked | null, { now, newId }: RestoreHost): HeldKeys {
  const held = ({ lock, key }: Unlocked) => ({ lock, key: key.toString('base64') });
  return {
    // the sheet that was printed for it is still good
    current: { ...held(newest ?? ofBackup), at: now(), commandId: newId(), recoveryKey: null },
    older: newest ? [held(ofBackup)] : [],
  };
}

/** What the disk did, told of the folder that a person named. */
function ofFolder(error: unknown, half: string, folder: string): unknown {
  const trouble = error instanceof ProblemError ? error.problem : diskProblem(error, folder);
  if (trouble === null) return error;
  return new ProblemError({
    ...trouble,
    message: trouble.message.replaceAll(half, folder),
    ...(trouble.params && { params: { ...trouble.params, ...(trouble.params['folder'] === half && { folder }) } }),
  });
}

type OpeningHost = RestoreHost & { opener: Opener; lockedOnly: boolean; locked: Unlocked | null };

async function fill(backup: Sqlite, half: string, folder: string, journal: string | null, host: OpeningHost) {
  const { tellPercent = () => undefined } = host;
  const leftBehind = await copyRows(backup, half, host);
  const db = openDesk(half);
  // synced whole, before it gets its name
  db.pragma('synchronous = OFF');
  try {
    await takeSearch(backup, outboxContext(db, { ...host, holdMs: () => 0 }).search, host.yieldToEventLoop);
    tellPercent(70);
    await host.yieldToEventLoop();
    if (!isUsable(verifyDatabase(db))) throw problem('damaged', 'The backup is not whole. Take an older one.');
    tellPercent(90);
    leftBehind.push(...leavePlaces(db, host));
    const { unread, ...restored } = await beginGeneration(db, folder, journal, host);
    leftBehind.push(...unread);
    host.tellActs?.(db);
    db.pragma('wal_checkpoint(TRUNCATE)');
    return { ...restored, leftBehind };
  } finally {
    db.close();
  }
}

/** Into a file of the backup's own version, which the newer migrations then bring up as they would have brought up the lost one. */
async function copyRows(
  backup: Sqlite,
  half: string,
  { yieldToEventLoop, tellPercent }: RestoreHost,
): Promise<string[]> {
  const version = backup.pragma('user_version', { simple: true }) as number;
  if (version < 1) throw problem('damaged', 'This is no backup of Parcel Desk.');
  const fresh = openSqlite(join(half, deskFile), deskMigrations.slice(0, version));
  try {
    const tellTaken = (part: number): void => tellPercent?.(Math.floor(60 * part));
    return (await takeRows(backup, fresh, yieldToEventLoop, tellTaken)).leftBehind;
  } finally {
    fresh.close();
  }
}

/** Takes away settings that would have the desk write where nobody of this machine wants it to. */
function leavePlaces(db: Sqlite, { knowsPlace = () => false }: RestoreHost): string[] {
  const stored = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?');
  const left = placeSettings.flatMap((name) => {
    const value = stored.get(name)?.value;
    const place: unknown = value === undefined ? '' : JSON.parse(value);
    return place === '' || (typeof place === 'string' && knowsPlace(place)) ? [] : [{ name, place: String(place) }];
  });
  for (const { name } of left) db.prepare('DELETE FROM setting WHERE name = ?').run(name);
  return left.map(({ name, place }) => `setting ${name}: ${place}`);
}

async function beginGeneration(db: Sqlite, folder: string, journal: string | null, host: OpeningHost) {
  const parts = outboxContext(db, { ...host, holdMs: () => 0 });
  const facts = factStore(db);
  const before = parseGeneration(facts.get('generation'));
  if (before === null) throw problem('damaged', 'The backup is not whole. Take an older one.');
  const known = { generation: before, step: actsReader(db).last(), boxed: lastBoxed(db) };
  const desk = deskOf(db);
  const lines = linesOpener(host.opener, () => (desk === null ? null : nameOfDesk(desk)));
  const unread: string[] = [];
  const newer = await readNewer(
    db,
    journal === null ? [] : linesOfDesk(journal, desk, lines, (path) => void unread.push(`${path}: no file`)),
    (line) => !host.lockedOnly || lines.wasLocked(line),
    host.yieldToEventLoop,
  );
  const lockedJournalLines = lines.close();
  if (newer.open > 0 && lines.opened() === 0) throw openJournal(journal ?? '');
  const missingJournalParts =
    lines.opened() > 0 || host.lockedOnly ? lines.missing({ ...known, ...(journal === null && { boxed: null }) }) : 0;
  const { taken, ...replayed } = await replay(parts, db, newer, host.yieldToEventLoop);
  await host.carry?.(db, parts);
  const target = facts.get('target');
  const maybeTaken = await markMaybeTaken(parts, db, target ?? '', host.yieldToEventLoop);
  await restoreQueue(db, host, host.yieldToEventLoop);
  restoreHandovers(db, host);
  const generation = generationAfter(newer.generation);
  facts.set('generation', String(generation));
  facts.set('folder', host.newId());
  facts.set(aheadSince, '');
  facts.set(beganAt, String(actsReader(db).last()));
  if (target === null && maybeTaken > 0) facts.set(unknownTarget, 'yes');
  if (journal !== null) carryJournal(taken, journal, join(folder, journalFolder), host.now());
  const after = host.locked ? lines.newestAfter(host.locked.lock.id) : { unlocked: null, isBehind: false };
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
    locklessJournalLines: lines.withoutLock(),
    openJournalLines: newer.open,
    missingJournalParts,
    unknownLocks: lines.unknownLocks(),
    lockIsOlder: after.isBehind,
    newest: after.unlocked,
    unread,
  };
}

const openJournal = (journal: string) =>
  problem(
    'locked',
    `The journal in ${journal} is open, though the backup is locked: whoever can write to that folder may have changed it. Name the second place of the journal, which is locked, leave the journal out, or say that you take an open one (--take-open). Nothing was restored.`,
    { reason: 'open-beside-locked', name: journal },
  );
