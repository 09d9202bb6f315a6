import type { CreateNumber, KeyKind } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { Cell } from '../storage/database/seal.ts';
import { prepareSealedRows, type RowSnapshot } from '../storage/database/sealed-write.ts';
import type { PendingQuestion, ClaimedEntry } from './entry.ts';

/** The mutable columns of an entry with its identity; everything but the request itself. Named as in the table. */
export interface EntryRecord {
  readonly seq: number;
  readonly id: string;
  readonly endpoint: CreateNumber;
  readonly key_kind: KeyKind;
  readonly key: string;
  readonly captured_at: number;
  readonly request_sha256: Buffer;
  state: State;
  tries: number;
  accepted_at: number | null;
  settled_at: number | null;
  held_by: number | null;
  wait_set_at: number | null;
  wait_for: number | null;
  maybe_taken: 0 | 1;
  asks: PendingQuestion | null;
  absences: number;
  lost_at_running: number | null;
  reads: number;
  reason_code: string | null;
  reason_text: string | null;
  reason_field: string | null;
  tracking_number: string | null;
  tracking_final: 0 | 1 | null;
  shipping_provider: string | null;
  svc_id: string | null;
  replaces: string | null;
  replaced_by: string | null;
  to_cancel: 0 | 1;
  /** hash of the content that some attempt may have delivered to the service */
  reached_sha256: Buffer | null;
  /** it may have been delivered more than once; never cleared */
  maybe_twice: 0 | 1;
  /** the line of text with which the service accepted it */
  said: string | null;
}

const fixed = ['seq', 'id', 'endpoint', 'key_kind', 'key', 'captured_at', 'request_sha256'] as const;
const changing = [
  'state',
  'tries',
  'accepted_at',
  'settled_at',
  'held_by',
  'wait_set_at',
  'wait_for',
  'maybe_taken',
  'asks',
  'absences',
  'lost_at_running',
  'reads',
  'reason_code',
  'reason_text',
  'reason_field',
  'tracking_number',
  'tracking_final',
  'shipping_provider',
  'svc_id',
  'replaces',
  'replaced_by',
  'to_cancel',
  'reached_sha256',
  'maybe_twice',
  'said',
] as const satisfies readonly (keyof EntryRecord)[];

const changingAndRecord = [...changing, 'record'];
const columns = [...fixed, ...changing];
export const entryRecordColumns = columns.join(', ');

/** An entry as it is stored, for a caller that saves it again. */
export interface ReadEntry {
  record: EntryRecord;
  /** its row, the only place that shows damage */
  snapshot: RowSnapshot;
}

/** Loads and saves records. A save names the state it leaves, so a lost race throws and changes nothing. */
export function entryRecordStore(db: Sqlite) {
  const bySeq = db.prepare<[number], EntryRecord>(`SELECT ${entryRecordColumns} FROM entry WHERE seq = ?`);
  const byId = db.prepare<[string], EntryRecord>(`SELECT ${entryRecordColumns} FROM entry WHERE id = ?`);
  const row = prepareSealedRows(db, 'entry', 'seq');
  return {
    bySeq: (seq: number): EntryRecord | undefined => bySeq.get(seq),
    read(seq: number): ReadEntry | null {
      const standing = row(seq);
      return standing && { record: recordOf(standing), snapshot: standing };
    },
    byId: (id: string): EntryRecord | undefined => byId.get(id),
    /** `standing`: the row, if it was read and not written since; `record`: the last status as JSON, if it is new. */
    save(record: EntryRecord, from: State, given: { standing?: RowSnapshot; record?: string } = {}): void {
      const standing = given.standing ?? row(record.seq);
      if (standing?.cell('state') !== from) throw new Error(`entry ${record.id} was not ${from}`);
      const cells = { ...record, record: given.record ?? null };
      standing.write(cells, given.record === undefined ? changing : changingAndRecord);
    },
  };
}

function recordOf(standing: RowSnapshot): EntryRecord {
  const record: Record<string, Cell> = {};
  for (const column of columns) record[column] = standing.cell(column);
  return record as unknown as EntryRecord;
}
export type EntryRecordStore = ReturnType<typeof entryRecordStore>;

/** Marks that several contents may have reached the service, and which is unknown: no content has this hash. */
export const multipleContentsHash = Buffer.alloc(32);

export type ReachedMark = Pick<EntryRecord, 'reached_sha256' | 'request_sha256'>;

/** The new `reached_sha256` once the current content may have reached the service too. */
export const nextReachedHash = (mark: ReachedMark): Buffer =>
  reachedContent(mark) === 'other' ? multipleContentsHash : mark.request_sha256;

/**
 * Whether an earlier attempt may have delivered this same content, or other content under the same key; null: neither.
 */
export function reachedContent({ reached_sha256, request_sha256 }: ReachedMark): ClaimedEntry['reached'] {
  if (reached_sha256 === null) return null;
  return reached_sha256.equals(request_sha256) ? 'same' : 'other';
}

/**
 * Entries so damaged that a table constraint refuses every write to them. They are skipped until the desk is reopened,
 * reported by the list and by verify, and never waited for.
 */
export function quarantine(onCount: (count: number) => void) {
  const seqs = new Set<number>();
  return {
    has: (seq: number): boolean => seqs.has(seq),
    add(seq: number): void {
      if (seqs.has(seq)) return;
      seqs.add(seq);
      onCount(seqs.size);
    },
    get size(): number {
      return seqs.size;
    },
    /** parameter for `json_each` in a query */
    list: (): string => JSON.stringify([...seqs]),
  };
}
export type Quarantine = ReturnType<typeof quarantine>;

/**
 * SQL condition excluding quarantined entries; its parameter is their list. An empty list skips the subquery, since the
 * loop queries at every turn.
 */
export const writable = `(@unwritable = '[]' OR seq NOT IN (SELECT value FROM json_each(@unwritable)))`;
