import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { findCreate } from '../../../shared/creates/create-kinds.ts';

/** Actions of a person on an entry, likeliest first. */
export const entryActions = [
  'submit',
  'change',
  'mend',
  'ours',
  'taken',
  'refusal',
  'send-again',
  'send-anyway',
  'try-now',
  'replace',
  'closed',
  'cancelled',
  'withdraw',
  'forget-text',
] as const;
export type EntryAction = (typeof entryActions)[number];

type IsAvailable = (entry: EntryRow) => boolean;
const conflict: IsAvailable = ({ asks }) => asks === 'was-there-before' || asks === 'another-record';
// an entry the service may have is replaced, never changed, and only once
const mayExistAtService: IsAvailable = ({ state, tries, maybeTaken, replacedBy }) =>
  replacedBy === null &&
  (['unsure', 'accepted', 'done'].includes(state) ||
    (state !== 'draft' && state !== 'withdrawn' && (maybeTaken || tries > 0)));

const availability: Record<EntryAction, IsAvailable> = {
  submit: ({ state }) => state === 'draft',
  change: ({ state, tries, maybeTaken }) => state === 'draft' || (state === 'queued' && tries === 0 && !maybeTaken),
  // a replaced entry is not corrected: both would be created
  mend: ({ state, replacedBy }) => state === 'refused' && replacedBy === null,
  ours: (entry) => conflict(entry) && ['unsure', 'accepted', 'queued'].includes(entry.state),
  taken: ({ state, asks }) => state === 'unsure' || state === 'refused' || asks === 'unknown-text',
  refusal: ({ asks }) => asks === 'unknown-text',
  'send-again': ({ state }) => state === 'unsure',
  'send-anyway': ({ state, waitsFor }) => state === 'queued' && waitsFor.for === 'entry',
  'try-now': ({ waitsFor, state, maybeTaken }) =>
    ['hold', 'retry', 'status-check', 'outcome'].includes(waitsFor.for) || (state === 'refused' && maybeTaken),
  replace: (entry) => entry.state !== 'sending' && mayExistAtService(entry),
  closed: ({ state }) => state === 'accepted',
  cancelled: ({ toCancel }) => toCancel,
  'forget-text': ({ said, asks, endpoint }) =>
    said !== null && asks !== 'unknown-text' && findCreate(endpoint)?.madeBy === 'taken',
  withdraw: ({ state }) => ['draft', 'queued', 'unsure', 'refused'].includes(state),
};

/** For these states "try now" checks the status and sends nothing. */
export const checksStatus = ({ state }: EntryRow): boolean => ['unsure', 'accepted', 'refused'].includes(state);

const answerActions: readonly EntryAction[] = ['ours', 'taken', 'refusal', 'send-again', 'replace', 'withdraw'];

/** The actions that answer the entry's pending question; none without one. */
export const answerActionsOf = (entry: EntryRow): EntryAction[] =>
  entry.asks === null ? [] : actionsOf(entry).filter((act) => answerActions.includes(act));

/** The most likely action for an entry in its state; null if there is nothing to do. */
export function primaryActionOf(entry: EntryRow): EntryAction | null {
  if (entry.asks !== null) return answerActionsOf(entry)[0] ?? null;
  const likeliest: readonly EntryAction[] = ['cancelled', 'submit', 'mend', 'send-anyway', 'try-now'];
  return likeliest.find((act) => availability[act](entry)) ?? null;
}

/** The available actions, likeliest first; each is a valid transition in the table of states. */
export const actionsOf = (entry: EntryRow): EntryAction[] => entryActions.filter((act) => availability[act](entry));
