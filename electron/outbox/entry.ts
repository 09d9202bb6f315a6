import type { CreateNumber, KeyKind } from '../../shared/creates/create-kinds.ts';
import type { IllEndpoint } from '../../shared/contract/entry-answers.ts';
import type { EntryEvent, State } from '../../shared/outbox/states.ts';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import type { Why } from '../../shared/outbox/whys.ts';

/** "Set at" (ms, desk clock) and "for how long" (ms). Over when the time has passed, or when the clock stands before `setAt`. */
export interface Wait {
  setAt: number;
  forMs: number;
}

/** What only a person can answer about an entry; the screen turns it into a question. */
export type Asks =
  | 'may-be-there' // a try's answer is lost and nothing can prove what became of it
  | 'was-there-before' // "not changed" on the very first try, or it may be there as it was before it was corrected
  | 'another-record' // the record found differs in ServiceCode or Country
  | 'damaged' // what is stored of it is damaged, so that a status cannot be held against it
  | 'unknown-text' // accepted is all there is, and nobody has said yet what this text of the service means
  | 'endpoint-unproven'; // endpoint 16 never yet knew an order of this kind here, so its 404 proves nothing

/** Why the service (or the desk) says no; `field` is the service's field name found in the words, if any. */
export interface Reason {
  code: string;
  text: string;
  field: string | null;
}

/** What the service later says of an accepted entry. `record` is the whole last status record, as JSON. */
export interface Outcome {
  TrackingNumber: string | null;
  /** false: provisional; null: not said */
  IsFinalTrackingNumber: boolean | null;
  ShippingProvider: string | null;
  SvcId: string | null;
  record: unknown;
}

/** One answer of the service as it is kept with its try: body is at most 64 KiB of text. */
export interface Answer {
  status: number;
  contentType: string | null;
  body: string;
}

export interface Claimed {
  id: string;
  seq: number;
  endpoint: CreateNumber;
  key: { kind: KeyKind; value: string };
  /** as it goes on the wire: query values and JSON body */
  request: { query: Record<string, unknown>; body: unknown };
  /** row of the try that is written, and synced before a byte of it is sent */
  tryId: number;
  /** number of tries, this one included; tries that ended `paused` are not counted */
  tries: number;
  /** some earlier try may have taken effect */
  maybeTaken: boolean;
  /** some earlier try may have taken effect, whatever was decided about it since: one with this very content, or with another */
  reached: 'same' | 'other' | null;
  /** last status record read for this entry, or null: what a record found after a lost answer is compared with */
  lastRecord: unknown;
}

/** An entry whose status is to be asked: an unsure one (check) or one with an outcome still open (read). */
export interface DueRead extends Omit<Claimed, 'tryId'> {
  state: State;
  /** its last try when it was read; null: it was never tried */
  lastTry: number | null;
  asks: Asks | null;
  /** 404s seen since the last lost answer, and the running time (ms) at which that answer was lost */
  absences: number;
  lostAtRunningMs: number | null;
  /** outcome reads so far, and when the service accepted it (ms, desk clock) */
  reads: number;
  acceptedAt: number | null;
  outcome: Outcome | null;
}

/** One change of an entry, decided by `sync` and applied by the outbox in one transaction. */
export type Change = Transitions & {
  /** what the entry waits for next; null: nothing the clock brings */
  wait: Wait | null;
  maybeTaken?: boolean;
  /** it may have arrived there more than once; said once, it stays */
  maybeTwice?: true;
  /** the line of text the service took it with */
  said?: string | null;
  asks?: Asks | null;
  absences?: number;
  lostAtRunningMs?: number | null;
  reads?: number;
  reason?: Reason | null;
  outcome?: Outcome;
  /** a paused try costs none */
  costsNoTry?: boolean;
};

/** Arrows to take, in order, and what the history puts them down to; without any the state stays, and nothing is written. */
export type Transitions = { events: readonly []; why: null } | { events: readonly EntryEvent[]; why: Why };

/** How many entries of one endpoint may be claimed now. */
export interface Limit<N extends number = CreateNumber> {
  endpoint: N;
  /** while another that goes well has some ready; 0 where it goes well: as many are under way as it takes now */
  most: number;
  /** while none has */
  alone: number;
  goes: 'well' | 'slowly' | 'badly';
  /** one after the other, so that none is tried again before all that are ready had their turn; else first in, first out */
  inTurns: boolean;
}

/** What the sync loop needs of the outbox; the writer implements it. Every call is one synchronous transaction. */
export interface SyncOutbox {
  /**
   * Takes up to `limit` entries that are due, first in, first out, none that is held back by another, of each endpoint as its limit
   * says (none given: no limit), and of all that go badly at most `badly`, in the order given; writes a try for each, synced before
   * it returns, or before `together` does. Nothing of them is sent where it is not there then (`isThere`).
   */
  claim(limit: number, now: number, target: string, limits: readonly Limit[], badly?: number): Claimed[];
  /** Whether an entry is queued whose time has come, whatever the limits: where none is, a claim would write for nothing. */
  claimable(now: number): boolean;
  /** Ends a try with what came back (null: no answer) and changes the entry. */
  settle(claimed: Claimed, answer: Answer | null, verdict: string, change: Change, now: number): void;
  /** Entries left `sending` by a run that ended; none of them has an answer. */
  interrupted(): Claimed[];
  /**
   * Unsure entries and entries with an open outcome whose wait is over, oldest wait first, none of `skip` and none whose id is
   * `underWay`.
   */
  dueReads(limit: number, now: number, skip?: readonly CreateNumber[], underWay?: ReadonlySet<string>): DueRead[];
  /** Changes an entry after a status was read; false when it has moved on meanwhile (a person was faster) and nothing was changed. */
  settleRead(read: DueRead, change: Change, now: number): boolean;
  /** One transaction, and so one sync of the disk, around several of these calls; where `act` throws, none of them happened. */
  together(act: () => void): void;
  /** Whether what was written is in the folder: one that was deleted or moved under the desk takes writes, and keeps none. */
  isThere(): boolean;
  /** Milliseconds until a wait is over; 0: now; null: nothing waits for the clock. What may be claimed already is not counted. */
  nextDue(now: number): number | null;
  /**
   * Whether an entry is left that the desk still works on without a person: one that may be claimed, is under way, is checked,
   * or whose outcome is open and not yet stuck (accepted less than `stuckMs` ago).
   */
  busy(now: number, stuckMs: number): boolean;
  /** How many entries of an endpoint are queued or just being sent, counted up to `most`. */
  undelivered(endpoint: CreateNumber, most: number): number;
  /** Creates that went badly when they were last asked, as the folder keeps them. */
  illEndpoints(): IllEndpoint[];
  noteIllEndpoints(ill: readonly IllEndpoint[]): void;
  /** Running time of this folder (ms) kept across restarts; counted only while the desk runs. */
  runningMs(): number;
  addRunningMs(ms: number): void;
  /** Whether endpoint `status` has once known an order made by `create` at this target. */
  statusKnows(target: string, status: number, create: number): boolean;
  /** What a person said that this text means at the target; null: nobody has said it yet. */
  textMeans(target: string, text: string, key: string): TextMeans | null;
  noteStatusKnows(target: string, status: number, create: number): void;
}
