import type { Sqlite } from '../database/open-sqlite.ts';
import { wholeRow } from '../database/seal.ts';
import type { State } from '../../shared/outbox-states.ts';
import type { Asks, Claimed, CreateNumber, KeyKind } from './entry.ts';

/** The columns of an entry that its life changes; all but the request itself. Named as in the table. */
export interface Marks {
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
  asks: Asks | null;
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
  /** hash of the content that some try may have brought to the service */
  reached_sha256: Buffer | null;
  /** it may have arrived there more than once; never taken back */
  maybe_twice: 0 | 1;
  /** the line of text the service took it with */
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
] as const satisfies readonly (keyof Marks)[];

export const markColumns = [...fixed, ...changing].join(', ');

/** Loads and saves marks; a save names the state it leaves, so a lost race changes nothing and is told. */
export function marksStore(db: Sqlite) {
  const bySeq = db.prepare<[number], Marks>(`SELECT ${markColumns} FROM entry WHERE seq = ?`);
  const byId = db.prepare<[string], Marks>(`SELECT ${markColumns} FROM entry WHERE id = ?`);
  const whole = db.prepare<[number], { whole: 0 | 1 }>(
    `SELECT ${wholeRow(db, 'entry', 'e')} AS whole FROM entry e WHERE seq = ?`,
  );
  const update = db.prepare<[Marks & { from: State }]>(
    `UPDATE entry SET ${changing.map((c) => `${c} = @${c}`).join(', ')} WHERE seq = @seq AND state = @from`,
  );
  return {
    bySeq: (seq: number): Marks | undefined => bySeq.get(seq),
    /** Whether its row is as it was written; damage shows nowhere else. */
    isWhole: (seq: number): boolean => whole.get(seq)?.whole !== 0,
    byId: (id: string): Marks | undefined => byId.get(id),
    save(marks: Marks, from: State): void {
      if (update.run({ ...marks, from }).changes !== 1) throw new Error(`entry ${marks.id} was not ${from}`);
    },
  };
}
export type MarksStore = ReturnType<typeof marksStore>;

/** Whether an earlier try may have brought this very content to the service, or other content under its name. */
export function reachedBy({
  reached_sha256,
  request_sha256,
}: Pick<Marks, 'reached_sha256' | 'request_sha256'>): Claimed['reached'] {
  if (reached_sha256 === null) return null;
  return reached_sha256.equals(request_sha256) ? 'same' : 'other';
}
