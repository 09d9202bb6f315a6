/**
 * The life cycle of a print job. A person begins it; it is held whenever a person must decide something.
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

type JobTransitionRow = Record<JobEvent, JobState | null>;
const noJobTransitions: JobTransitionRow = { begin: null, hold: null, finish: null, cancel: null };

/** For every state and event, the next state, or null if the event is impossible. */
export const jobTransitions: Record<JobState, JobTransitionRow> = {
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

/**
 * The life cycle of a label in the print queue.
 *
 *   waiting ─hand-over─▶ handed-over ─proved─▶ on-paper
 *    │ │ ▲ ▲                │ │ └─lost─▶ unconfirmed ─seen─▶ on-paper
 *    │ │ │ └────not-left────┘ │               │
 *    │ │ └────────────────────┼────no-paper───┘
 *    │ ├─refused─▶ failed ◀─refused
 *    │ ▼             │ └─again─▶ waiting
 *    └─cancel─▶ cancelled ◀─cancel
 *
 * A label handed over without proof of paper is unconfirmed until a person decides. A restored backup does not know
 * what was printed after it was made, so all its open labels become unconfirmed.
 */
export const labelStates = ['waiting', 'handed-over', 'on-paper', 'failed', 'unconfirmed', 'cancelled'] as const;
export type LabelState = (typeof labelStates)[number];

/** Events of a label. Each is one arrow of the diagram. */
export const labelEvents = [
  'hand-over',
  'proved',
  'lost',
  'not-left',
  'refused',
  'seen',
  'no-paper',
  'again',
  'cancel',
  'restored',
] as const;
export type LabelEvent = (typeof labelEvents)[number];

type LabelTransitionRow = Record<LabelEvent, LabelState | null>;
const noLabelTransitions: LabelTransitionRow = {
  'hand-over': null,
  proved: null,
  lost: null,
  'not-left': null,
  refused: null,
  seen: null,
  'no-paper': null,
  again: null,
  cancel: null,
  restored: null,
};

/** For every state and event, the next state, or null if the event is impossible. */
export const labelTransitions: Record<LabelState, LabelTransitionRow> = {
  waiting: {
    ...noLabelTransitions,
    'hand-over': 'handed-over',
    refused: 'failed',
    cancel: 'cancelled',
    restored: 'unconfirmed',
  },
  'handed-over': {
    ...noLabelTransitions,
    proved: 'on-paper',
    lost: 'unconfirmed',
    'not-left': 'waiting',
    refused: 'failed',
    restored: 'unconfirmed',
  },
  unconfirmed: { ...noLabelTransitions, seen: 'on-paper', 'no-paper': 'waiting' },
  failed: { ...noLabelTransitions, again: 'waiting', cancel: 'cancelled', restored: 'unconfirmed' },
  'on-paper': noLabelTransitions,
  cancelled: noLabelTransitions,
};

/** Final states. A label has a settled time in exactly these. */
const settledLabelStates = ['on-paper', 'cancelled'] as const satisfies readonly LabelState[];

export function isSettled(state: LabelState): boolean {
  return (settledLabelStates as readonly LabelState[]).includes(state);
}

/**
 * Reason codes for the steps of jobs and labels. The engine stores these codes, not sentences; a reason typed by a
 * person is stored beside its code.
 */
export const printReasons = [
  'wanted', // a person requested it
  'no-number-yet', // a person requested a provisional label
  'reprint', // reprint, for a reason in the person's words
  // reprint, because the printed label is out of date (`staleReasons`)
  'number-came',
  'number-changed',
  'number-final',
  'corrected',
  'replaces',
  'begun',
  'moved', // to another printer
  'sent',
  // proof that it is on paper
  'printer-counted',
  'printer-said',
  'person-said',
  'scanned',
  'printed-by-dialog', // by the system's print dialog or a PDF, as a person confirmed
  'said-before', // the same, before the print queue existed
  'said-in-journal', // from the rescue journal of a folder that was lost
  // why there is no proof
  'no-proof', // its printer gives none
  'not-counted', // its printer counts labels, but did not count this one, or counted others too
  'connection-cut',
  'printer-gave-up', // the printer ended the job itself
  'printer-silent',
  'printer-stopped', // the printer stopped in mid-job, as for paper, and it counts no labels
  'desk-ended',
  'restored-maybe-printed',
  // why nothing was printed
  'not-reached',
  'no-paper-seen',
  'printer-refused',
  'cannot-be-drawn',
  'again',
  'cancelled',
  // why a label requested before its number arrived leaves its job
  'order-withdrawn',
  'order-replaced',
  'order-closed',
  'printed-already',
  'asked-elsewhere',
  'passed', // its job no longer waits for its number
  // result of a scan after the label was stuck on
  'stuck-on',
  'stuck-on-twice',
  'other-batch',
  'not-sent', // it was not sent to the printer, so the scanned label is an earlier one
  'which-print', // an earlier label has the same code: a person is asked which one it is
  'scan-number', // an earlier label has the same PackageId and another number
  'being-printed', // an earlier label has the same code, and this one is not printed yet
  'all-settled',
] as const;
export type PrintReason = (typeof printReasons)[number] | HoldReason;

/** Result of an attempt to print a label; `said`: the text the printer reported, or its counts. */
export type PrintResult = { said?: string } & (
  | { end: 'proved'; why: Extract<PrintReason, 'printer-counted' | 'printer-said'> }
  | {
      end: 'lost';
      why: Extract<
        PrintReason,
        | 'no-proof'
        | 'not-counted'
        | 'connection-cut'
        | 'printer-gave-up'
        | 'printer-silent'
        | 'printer-stopped'
        | 'desk-ended'
      >;
    }
  // provably no byte was sent
  | { end: 'not-left'; why: Extract<PrintReason, 'not-reached'> }
  // provably nothing was printed, and nothing will be
  | { end: 'refused'; why: Extract<PrintReason, 'printer-refused'>; fault: string }
);

/**
 * Faults that keep a printer from printing, if it reports them. `silent`: it does not answer, which is common while it
 * is out of paper or open.
 */
export const printerFaults = [
  'paper-out',
  'paused',
  'head-open',
  'ribbon-out',
  'jammed',
  'too-hot',
  'too-cold',
  'buffer-full',
  'label-waiting',
  'silent',
  'not-reached',
  'another-printer', // another printer than the configured one answers at the address
] as const;
export type PrinterFault = (typeof printerFaults)[number];

/**
 * Why the status channel of a printer is no longer used, so that its status is queried on the connection for labels.
 */
export const channelDropReasons = [
  'silent', // not reachable, closed, or gives no readable answer
  'another-printer', // a printer other than the configured one answers
  'stalled', // it reports no fault while the printer accepts nothing on the connection for labels
] as const;
export type ChannelDropReason = (typeof channelDropReasons)[number];
