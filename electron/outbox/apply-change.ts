import type { Change, Outcome, Reason, Wait } from './entry.ts';
import { reachedToo, type EntryRecord } from './entry-record.ts';
import type { ApplyTransition } from './apply-transition.ts';

/** Applies what `sync` decided to marks in memory: its arrows, then what they leave behind. */
export function applyChange(marks: EntryRecord, change: Change, take: ApplyTransition, who: string, now: number): void {
  // A refusal needs its reason on the row in the same statement that makes it refused.
  if (change.reason !== undefined) setReason(marks, change.reason);
  if (change.outcome !== undefined) setOutcome(marks, change.outcome);
  if (change.maybeTaken !== undefined) marks.maybe_taken = change.maybeTaken ? 1 : 0;
  if (change.maybeTaken) marks.reached_sha256 = reachedToo(marks);
  else if (change.events.some((event) => event === 'accepted') && change.asks == null)
    marks.reached_sha256 = marks.request_sha256;
  if (change.said !== undefined) marks.said = change.said;
  if (change.maybeTwice) marks.maybe_twice = 1;
  if (change.asks !== undefined) marks.asks = change.asks;
  if (change.absences !== undefined) marks.absences = change.absences;
  if (change.lostAtRunningMs !== undefined) marks.lost_at_running = change.lostAtRunningMs;
  if (change.reads !== undefined) marks.reads = change.reads;
  if (change.costsNoTry) marks.tries -= 1;
  setWait(marks, change.wait);
  if (change.why !== null) for (const event of change.events) take(marks, event, who, change.why, now);
}

export function setWait(marks: EntryRecord, wait: Wait | null): void {
  marks.wait_set_at = wait?.setAt ?? null;
  marks.wait_for = wait?.forMs ?? null;
}

export function setReason(marks: EntryRecord, reason: Reason | null): void {
  marks.reason_code = reason?.code ?? null;
  marks.reason_text = reason?.text ?? null;
  marks.reason_field = reason?.field ?? null;
}

function setOutcome(marks: EntryRecord, outcome: Outcome): void {
  marks.tracking_number = outcome.TrackingNumber;
  marks.tracking_final = outcome.IsFinalTrackingNumber === null ? null : outcome.IsFinalTrackingNumber ? 1 : 0;
  marks.shipping_provider = outcome.ShippingProvider;
  marks.svc_id = outcome.SvcId;
}
