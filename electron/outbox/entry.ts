import type { FailingEndpoint } from '../../shared/contract/entry-answers.ts';
import type { CreateNumber, KeyKind } from '../../shared/creates/create-kinds.ts';
import type { EntryEvent, State, TextMeaning } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';

/**
 * A wait from `setAt` (ms, desk clock) for `forMs` (ms). Over when the time has passed, or when the clock is before
 * `setAt`.
 */
export interface Wait {
  setAt: number;
  forMs: number;
}

/** What only a person can answer about an entry; the screen turns it into a question. */
export type PendingQuestion =
  | 'may-be-there' // the answer to an attempt is lost and nothing can prove what happened to it
  | 'was-there-before' // "not changed" on the very first attempt, or it may be there as it was before a correction
  | 'another-record' // the record found differs in ServiceCode or Country
  | 'damaged' // its stored content is damaged, so a status cannot be compared with it
  | 'unknown-text' // the endpoint reports only acceptance, and the meaning of this text is not decided yet
  | 'endpoint-unproven'; // endpoint 16 has never known an order of this kind here, so its 404 proves nothing

/** Why the service (or the desk) refuses; `field` is the service's field name found in the text, if any. */
export interface Reason {
  code: string;
  text: string;
  field: string | null;
}

/** What the service later reports for an accepted entry. `record` is the whole last status record, as JSON. */
export interface Outcome {
  TrackingNumber: string | null;
  /** false: provisional; null: not reported */
  IsFinalTrackingNumber: boolean | null;
  ShippingProvider: string | null;
  SvcId: string | null;
  record: unknown;
}

/** One answer of the service as stored with its attempt: body is at most 64 KiB of text. */
export interface Answer {
  status: number;
  contentType: string | null;
  body: string;
}

export interface ClaimedEntry {
  id: string;
  seq: number;
  endpoint: CreateNumber;
  key: { kind: KeyKind; value: string };
  /** as sent: query values and JSON body */
  request: { query: Record<string, unknown>; body: unknown };
  /** row of the attempt, synced before a byte of it is sent */
  attemptId: number;
  /** number of attempts, this one included; attempts that ended `paused` are not counted */
  tries: number;
  /** an earlier attempt may have taken effect */
  maybeTaken: boolean;
  /**
   * content that an earlier attempt may have delivered: the same or other; unlike `maybeTaken`, later decisions do not
   * clear it
   */
  reached: 'same' | 'other' | null;
  /** last status record read for this entry, or null: compared with a record found after a lost answer */
  lastRecord: unknown;
}

/** An entry due for a status check (unsure) or an outcome check (outcome still open). */
export interface DueCheck extends Omit<ClaimedEntry, 'attemptId'> {
  state: State;
  /** its last attempt when it was read; null: never attempted */
  lastAttemptId: number | null;
  asks: PendingQuestion | null;
  /** 404s since the last lost answer, and the running time (ms) at which that answer was lost */
  absences: number;
  lostAtRunningMs: number | null;
  /** outcome checks so far, and when the service accepted it (ms, desk clock) */
  reads: number;
  acceptedAt: number | null;
  outcome: Outcome | null;
}

/** One change of an entry, decided by `sync` and applied by the outbox in one transaction. */
export type Change = Transitions & {
  /** what the entry waits for next; null: nothing timed */
  wait: Wait | null;
  maybeTaken?: boolean;
  /** it may have been delivered more than once. Sticky: once set, never cleared. */
  maybeTwice?: true;
  /** the line of text with which the service accepted it */
  said?: string | null;
  /** the question to a person; null removes it */
  asks?: PendingQuestion | null;
  /** 404s since the last lost answer */
  absences?: number;
  lostAtRunningMs?: number | null;
  /** number of outcome checks */
  reads?: number;
  reason?: Reason | null;
  outcome?: Outcome;
  /** a paused attempt is not counted */
  costsNoTry?: boolean;
};

/**
 * Transitions to apply, in order, and the reason for the history; with none the state stays and no history is written.
 */
export type Transitions = { events: readonly []; why: null } | { events: readonly EntryEvent[]; why: Why };

/** How many entries of one endpoint may be claimed now. */
export interface ClaimLimit<N extends number = CreateNumber> {
  endpoint: N;
  /**
   * maximum while another healthy endpoint has ready entries; 0 for a healthy endpoint already at its concurrency limit
   */
  max: number;
  /** maximum otherwise */
  maxWhenAlone: number;
  health: 'well' | 'slowly' | 'badly';
  /** round robin, so that no entry is tried again before every ready one had its turn; otherwise first in, first out */
  isRoundRobin: boolean;
}

/** What the sync loop needs of the outbox; the writer implements it. Every call is one synchronous transaction. */
export interface SyncOutbox {
  /**
   * Claims up to `limit` due entries that no dependency blocks, first in, first out, within the limit of each endpoint
   * (none listed: unlimited) and at most `maxFailing` of failing endpoints, in the order of `limits`. Records an
   * attempt for each, synced before this returns or when the enclosing transaction commits. The caller must not send
   * them if the folder is gone by then.
   */
  claim(limit: number, now: number, target: string, limits: readonly ClaimLimit[], maxFailing?: number): ClaimedEntry[];
  /** Whether a due entry is queued, whatever the limits: without one, a claim would write for nothing. */
  hasClaimable(now: number): boolean;
  /** Ends an attempt with its answer (null: no answer) and changes the entry. */
  settle(claimed: ClaimedEntry, answer: Answer | null, verdict: string, change: Change, now: number): void;
  /** Entries left `sending` by a run that ended; none of them has an answer. */
  interrupted(): ClaimedEntry[];
  /** Entries due for a status or outcome check, oldest wait first, without `skippedEndpoints` and ids in `underWay`. */
  dueChecks(
    limit: number,
    now: number,
    skippedEndpoints?: readonly CreateNumber[],
    underWay?: ReadonlySet<string>,
  ): DueCheck[];
  /**
   * Changes an entry after a check; false, with nothing changed, if the entry has changed meanwhile, for example by a
   * person.
   */
  settleCheck(check: DueCheck, change: Change, now: number): boolean;
  /** Runs several of these calls in one transaction, with one disk sync; if `action` throws, all are rolled back. */
  inTransaction(action: () => void): void;
  /**
   * Whether what was written is in the folder: a folder deleted or moved under the desk accepts writes and loses them.
   */
  isFolderPresent(): boolean;
  /**
   * Milliseconds until the next wait ends; 0: now; null: nothing is timed. Entries already claimable are not counted.
   */
  nextDue(now: number): number | null;
  /**
   * Whether the desk still works on an entry without a person: one claimable, under way or being checked, or with an
   * open outcome that is not yet stuck (accepted less than `stuckMs` ago).
   */
  isBusy(now: number, stuckMs: number): boolean;
  /** How many entries of an endpoint are queued or being sent, counted up to `max`. */
  countUndelivered(endpoint: CreateNumber, max: number): number;
  /** Endpoints that were paused or failing when last called, as stored in the folder. */
  failingEndpoints(): FailingEndpoint[];
  saveFailingEndpoints(failing: readonly FailingEndpoint[]): void;
  /** Running time of this folder (ms), kept across restarts; counted only while the desk runs. */
  runningMs(): number;
  addRunningMs(ms: number): void;
  /** Whether endpoint `status` has ever known an order made by `create` at this target. */
  isStatusProven(target: string, status: number, create: number): boolean;
  /** What a person decided this text means at the target; null: not decided yet. */
  textMeaning(target: string, text: string, key: string): TextMeaning | null;
  recordStatusProven(target: string, status: number, create: number): void;
}
