import type { LabelList } from '../labels/label-lists.ts';
import type { EntryList, State } from '../outbox/states.ts';

export interface Enqueued {
  id: string;
  key: string;
  state: State;
  /** advice of the desk, and filled columns that the order has no field for; never a breach of the contract */
  warnings: { path: string; message: string; code?: string; params?: Record<string, string | number> }[];
  /** true: the same capture was stored before and nothing was added */
  already: boolean;
}

/**
 * What an entry waits for now; screens turn it into a sentence. `turn`: to be sent; `answer`: the answer to the attempt
 * under way; `mend`: a person who corrects it. Times are ms of the desk's clock.
 */
export type WaitsFor =
  | { for: 'nothing' }
  | { for: 'hold'; until: number }
  | { for: 'turn' }
  | { for: 'answer' }
  | { for: 'entry'; id: string; key: string }
  | { for: 'retry'; until: number }
  | { for: 'status-check'; until: number }
  | { for: 'outcome'; until: number; stuck: boolean }
  | { for: 'person'; question: string }
  /** `until`: when its status is checked again, because the service may still create it */
  | { for: 'mend'; until?: number };

export interface EntryRow {
  seq: number;
  id: string;
  endpoint: number;
  key: string;
  state: State;
  /** number of attempts */
  tries: number;
  /** possibly sent: an attempt was made whose answer was lost */
  maybeTaken: boolean;
  /** a declaration that may have reached the service more than once; never cleared */
  maybeTwice: boolean;
  /** code of the pending question, which a person must answer; null: none */
  asks: string | null;
  /** its stored rows are damaged: what is shown may be wrong, and `verify` reports what to do */
  damaged: boolean;
  /** the text with which the service accepted it, if the answer was a single line of text and nothing else */
  said: string | null;
  /** id of the entry that this one replaces, and of the entry that replaces it */
  replaces: string | null;
  replacedBy: string | null;
  /** on the list "cancel at the service" until a person ticks it off */
  toCancel: boolean;
  operator: string;
  capturedAt: number;
  settledAt: number | null;
  /** recipient's name and country, if the kind has them */
  recipient: string;
  /** code of the service it is sent with; empty if it names none or was erased */
  service: string;
  /** the list its label is on; null: it has no label yet, or its kind has none */
  label: LabelList | null;
  trackingNumber: string | null;
  /** the tracking number may still change */
  provisional: boolean;
  reason: { code: string; text: string; field: string | null } | null;
  waitsFor: WaitsFor;
}

/** A create whose endpoint refused or failed repeatedly when it was last called. */
export interface FailingEndpoint {
  endpoint: number;
  /** paused: 403, 404 or 405, so only a probe is sent now and then */
  why: 'paused' | 'fails' | 'no-answer' | 'busy';
  /** status of the last failed answer; null if there was no answer */
  status: number | null;
  /** for a pause: what a person should check */
  message: string | null;
  /** ms of the desk's clock */
  since: number;
}

export interface HistoryStep {
  at: number;
  /** operator, or `desk` or `restore` if no person acted */
  who: string;
  from: State | null;
  to: State;
  /** a code of `shared/outbox/whys.ts` with the params of its sentence, or text of a person or the service, verbatim */
  why: { code: string; params: object } | { said: string };
  /** the stored row differs from what was written */
  damaged: boolean;
}

/** Another entry, as shown in a link to it. */
export interface LinkedEntry {
  id: string;
  key: string;
  state: State;
}

export interface EntryDetail extends EntryRow {
  request: { query: Record<string, unknown>; body: unknown };
  record: unknown;
  /** when its names, addresses, contents and answers were erased under the setting `retentionDays`; null: never */
  erasedAt: number | null;
  /**
   * of a draft: the order under its key that was withdrawn while the service may have it, so that a person decides
   * whether the draft is sent; null: none
   */
  withdrawnBefore: string | null;
  attempts: {
    id: number;
    startedAt: number;
    endedAt: number | null;
    target: string;
    verdict: string | null;
    status: number | null;
    answer: string | null;
    /** size of the answer in bytes if only its beginning, or none of it, is stored; null: it is complete */
    cutFrom: number | null;
    /** the attempt with the identical answer, which is stored only there (`answer` is null here); null: none */
    sameAs: number | null;
    /** the stored row differs from what was written */
    damaged: boolean;
  }[];
  history: HistoryStep[];
  /** earlier entries this one depends on, and later ones that depend on it */
  needs: (LinkedEntry & { waived: boolean })[];
  neededBy: LinkedEntry[];
  /** the entry this one replaces (`replaces`), and the one that replaces it (`replacedBy`) */
  inPlaceOf: LinkedEntry | null;
  inItsPlace: LinkedEntry | null;
}

/** Number of entries on each list; `more`: the count stopped at its limit. */
export type Tally = Record<EntryList, { count: number; more: boolean }>;

export interface Counts {
  byState: Record<State, number>;
  asking: number;
  stuck: number;
  /** when the next entry counts as stuck if nothing happens until then, ms of the desk's clock; null: none will */
  nextStuckAt: number | null;
  toCancel: number;
  /** entries on the list of that name, each counted once */
  needsYou: number;
  /** entries that are queued, sending or unsure, and when the oldest of them was captured */
  waiting: number;
  oldestWaiting: number | null;
}
