import type { CreateNumber, KeyKind } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { ClaimedEntry, PendingQuestion } from './entry.ts';

/** The cells of an entry that change, with its identity; everything but the request itself. Named as in the table. */
export interface StoredEntry {
  readonly seq: number;
  readonly id: string;
  readonly endpoint: CreateNumber;
  readonly key_kind: KeyKind;
  readonly key: string;
  readonly captured_at: number;
  readonly request_sha256: Buffer;
  readonly state: State;
  readonly tries: number;
  readonly accepted_at: number | null;
  readonly settled_at: number | null;
  /** number of the earlier entry that blocks it */
  readonly held_by: number | null;
  /** start of the current wait (ms), and its length (ms): see `Wait` */
  readonly wait_set_at: number | null;
  readonly wait_for: number | null;
  /** the service may have it, without proof */
  readonly maybe_taken: 0 | 1;
  /** the pending question to a person */
  readonly asks: PendingQuestion | null;
  /** 404s since the last lost answer, and the running time (ms) at which that answer was lost */
  readonly absences: number;
  readonly lost_at_running: number | null;
  /** number of outcome checks */
  readonly reads: number;
  readonly reason_code: string | null;
  readonly reason_text: string | null;
  readonly reason_field: string | null;
  readonly tracking_number: string | null;
  readonly tracking_final: 0 | 1 | null;
  readonly shipping_provider: string | null;
  readonly svc_id: string | null;
  readonly replaces: string | null;
  readonly replaced_by: string | null;
  /** on the "cancel at the service" list */
  readonly to_cancel: 0 | 1;
  /** hash of the content that some attempt may have delivered to the service */
  readonly reached_sha256: Buffer | null;
  /** it may have been delivered more than once; never cleared */
  readonly maybe_twice: 0 | 1;
  /** the line of text with which the service accepted it */
  readonly said: string | null;
}

const fixedColumns = ['seq', 'id', 'endpoint', 'key_kind', 'key', 'captured_at', 'request_sha256', 'replaces'] as const;
/** The cells that a save writes. */
export const changingColumns = [
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
  'replaced_by',
  'to_cancel',
  'reached_sha256',
  'maybe_twice',
  'said',
] as const satisfies readonly (keyof StoredEntry)[];

export const entryColumns = [...fixedColumns, ...changingColumns];
export const entryRowColumns = entryColumns.join(', ');

/** Marks that several contents may have reached the service, and which is unknown: no content has this hash. */
export const multipleContentsHash = Buffer.alloc(32);

export type ReachedMark = Pick<StoredEntry, 'reached_sha256' | 'request_sha256'>;

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
