import type { LabelList } from '../labels/label-lists.ts';
import type { EntryList } from '../outbox/lists.ts';
import type { State } from '../outbox/states.ts';

export interface Enqueued {
  id: string;
  key: string;
  state: State;
  /** advice of the desk, and filled columns the order lacks; never a breach of the contract */
  warnings: { path: string; message: string; code?: string; params?: Record<string, string | number> }[];
  /** true: the same capture was on disk already, nothing was added */
  already: boolean;
}

/** What an entry waits for now; a screen makes a sentence of it. Times are ms of the desk's clock. */
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
  /** `until`: its status is asked again then, since the service may make it after all */
  | { for: 'mend'; until?: number };

export interface EntryRow {
  seq: number;
  id: string;
  endpoint: number;
  key: string;
  state: State;
  tries: number;
  maybeTaken: boolean;
  /** a declaration that may have arrived at the service more than once; stays for ever */
  maybeTwice: boolean;
  asks: string | null;
  /** what is stored of it is damaged on this disk: what is shown may be wrong, and `verify` says what to do */
  damaged: boolean;
  /** the line of text the service took it with, where it said one and no more */
  said: string | null;
  replaces: string | null;
  replacedBy: string | null;
  /** on the "cancel at the service" list until someone ticks it */
  toCancel: boolean;
  operator: string;
  capturedAt: number;
  settledAt: number | null;
  /** recipient's name and country where the kind has one */
  recipient: string;
  /** code of the service it is sent with; empty where it names none, or was erased */
  service: string;
  /** the list of labels it stands on; null: it has no label yet, or is of another kind */
  label: LabelList | null;
  trackingNumber: string | null;
  provisional: boolean;
  reason: { code: string; text: string; field: string | null } | null;
  waitsFor: WaitsFor;
}

/** A create that the service did not take, or answered badly again and again, when it was last asked. */
export interface IllEndpoint {
  endpoint: number;
  /** paused: 403, 404 or 405, so that nothing of it is sent but a try now and then */
  why: 'paused' | 'fails' | 'no-answer' | 'busy';
  /** of the last bad answer; null: there was none */
  status: number | null;
  /** of a pause: what to look at */
  message: string | null;
  /** ms of the desk's clock */
  since: number;
}

export interface HistoryStep {
  at: number;
  /** `desk` and `restore` where no person acted */
  who: string;
  from: State | null;
  to: State;
  /** a code of `shared/outbox/whys.ts` with what its sentence needs, or words of a person or the service as they came */
  why: { code: string; params: object } | { said: string };
  /** what is stored of it is not as it was written */
  damaged: boolean;
}

/** Another entry, as a link to it shows it. */
export interface OtherEntry {
  id: string;
  key: string;
  state: State;
}

export interface EntryDetail extends EntryRow {
  request: { query: Record<string, unknown>; body: unknown };
  record: unknown;
  /** when its names, addresses, contents and answers were erased, as the setting `retentionDays` says; null: they were not */
  erasedAt: number | null;
  attempts: {
    id: number;
    startedAt: number;
    endedAt: number | null;
    target: string;
    verdict: string | null;
    status: number | null;
    answer: string | null;
    /** bytes the answer had, where only its beginning (or nothing) of it is kept; null: it is whole */
    cutFrom: number | null;
    /** the try that has the very same answer, which is kept there alone, `answer` being null; null: none */
    sameAs: number | null;
    /** what is stored of it is not as it was written */
    damaged: boolean;
  }[];
  history: HistoryStep[];
  /** earlier entries this one needs, and later ones that need it */
  needs: (OtherEntry & { waived: boolean })[];
  neededBy: OtherEntry[];
  /** the entry this one was made in place of (`replaces`), and the one made in its place (`replacedBy`) */
  inPlaceOf: OtherEntry | null;
  inItsPlace: OtherEntry | null;
}

/** Of each list how many; `more`: there are more than were counted. */
export type Tally = Record<EntryList, { count: number; more: boolean }>;

export interface Counts {
  byState: Record<State, number>;
  asking: number;
  stuck: number;
  /** when the next entry becomes stuck if nothing happens until then, ms of the desk's clock; null: none would */
  nextStuckAt: number | null;
  toCancel: number;
  /** on the list of that name, each once */
  needsYou: number;
  /** queued, sending or unsure; and when the oldest of them was captured */
  waiting: number;
  oldestWaiting: number | null;
}
