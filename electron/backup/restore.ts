import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { deskFile, openDesk } from '../database/open-desk.ts';
import { openSqliteReader, syncToDisk, type Sqlite } from '../database/open-sqlite.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { readCapture, type Capture } from '../outbox/capture.ts';
import { factStore } from '../outbox/facts.ts';
import { outboxParts, type OutboxParts } from '../outbox/parts.ts';
import { writeRequest } from '../outbox/stored-request.ts';
import { problem, ProblemError } from '../../shared/problem.ts';
import { why } from '../../shared/whys.ts';
import type { JournalLine } from './journal-line.ts';
import { linesOf } from './read-journal.ts';
import { verifyDatabase } from './verify.ts';

export interface RestoreHost {
  now: () => number;
  newId: () => string;
}

export interface Restored {
  generation: number;
  entries: number;
  /** captures that only the journal still knew */
  fromJournal: number;
  /** entries now treated as after a lost answer: asked for before anything is sent again */
  maybeTaken: number;
  damagedJournalLines: number;
  /** ids of journalled captures that could not be entered, as their key belongs to another entry now */
  notRestored: string[];
}
type Brought = Pick<Restored, 'fromJournal' | 'notRestored'>;

/**
 * Makes a data folder from a backup and, where there is one, the rescue journal of the lost folder. A new generation begins: what
 * was made after the backup may be at the service, so every unsettled or journalled entry counts as after a lost answer.
 * Throws `bad-file` where the folder holds a desk already (nothing is ever written over), `damaged` where the backup is not whole.
 */
export function restore(from: string, folder: string, journal: string | null, host: RestoreHost): Restored {
  if (existsSync(join(folder, deskFile))) {
    throw problem(
      'bad-file',
      `${folder} holds a desk already. Restore into an empty folder; nothing was written over.`,
    );
  }
  const copy = openSqliteReader(from, deskMigrations);
  try {
    if (!verifyDatabase(copy).whole) throw problem('damaged', `${from} is not whole. Take an older backup.`);
  } finally {
    copy.close();
  }
  const read = journal !== null && existsSync(journal) ? [...linesOf(journal)] : [];
  makePrivateFolder(folder);
  const half = join(folder, 'restoring');
  makePrivateFolder(half);
  copyFileSync(from, join(half, deskFile));
  const db = openDesk(half);
  try {
    const result = beginGeneration(
      db,
      read.filter((line) => line !== null),
      host,
    );
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    syncToDisk(join(half, deskFile));
    renameSync(join(half, deskFile), join(folder, deskFile));
    syncToDisk(folder);
    return { ...result, damagedJournalLines: read.filter((line) => line === null).length };
  } catch (error) {
    db.close();
    throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

function beginGeneration(db: Sqlite, lines: readonly JournalLine[], host: RestoreHost) {
  const parts = outboxParts(db, { ...host, holdMs: () => 0 });
  const facts = factStore(db);
  return db.transaction(() => {
    const generation = Number(facts.get('generation') ?? 1) + 1;
    facts.set('generation', String(generation));
    facts.set('folder', host.newId());
    const brought = bringBack(parts, db, lines);
    const doubtful = db
      .prepare<[], { id: string }>(`SELECT id FROM entry WHERE state IN ('queued', 'unsure') ORDER BY seq`)
      .all();
    const target = facts.get('target');
    for (const { id } of doubtful) asAfterLostAnswer(parts, db, id, target ?? 'practice');
    if (target === null && doubtful.length > 0) facts.set('target', 'practice');
    const entries = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM entry').get()?.n ?? 0;
    const maybeTaken =
      db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM entry WHERE state = 'sending'`).get()?.n ?? 0;
    return { generation, entries, ...brought, maybeTaken };
  })();
}

/** Enters what only the journal knows, by its own id; the last line of an entry is what it was when the folder was lost. */
function bringBack(parts: OutboxParts, db: Sqlite, lines: readonly JournalLine[]): Brought {
  const rewrite = db.prepare<[string, Buffer, string, string, number]>(
    'UPDATE entry SET request = ?, request_sha256 = ?, key = ?, recipient = ? WHERE seq = ?',
  );
  const hashOf = db.prepare<[number], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE seq = ?');
  const brought: Brought = { fromJournal: 0, notRestored: [] };

  function bring(line: JournalLine, capture: Capture): void {
    const known = parts.marks.byId(line.id);
    if (known === undefined) {
      const now = parts.host.now();
      const made = parts.enqueue(capture, { id: line.id, operator: line.operator, state: 'queued', wait: null, now });
      if (!made.already) brought.fromJournal += 1;
      return;
    }
    const { text, sha256 } = writeRequest(capture);
    if (hashOf.get(known.seq)?.request_sha256.equals(sha256)) return;
    if (known.state === 'refused') mendAsJournalled(parts, known.id);
    else if (known.state !== 'queued' && known.state !== 'draft') return;
    rewrite.run(text, sha256, capture.key.value, capture.recipient, known.seq);
  }

  for (const line of new Map(lines.filter((l) => l.v !== 2 || l.request).map((l) => [l.id, l])).values()) {
    const capture = captureOf(line);
    try {
      if (capture === null) brought.notRestored.push(line.id);
      else db.transaction(() => bring(line, capture))();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      brought.notRestored.push(line.id);
    }
  }
  return brought;
}

function mendAsJournalled(parts: OutboxParts, id: string): void {
  const mark = parts.find(id);
  parts.take(mark, 'mend', 'restore', why('journal-newer'), parts.host.now());
  mark.reason_code = mark.reason_text = mark.reason_field = null;
  parts.save(mark, 'refused');
}

function captureOf(line: JournalLine): Capture | null {
  const read = readCapture(
    { endpoint: line.endpoint, ...(line.v === 2 ? line.request : { query: line.query, body: line.body }) },
    { sync: 0, idType: 'PackageId', lang: 'zh' },
  );
  return read.ok ? read.value : null;
}

/** Leaves an entry as a run that ended in mid-delivery does: the sync loop then treats it by its endpoint's row. */
function asAfterLostAnswer(parts: OutboxParts, db: Sqlite, id: string, target: string): void {
  const mark = parts.find(id);
  const now = parts.host.now();
  const from = mark.state;
  if (from === 'unsure') parts.take(mark, 'send-again', 'restore', why('restored'), now);
  parts.take(mark, 'claim', 'restore', why('restored-maybe-sent'), now);
  mark.maybe_taken = 1;
  mark.asks = null;
  mark.wait_set_at = mark.wait_for = null;
  parts.save(mark, from);
  db.prepare<[number, string, number]>('INSERT INTO attempt (entry, target, started_at) VALUES (?, ?, ?)').run(
    mark.seq,
    target,
    now,
  );
}
