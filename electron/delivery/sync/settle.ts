import { createOf } from '../../../shared/creates/create-kinds.ts';
import { why, type Why } from '../../../shared/outbox/whys.ts';
import { isCreateNewOrder } from '../../../shared/service/create-facts.ts';
import { fieldsOf } from '../../../shared/service/schema-walk.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { PendingQuestion, Change, ClaimedEntry } from '../../outbox/entry.ts';
import type { Random } from '../../platform/clock.ts';
import type { Verdict } from '../service/verdict.ts';
import { backoffMs } from './backoff.ts';
import { showsOtherKey, isProvisional, outcomeIn, readOutcome, textAt } from './read-record.ts';

/** Minimum number of 404s before a lost order counts as not there. */
export const notFoundsNeeded = 3;

/**
 * Wait (ms) until the next check of a lost order, `elapsedMs` of running time after the loss: short at first, for an
 * order that was accepted after all; then at most a third of the grace period, with one check right after its end. Also
 * spreads out the 404s for a service that was unreachable throughout.
 */
export function statusCheckWaitMs(elapsedMs: number, graceMs: number, firstMs: number): number {
  const third = Math.ceil(graceMs / notFoundsNeeded);
  if (elapsedMs >= graceMs) return third;
  return Math.ceil(Math.min(Math.max(firstMs, elapsedMs), third, graceMs - elapsedMs));
}

type ReadSettings = Pick<Settings, 'readFirstSeconds' | 'readMostSeconds'>;

const growth = 1.5;
const failedFirstSeconds = 600;

/** Wait (ms) before the next outcome check, after `reads` of them: short at first, then growing. */
export function outcomeCheckWaitMs(reads: number, { readFirstSeconds, readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, readFirstSeconds * growth ** reads) * 1000);
}

/** The same after a failed creation, which seldom recovers and is not awaited at the counter. */
export function failedWaitMs(reads: number, { readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, failedFirstSeconds * growth ** reads) * 1000);
}

/** Inputs of a decision. Times in ms; `runningMs` counts only while the desk runs. */
export interface DecisionContext {
  now: number;
  runningMs: number;
  settings: Settings;
  random: Random;
}

/** Turns a verdict into the change of its entry. Pure. */
export function settle(claimed: ClaimedEntry, verdict: Verdict, moment: DecisionContext): Change {
  const change = changeBy(claimed, verdict, moment);
  return isPossibleDuplicate(claimed, verdict) ? { ...change, maybeTwice: true } : change;
}

/** Whether this attempt and an earlier one may both have arrived, for a request where nothing can prove it. */
function isPossibleDuplicate({ endpoint, request, maybeTaken, reached }: ClaimedEntry, verdict: Verdict): boolean {
  const { repeat } = createOf(endpoint);
  const nothingTells = repeat === 'send-again' || isCreateNewOrder(request.body);
  if (!nothingTells || !(maybeTaken || reached !== null)) return false;
  switch (verdict.kind) {
    case 'accepted':
      return true;
    case 'not-changed':
      // where documented, the answer shows that this attempt did nothing
      return repeat !== 'documented';
    case 'again':
      return verdict.taken;
    case 'unsure':
      return verdict.reason === null && !verdict.unsent;
    case 'refused':
    case 'paused':
      return false;
  }
}

function changeBy(claimed: ClaimedEntry, verdict: Verdict, moment: DecisionContext): Change {
  const { now, runningMs, settings, random } = moment;
  const after = (forMs: number) => ({ setAt: now, forMs });

  switch (verdict.kind) {
    case 'accepted':
      return settleAccepted(claimed, verdict, null, moment);
    case 'not-changed':
      return settleAccepted(claimed, verdict, verdict.ours ? null : 'was-there-before', moment);
    case 'refused':
      return {
        events: ['refused'],
        why: { said: verdict.reason.text },
        wait: null,
        asks: null,
        reason: verdict.reason,
      };
    case 'again': {
      const forMs = verdict.afterMs || backoffMs(claimed.tries, settings, random);
      return { events: ['again'], why: verdict.why, wait: after(forMs), ...(verdict.taken && { maybeTaken: true }) };
    }
    case 'paused':
      return { events: ['paused'], why: verdict.why, wait: null, costsNoTry: true };
    case 'unsure': {
      const first = statusCheckWaitMs(0, settings.graceSeconds * 1000, settings.readFirstSeconds * 1000);
      return {
        events: ['lost'],
        why: verdict.why,
        wait: verdict.check ? after(first) : null,
        maybeTaken: true,
        asks: verdict.check ? null : 'may-be-there',
        absences: 0,
        lostAtRunningMs: runningMs,
        reason: verdict.reason,
        ...(verdict.unsent && { costsNoTry: true }),
      };
    }
  }
}

type Taking = Extract<Verdict, { kind: 'accepted' | 'not-changed' }>;

function howTaken(asks: PendingQuestion | null, said: string | null): Why {
  if (asks === 'was-there-before') return why('was-there-before');
  return said === null ? why('taken') : why('answered-with-text', { text: said });
}

/** The service accepted the order: applies what its answer already contains of the outcome. */
function settleAccepted(
  claimed: ClaimedEntry,
  taking: Taking,
  conflict: PendingQuestion | null,
  { now, settings }: DecisionContext,
): Change {
  const { endpoint, request } = claimed;
  const { record, said, newText } = taking;
  const { outcome, reply, madeBy } = createOf(endpoint);
  const asks = newText ? 'unknown-text' : (conflict ?? (echoesOtherKey(claimed, record) ? 'another-record' : null));
  const taken = {
    asks,
    maybeTaken: false,
    absences: 0,
    lostAtRunningMs: null,
    reads: 0,
    reason: null,
    said,
    ...(record !== null && asks !== 'another-record' && { outcome: outcomeIn(record) }),
  };
  const how = howTaken(asks, said);

  if (outcome.length === 0) {
    // No status exists for it: done by what its receipt shows, or by acceptance.
    const proven = madeBy !== 'receipt' || isReceipt(record);
    const because = proven ? how : why('receipt-silent');
    return {
      ...taken,
      events: proven && asks === null ? ['accepted', 'made'] : ['accepted'],
      why: because,
      wait: null,
    };
  }
  const soon = { setAt: now, forMs: outcomeCheckWaitMs(0, settings) };
  const isStatus = reply !== null && Object.hasOwn(fieldsOf(reply), 'HandleStatus');
  const became = isStatus && asks === null ? readOutcome(endpoint, request.body, record) : null;
  switch (became?.is) {
    case 'made':
      // A provisional number is checked until the final one arrives.
      return {
        ...taken,
        events: ['accepted', 'made'],
        why: why('made'),
        wait: isProvisional(became.outcome) ? soon : null,
      };
    case 'failed': {
      const { reason } = became;
      const wait = { setAt: now, forMs: failedWaitMs(0, settings) };
      return { ...taken, events: ['accepted', 'failed'], why: { said: reason.text }, wait, reason };
    }
    default:
      return { ...taken, events: ['accepted'], why: how, wait: soon };
  }
}

function isReceipt(record: unknown): boolean {
  const receipt: unknown = Array.isArray(record) ? record[0] : record;
  return textAt(receipt, 'SvcOrderId') !== null || (receipt as { Success?: unknown } | null)?.Success === true;
}

/** Whether the answer has the key of another order: they were mixed up, and a label must not show the wrong number. */
const echoesOtherKey = (claimed: ClaimedEntry, record: unknown): boolean =>
  showsOtherKey(claimed, Array.isArray(record) ? record[0] : record);
