import { problem } from '../../shared/contract/problem.ts';
import type { KeyKind } from '../../shared/creates/create-kinds.ts';
import { type EntryEvent, type State, isFinal, transitions } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import { type StoredEntry, nextReachedHash } from './entry-row.ts';
import type { Change, Outcome, PendingQuestion, Reason, Wait } from './entry.ts';

/**
 * All changes of an entry's row. Each function returns the changed row and writes nothing; `records.save` writes it. No
 * other module sets a cell of a row.
 */

/** An action that changes no state. */
export type EntryAction =
  | 'ours'
  | 'send-anyway'
  | 'cancelled'
  | 'printed'
  | 'not-printed'
  | 'handed-over'
  | 'replaced'
  | 'text-forgotten'
  | 'restored';

/** One step for the history of an entry: a transition of the state table, or an action. */
export interface EntryStep {
  at: number;
  event: EntryEvent | 'capture' | EntryAction;
  from: State;
  to: State;
  why: Why;
}

/** A row after a change, and the steps that led to it. */
export interface ChangeResult {
  row: StoredEntry;
  steps: readonly EntryStep[];
}

/** Applies a second change after the first; the result has the steps of both. */
export function chainChanges(first: ChangeResult, next: (row: StoredEntry) => ChangeResult): ChangeResult {
  const { row, steps } = next(first.row);
  return { row, steps: [...first.steps, ...steps] };
}

/** Takes a transition of the state table. Throws ProblemError `wrong-state` if the table has no such transition. */
export function applyTransition(row: StoredEntry, event: EntryEvent, why: Why, now: number): ChangeResult {
  const from = row.state;
  const to = transitions[from][event];
  if (to === null) {
    throw problem('wrong-state', `This entry is ${from} now, so "${event}" is no longer possible. Look at it again.`, {
      state: from,
      event,
    });
  }
  return { row: enterState(row, to, now), steps: [{ at: now, event, from, to, why }] };
}

/** The step of an action, which leaves the entry in its state. */
export const actionStep = ({ state }: StoredEntry, event: EntryAction, why: Why, now: number): EntryStep => ({
  at: now,
  event,
  from: state,
  to: state,
  why,
});

/** Sets the next state, and the cells that follow from it. */
function enterState(row: StoredEntry, to: State, now: number): StoredEntry {
  return {
    ...row,
    state: to,
    tries: to === 'sending' ? row.tries + 1 : row.tries,
    accepted_at: nextAcceptedAt(row, to, now),
    held_by: canBeBlocked(to) ? row.held_by : null,
    ...(isFinal(to) && { settled_at: now, asks: null }),
    // The possibly-sent mark of a restored entry is resolved once the entry is done.
    ...(to === 'done' && { maybe_taken: 0 }),
    // After completion only a provisional tracking number is still checked.
    ...((to === 'withdrawn' || (to === 'done' && row.tracking_final !== 0)) && waitCells(null)),
  };
}

function nextAcceptedAt({ accepted_at }: StoredEntry, to: State, at: number): number | null {
  if (to === 'accepted' || to === 'done') return accepted_at ?? at;
  // It is sent again, so the earlier acceptance no longer holds.
  return to === 'queued' ? null : accepted_at;
}

const canBeBlocked = (state: State): boolean => state === 'queued' || state === 'draft';

/**
 * Applies a change decided by `sync`: first its cells, which the transitions read and may clear, then the transitions.
 */
export function applyChange(row: StoredEntry, change: Change, now: number): ChangeResult {
  const { reason, outcome, maybeTaken, said, asks, absences, lostAtRunningMs, reads } = change;
  const changed: StoredEntry = {
    ...row,
    // A constraint requires the reason in the same statement that sets the state to refused.
    ...(reason !== undefined && reasonCells(reason)),
    ...(outcome !== undefined && outcomeCells(outcome)),
    ...(maybeTaken !== undefined && { maybe_taken: maybeTaken ? 1 : 0 }),
    reached_sha256: reachedHashAfter(row, change),
    ...(said !== undefined && { said }),
    ...(change.maybeTwice && { maybe_twice: 1 }),
    ...(asks !== undefined && { asks }),
    ...(absences !== undefined && { absences }),
    ...(lostAtRunningMs !== undefined && { lost_at_running: lostAtRunningMs }),
    ...(reads !== undefined && { reads }),
    tries: change.costsNoTry ? row.tries - 1 : row.tries,
    ...waitCells(change.wait),
  };
  const { events, why } = change;
  const withoutTransition: ChangeResult = { row: changed, steps: [] };
  if (why === null) return withoutTransition;
  return events.reduce(
    (result, event) => chainChanges(result, (next) => applyTransition(next, event, why, now)),
    withoutTransition,
  );
}

function reachedHashAfter(row: StoredEntry, { maybeTaken, events, asks }: Change): Buffer | null {
  if (maybeTaken) return nextReachedHash(row);
  const isAccepted = events.some((event) => event === 'accepted') && asks == null;
  return isAccepted ? row.request_sha256 : row.reached_sha256;
}

const waitCells = (wait: Wait | null) => ({ wait_set_at: wait?.setAt ?? null, wait_for: wait?.forMs ?? null });

const reasonCells = (reason: Reason | null) => ({
  reason_code: reason?.code ?? null,
  reason_text: reason?.text ?? null,
  reason_field: reason?.field ?? null,
});

function outcomeCells({ TrackingNumber, IsFinalTrackingNumber, ShippingProvider, SvcId }: Outcome) {
  return {
    tracking_number: TrackingNumber,
    tracking_final: IsFinalTrackingNumber === null ? null : IsFinalTrackingNumber ? 1 : 0,
    shipping_provider: ShippingProvider,
    svc_id: SvcId,
  } as const;
}

/** Sets the next wait; null: none. */
export const withWait = (row: StoredEntry, wait: Wait | null): StoredEntry => ({ ...row, ...waitCells(wait) });

export const withReason = (row: StoredEntry, reason: Reason | null): StoredEntry => ({
  ...row,
  ...reasonCells(reason),
});

/** Sets the question for a person; null removes it. */
export const withQuestion = (row: StoredEntry, question: PendingQuestion | null): StoredEntry => ({
  ...row,
  asks: question,
});

/** Sets the earlier entry that blocks it; null: none. */
export const withHolder = (row: StoredEntry, holder: number | null): StoredEntry => ({ ...row, held_by: holder });

/** Puts it on the list of orders to cancel at the service, or takes it off. */
export const withToCancel = (row: StoredEntry, toCancel: boolean): StoredEntry => ({
  ...row,
  to_cancel: toCancel ? 1 : 0,
});

/** Marks it as replaced by the entry `id`. */
export const withReplacement = (row: StoredEntry, id: string, toCancel: boolean): StoredEntry => ({
  ...withToCancel(row, toCancel),
  replaced_by: id,
});

/** `hash`: of the content that may have reached the service; null: none did. */
export const withReached = (row: StoredEntry, hash: Buffer | null): StoredEntry => ({ ...row, reached_sha256: hash });

/** Sets the key and the content hash of another request. */
export const withContent = (row: StoredEntry, key: { kind: KeyKind; value: string }, sha256: Buffer): StoredEntry => ({
  ...row,
  key_kind: key.kind,
  key: key.value,
  request_sha256: sha256,
});

/** The service has its current content, which answers its question. */
export const asTaken = (row: StoredEntry): StoredEntry => ({
  ...row,
  maybe_taken: 0,
  asks: null,
  reached_sha256: row.request_sha256,
});

/** The service does not have it, which answers its question. The next answer is trusted, even a refusal. */
export const asNotTaken = (row: StoredEntry): StoredEntry => ({
  ...row,
  maybe_taken: 0,
  asks: null,
  ...reasonCells(null),
});

/** A person decided that the service's answer text is a refusal. */
export const asRefusedBy = (row: StoredEntry, text: string): StoredEntry => ({
  ...row,
  asks: null,
  accepted_at: null,
  reached_sha256: null,
  ...reasonCells({ code: 'text', text, field: null }),
});

/** A restored draft that a person decided to send. */
export const asUnsent = (row: StoredEntry): StoredEntry => ({ ...row, maybe_taken: 0 });

/** A refused entry with its corrected content; the results of its earlier attempts are cleared. */
export const asCorrected = (row: StoredEntry, content: { isSame: boolean; hasOtherKey: boolean }): StoredEntry => ({
  ...row,
  tries: 0,
  // "Not changed" proves an earlier attempt only if that attempt had the same content.
  maybe_taken: content.isSame ? row.maybe_taken : 0,
  // Content delivered under another key says nothing about this one.
  reached_sha256: content.hasOtherKey ? null : row.reached_sha256,
  accepted_at: null,
  said: null,
  asks: null,
  absences: 0,
  reads: 0,
  ...reasonCells(null),
});

/** An entry of a restored folder, which may have been sent since its backup. */
export function asPossiblySent(row: StoredEntry): StoredEntry {
  const marked: StoredEntry = { ...row, maybe_taken: 1 };
  // If the entry was corrected since the backup, the service may have its earlier content.
  if (row.state === 'queued') return withWait(withReached(marked, nextReachedHash(row)), null);
  // An order that was not found before may exist by now, so the grace period restarts.
  return row.state === 'unsure' ? { ...marked, absences: 0, lost_at_running: null } : marked;
}

/** An entry of a journal that does not record whether it was a draft: a person is asked before it is sent. */
export const asPossiblyDraft = (row: StoredEntry): StoredEntry => ({ ...row, asks: 'may-be-there', maybe_taken: 1 });

/**
 * An entry in the state that a journal line left it in at `at`. An accepted one is checked at once. `text`: why the
 * service refused it.
 */
export function asReplayed(row: StoredEntry, to: State, { at, now, text = '' }: ReplayOptions): StoredEntry {
  const isStateChanged = to !== row.state;
  return {
    ...row,
    state: to,
    accepted_at: nextAcceptedAt(row, to, at),
    settled_at: isFinal(to) ? (row.settled_at ?? at) : null,
    held_by: canBeBlocked(to) ? row.held_by : null,
    ...(isStateChanged && {
      asks: null,
      ...waitCells(null),
      ...reasonCells(to === 'refused' ? { code: 'text', text, field: null } : null),
    }),
    ...(to === 'accepted' && waitCells({ setAt: now, forMs: 0 })),
  };
}

export interface ReplayOptions {
  at: number;
  now: number;
  text?: string;
}

/** Sets a tracking number known only from a printed label: the service had assigned it. */
export const withNumberOnPaper = (row: StoredEntry, number: string): StoredEntry => ({
  ...row,
  tracking_number: row.tracking_number ?? number,
});

/** Settles a restored entry like `old`, its row in the replaced file, where everything else was erased since. */
export function asErased(row: StoredEntry, old: StoredEntry): StoredEntry {
  if (row.settled_at !== null) return { ...row, settled_at: old.settled_at };
  const { state, accepted_at, settled_at, tracking_number, tracking_final, shipping_provider, svc_id } = old;
  const { replaced_by, reached_sha256, maybe_taken, maybe_twice } = old;
  return {
    ...row,
    ...{ state, accepted_at, settled_at, tracking_number, tracking_final, shipping_provider, svc_id },
    ...{ replaced_by, reached_sha256, maybe_taken, maybe_twice },
    tries: Math.max(old.tries, row.tries),
    held_by: null,
    asks: null,
    to_cancel: 0,
    ...waitCells(null),
  };
}
