/**
 * The life of a print job: it prints when a person says so, and is held wherever somebody has to be asked first.
 *
 *   held ─begin─▶ printing ─finish─▶ finished
 *    │ ▲──hold────────┘ └─cancel─▶ cancelled
 *    │ └ finish, cancel as well
 *
 * A cancelled job may still have labels that are unconfirmed: what is on paper is asked all the same.
 */
export const jobStates = ['held', 'printing', 'finished', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export const jobEvents = ['begin', 'hold', 'finish', 'cancel'] as const;
export type JobEvent = (typeof jobEvents)[number];

type Row = Record<JobEvent, JobState | null>;
const none: Row = { begin: null, hold: null, finish: null, cancel: null };

/** Every state with every event: the state it leads to, or null where the event is impossible. */
export const jobTransitions: Record<JobState, Row> = {
  held: { begin: 'printing', hold: 'held', finish: 'finished', cancel: 'cancelled' },
  printing: { ...none, hold: 'held', finish: 'finished', cancel: 'cancelled' },
  finished: none,
  cancelled: none,
};

/** What a held job waits for. */
export const holdReasons = [
  'not-begun', // a person says when
  'stopped', // by a person
  'asks', // what is on paper
  'failed', // labels that were refused
  'printer-trouble',
  'restart',
  'restored',
] as const;
export type HoldReason = (typeof holdReasons)[number];
