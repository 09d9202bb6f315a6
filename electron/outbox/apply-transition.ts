import type { HistoryStep } from '../../shared/contract/entry-answers.ts';
import { problem } from '../../shared/contract/problem.ts';
import { type EntryEvent, type State, isFinal, transitions } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';
import { prepareNumberedInsert } from '../storage/database/sealed-write.ts';
import { type EntryRecord, nextReachedHash } from './entry-record.ts';
import type { Change, Outcome, Reason, Wait } from './entry.ts';
import { parseStoredJson } from './stored-request.ts';

/** One step of an entry: a transition of the state table, its capture, or an action that changes no state. */
export interface Step {
  entry: number;
  at: number;
  who: string;
  event: EntryEvent | 'capture' | EntryAction;
  from: State | null;
  to: State;
  why: Why;
}
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

/**
 * Appends steps to histories. A step is changed only when the retention erases what a person or the service wrote in
 * it. Runs inside the caller's transaction.
 */
export function historyWriter(db: Sqlite): (step: Step) => void {
  const note = prepareNumberedInsert(db, 'history', 'seq', [
    'entry',
    'at',
    'who',
    'event',
    'from_state',
    'to_state',
    'why',
    'why_code',
    'why_params',
  ]);
  return ({ entry, at, who, event, from, to, why }) => {
    const [said, code, params] = 'said' in why ? [why.said, null, null] : ['', why.code, JSON.stringify(why.params)];
    note([entry, at, who, event, from, to, said, code, params]);
  };
}

export interface WhyRow {
  why: string;
  why_code: string | null;
  why_params: string | null;
}

interface Row extends WhyRow {
  at: number;
  who: string;
  from_state: State | null;
  to_state: State;
  whole: 0 | 1;
}

/** The reason of a step, as it was written. */
export function whyOf({ why, why_code, why_params }: WhyRow): Why {
  return why_code === null ? { said: why } : ({ code: why_code, params: parseStoredJson(why_params) ?? {} } as Why);
}

export function historyReader(db: Sqlite): (entry: number) => HistoryStep[] {
  const steps = db.prepare<[number], Row>(
    `SELECT at, who, from_state, to_state, why, why_code, why_params, ${intactRowCondition(db, 'history', 'h')} AS whole
     FROM history h WHERE entry = ? ORDER BY seq`,
  );
  return (entry) =>
    steps.all(entry).map(({ at, who, from_state, to_state, whole, ...row }) => ({
      at,
      who,
      from: from_state,
      to: to_state,
      why: whyOf(row),
      damaged: whole === 0,
    }));
}

/** Applies transitions of the state table to records in memory and writes each to the history. */
export function transitionApplier(db: Sqlite) {
  const note = historyWriter(db);

  /** Throws ProblemError `wrong-state` if the table has no such transition. */
  return function applyTransition(record: EntryRecord, event: EntryEvent, who: string, why: Why, now: number): void {
    const from = record.state;
    const to = transitions[from][event];
    if (to === null) {
      throw problem(
        'wrong-state',
        `This entry is ${from} now, so "${event}" is no longer possible. Look at it again.`,
        {
          state: from,
          event,
        },
      );
    }
    record.state = to;
    if (to === 'accepted' || to === 'done') record.accepted_at ??= now;
    // It is sent again, so the earlier acceptance no longer holds.
    else if (to === 'queued') record.accepted_at = null;
    if (to === 'sending') record.tries += 1;
    if (to !== 'queued' && to !== 'draft') record.held_by = null;
    if (isFinal(to)) {
      record.settled_at = now;
      record.asks = null;
    }
    // The possibly-sent mark of a restored entry is resolved once the entry is done.
    if (to === 'done') record.maybe_taken = 0;
    // After completion only a provisional tracking number is still checked.
    if (to === 'withdrawn' || (to === 'done' && record.tracking_final !== 0)) {
      record.wait_set_at = null;
      record.wait_for = null;
    }
    note({ entry: record.seq, at: now, who, event, from, to, why });
  };
}
export type ApplyTransition = ReturnType<typeof transitionApplier>;

/** Applies a change decided by `sync` to a record in memory: the columns first, then the state transitions. */
export function applyChange(
  record: EntryRecord,
  change: Change,
  applyTransition: ApplyTransition,
  who: string,
  now: number,
): void {
  // A constraint requires the reason in the same statement that sets the state to refused.
  if (change.reason !== undefined) setReason(record, change.reason);
  if (change.outcome !== undefined) setOutcome(record, change.outcome);
  if (change.maybeTaken !== undefined) record.maybe_taken = change.maybeTaken ? 1 : 0;
  if (change.maybeTaken) record.reached_sha256 = nextReachedHash(record);
  else if (change.events.some((event) => event === 'accepted') && change.asks == null)
    record.reached_sha256 = record.request_sha256;
  if (change.said !== undefined) record.said = change.said;
  if (change.maybeTwice) record.maybe_twice = 1;
  if (change.asks !== undefined) record.asks = change.asks;
  if (change.absences !== undefined) record.absences = change.absences;
  if (change.lostAtRunningMs !== undefined) record.lost_at_running = change.lostAtRunningMs;
  if (change.reads !== undefined) record.reads = change.reads;
  if (change.costsNoTry) record.tries -= 1;
  setWait(record, change.wait);
  if (change.why !== null) for (const event of change.events) applyTransition(record, event, who, change.why, now);
}

export function setWait(record: EntryRecord, wait: Wait | null): void {
  record.wait_set_at = wait?.setAt ?? null;
  record.wait_for = wait?.forMs ?? null;
}

export function setReason(record: EntryRecord, reason: Reason | null): void {
  record.reason_code = reason?.code ?? null;
  record.reason_text = reason?.text ?? null;
  record.reason_field = reason?.field ?? null;
}

function setOutcome(record: EntryRecord, outcome: Outcome): void {
  record.tracking_number = outcome.TrackingNumber;
  record.tracking_final = outcome.IsFinalTrackingNumber === null ? null : outcome.IsFinalTrackingNumber ? 1 : 0;
  record.shipping_provider = outcome.ShippingProvider;
  record.svc_id = outcome.SvcId;
}
