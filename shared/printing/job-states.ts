/**
 * The life cycle of a print job: a person begins it, and it is held whenever a person must decide first.
 *
 *   held ─begin─▶ printing ─finish─▶ finished
 *    │ ▲──hold────────┘ └─cancel─▶ cancelled
 *    │ └ finish and cancel, too
 *
 * A cancelled job may still have unconfirmed labels; a person is asked about them all the same.
 */
export const jobStates = ['held', 'printing', 'finished', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export const jobEvents = ['begin', 'hold', 'finish', 'cancel'] as const;
export type JobEvent = (typeof jobEvents)[number];

type JobRow = Record<JobEvent, JobState | null>;
const noJobTransitions: JobRow = { begin: null, hold: null, finish: null, cancel: null };

/** For every state and event, the next state, or null if the event is impossible. */
export const jobTransitions: Record<JobState, JobRow> = {
  held: { begin: 'printing', hold: 'held', finish: 'finished', cancel: 'cancelled' },
  printing: { ...noJobTransitions, hold: 'held', finish: 'finished', cancel: 'cancelled' },
  finished: noJobTransitions,
  cancelled: noJobTransitions,
};

/** Why a job is held. */
export const holdReasons = [
  'not-begun', // until a person begins it
  'stopped', // by a person
  'asks', // a person must say what is on paper
  'failed', // labels were refused
  'printer-trouble',
  'restart',
  'restored',
] as const;
export type HoldReason = (typeof holdReasons)[number];
