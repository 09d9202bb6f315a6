import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { findCreate } from '../../../shared/creates/create-kinds.ts';

/** Actions of a person on an entry, likeliest first. */
export const entryActs = [
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
export type EntryAct = (typeof entryActs)[number];

type Able = (entry: EntryRow) => boolean;
const conflict: Able = ({ asks }) => asks === 'was-there-before' || asks === 'another-record';
// an entry the service may have is replaced, never changed, and only once
const mayBeThere: Able = ({ state, tries, maybeTaken, replacedBy }) =>
  replacedBy === null &&
  (['unsure', 'accepted', 'done'].includes(state) ||
    (state !== 'draft' && state !== 'withdrawn' && (maybeTaken || tries > 0)));

const able: Record<EntryAct, Able> = {
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
  replace: (entry) => entry.state !== 'sending' && mayBeThere(entry),
  closed: ({ state }) => state === 'accepted',
  cancelled: ({ toCancel }) => toCancel,
  'forget-text': ({ said, asks, endpoint }) =>
    said !== null && asks !== 'unknown-text' && findCreate(endpoint)?.madeBy === 'taken',
  withdraw: ({ state }) => ['draft', 'queued', 'unsure', 'refused'].includes(state),
};

/** For these states "try now" checks the status and sends nothing. */
export const asksStatus = ({ state }: EntryRow): boolean => ['unsure', 'accepted', 'refused'].includes(state);

const answering: readonly EntryAct[] = ['ours', 'taken', 'refusal', 'send-again', 'replace', 'withdraw'];

/** The actions that answer the entry's pending question; none without one. */
export const answersOf = (entry: EntryRow): EntryAct[] =>
  entry.asks === null ? [] : actsOf(entry).filter((act) => answering.includes(act));

/** The most likely action for an entry in its state; null if there is nothing to do. */
export function primaryOf(entry: EntryRow): EntryAct | null {
  if (entry.asks !== null) return answersOf(entry)[0] ?? null;
  const likeliest: readonly EntryAct[] = ['cancelled', 'submit', 'mend', 'send-anyway', 'try-now'];
  return likeliest.find((act) => able[act](entry)) ?? null;
}

/** The available actions, likeliest first; each is a valid transition in the table of states. */
export const actsOf = (entry: EntryRow): EntryAct[] => entryActs.filter((act) => able[act](entry));
