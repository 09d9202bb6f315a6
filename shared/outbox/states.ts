/**
 * The states of an entry and the events between them.
 *
 *   draft ─submit─▶ queued ─claim─▶ sending ─accepted─▶ accepted ─made─▶ done
 *     │               ▲  │             │ │                 │  └─closed─▶ done
 *  discard            │  └withdraw─┐   │ └─refused─▶ refused◀─failed
 *     ▼               │            ▼   │              │ │ └─healed─▶ done
 *  withdrawn          ├─again,paused───┤   ┌──taken───┘ └─mend─▶ queued
 *                     └─not-there── unsure ┴─found─▶ accepted
 *
 * "Waiting to retry" and "blocked" are not states: both are `queued`, with a backoff or an open dependency.
 */
export const states = ['draft', 'queued', 'sending', 'unsure', 'accepted', 'refused', 'done', 'withdrawn'] as const;
export type State = (typeof states)[number];

/** Events of an entry. Each is one arrow of the diagram. */
export const entryEvents = [
  'submit',
  'discard',
  'change',
  'withdraw',
  'claim',
  'accepted',
  'refused',
  'again',
  'paused',
  'lost',
  'found',
  'not-there',
  'send-again',
  'taken',
  'made',
  'failed',
  'closed',
  'mend',
  'healed',
] as const;
export type EntryEvent = (typeof entryEvents)[number];

type TransitionRow = Record<EntryEvent, State | null>;
const noTransitions: TransitionRow = {
  submit: null,
  discard: null,
  change: null,
  withdraw: null,
  claim: null,
  accepted: null,
  refused: null,
  again: null,
  paused: null,
  lost: null,
  found: null,
  'not-there': null,
  'send-again': null,
  taken: null,
  made: null,
  failed: null,
  closed: null,
  mend: null,
  healed: null,
};

/** For every state and event, the next state, or null if the event is impossible. */
export const transitions: Record<State, TransitionRow> = {
  draft: { ...noTransitions, submit: 'queued', change: 'draft', discard: 'withdrawn' },
  queued: { ...noTransitions, claim: 'sending', change: 'queued', withdraw: 'withdrawn' },
  sending: {
    ...noTransitions,
    accepted: 'accepted',
    refused: 'refused',
    again: 'queued',
    paused: 'queued',
    lost: 'unsure',
  },
  unsure: {
    ...noTransitions,
    found: 'accepted',
    'not-there': 'queued',
    'send-again': 'queued',
    taken: 'accepted',
    withdraw: 'withdrawn',
  },
  accepted: { ...noTransitions, made: 'done', failed: 'refused', closed: 'done' },
  refused: { ...noTransitions, mend: 'queued', healed: 'done', taken: 'accepted', withdraw: 'withdrawn' },
  done: noTransitions,
  withdrawn: noTransitions,
};

/** Final states. An entry has a settled time in exactly these. */
export const finalStates = ['done', 'withdrawn'] as const satisfies readonly State[];

export function isFinal(state: State): boolean {
  return (finalStates as readonly State[]).includes(state);
}

/**
 * The lists of the outbox. `open`: neither done nor withdrawn. `needs-you`: refused, or in one of `asking`, `stuck` and
 * `to-cancel`. `waiting`: queued, sending or unsure. `asking`: has a question for a person, in any state. `stuck`:
 * accepted for longer than `stuckSeconds` without an outcome. `to-cancel`: replaced, and to be cancelled at the service
 * by a person.
 */
export const entryLists = [
  'open',
  'needs-you',
  'all',
  'waiting',
  'asking',
  'refused',
  'accepted',
  'stuck',
  'to-cancel',
  'draft',
  'done',
  'withdrawn',
] as const;
export type EntryList = (typeof entryLists)[number];

/** Whether a text of the service means that it accepted an entry, as decided by a person. */
export type TextMeaning = 'fine' | 'refusal';
