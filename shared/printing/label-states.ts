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

type LabelRow = Record<LabelEvent, LabelState | null>;
const noLabelTransitions: LabelRow = {
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
export const labelTransitions: Record<LabelState, LabelRow> = {
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
