import type { Change, Outcome, Reason, Wait } from './entry.ts';
import { nextReachedHash, type EntryRecord } from './entry-record.ts';
import type { ApplyTransition } from './apply-transition.ts';

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
