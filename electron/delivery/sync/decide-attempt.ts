import { createOf } from '../../../shared/creates/create-kinds.ts';
import { why, type Why } from '../../../shared/outbox/whys.ts';
import { isCreateNewOrder } from '../../../shared/service/create-facts.ts';
import { fieldsOf } from '../../../shared/service/schema-walk.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { PendingQuestion, Change, ClaimedEntry } from '../../outbox/entry.ts';
import type { Random } from '../../platform/clock.ts';
import type { Verdict } from '../service/verdict.ts';
import { backoffMs } from './backoff.ts';
import { showsOtherKey, isProvisional, parseOutcome, readOutcome, textAt } from './read-record.ts';

/** Minimum number of 404s before a lost order counts as not there. */
export const notFoundsNeeded = 3;

/**
 * Wait (ms) until the next check of a lost order, `elapsedMs` of running time after the loss: short at first, for an
 * order that was accepted after all; then at most a third of the grace period, with one check right after its end. Also
 * spreads out the 404s for a service that was unreachable throughout.
 */
export function statusCheckWaitMs(elapsedMs: number, graceMs: number, firstMs: number): number {
  const maxWaitMs = Math.ceil(graceMs / notFoundsNeeded);
  if (elapsedMs >= graceMs) return maxWaitMs;
  return Math.ceil(Math.min(Math.max(firstMs, elapsedMs), maxWaitMs, graceMs - elapsedMs));
}

type ReadSettings = Pick<Settings, 'readFirstSeconds' | 'readMostSeconds'>;

const waitGrowth = 1.5;
const failedFirstSeconds = 600;

/** Wait (ms) before the next outcome check, after `checkCount` of them: short at first, then growing. */
export function outcomeCheckWaitMs(checkCount: number, { readFirstSeconds, readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, readFirstSeconds * waitGrowth ** checkCount) * 1000);
}

/** The same after a failed creation: it seldom recovers, and nobody waits for it. */
export function failedWaitMs(checkCount: number, { readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, failedFirstSeconds * waitGrowth ** checkCount) * 1000);
}

/** Inputs of a decision. Times in ms; `runningMs` counts only while the desk runs. */
export interface DecisionContext {
  now: number;
  runningMs: number;
  settings: Settings;
  random: Random;
}

/** Turns a verdict into the change of its entry. Pure. */
export function decideAttempt(claimed: ClaimedEntry, verdict: Verdict, context: DecisionContext): Change {
  const change = changeOfVerdict(claimed, verdict, context);
  return isPossibleDuplicate(claimed, verdict) ? { ...change, maybeTwice: true } : change;
}

/** Whether this attempt and an earlier one may both have arrived, where no answer or status can prove it. */
function isPossibleDuplicate({ endpoint, request, maybeTaken, reached }: ClaimedEntry, verdict: Verdict): boolean {
  const { repeat } = createOf(endpoint);
  const isUnprovable = repeat === 'send-again' || isCreateNewOrder(request.body);
  if (!isUnprovable || !(maybeTaken || reached !== null)) return false;
  switch (verdict.kind) {
    case 'accepted':
      return true;
    case 'not-changed':
      // where documented, the answer shows that this attempt did nothing
      return repeat !== 'documented';
    case 'again':
      return verdict.mayHaveArrived;
    case 'unsure':
      return verdict.reason === null && !verdict.isUnsent;
    case 'refused':
    case 'paused':
      return false;
  }
}

function changeOfVerdict(claimed: ClaimedEntry, verdict: Verdict, context: DecisionContext): Change {
  const { now, runningMs, settings, random } = context;
  const waitOf = (forMs: number) => ({ setAt: now, forMs });

  switch (verdict.kind) {
    case 'accepted':
      return settleAccepted(claimed, verdict, null, context);
    case 'not-changed':
      return settleAccepted(claimed, verdict, verdict.isOurs ? null : 'was-there-before', context);
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
      return {
        events: ['again'],
        why: verdict.why,
        wait: waitOf(forMs),
        ...(verdict.mayHaveArrived && { maybeTaken: true }),
      };
    }
    case 'paused':
      return { events: ['paused'], why: verdict.why, wait: null, costsNoTry: true };
    case 'unsure': {
      const firstWaitMs = statusCheckWaitMs(0, settings.graceSeconds * 1000, settings.readFirstSeconds * 1000);
      return {
        events: ['lost'],
        why: verdict.why,
        wait: verdict.canCheckStatus ? waitOf(firstWaitMs) : null,
        maybeTaken: true,
        asks: verdict.canCheckStatus ? null : 'may-be-there',
        absences: 0,
        lostAtRunningMs: runningMs,
        reason: verdict.reason,
        ...(verdict.isUnsent && { costsNoTry: true }),
      };
    }
  }
}

type AcceptedVerdict = Extract<Verdict, { kind: 'accepted' | 'not-changed' }>;

function acceptanceReason(asks: PendingQuestion | null, answerText: string | null): Why {
  if (asks === 'was-there-before') return why('was-there-before');
  return answerText === null ? why('taken') : why('answered-with-text', { text: answerText });
}

/** The service accepted the order: applies what its answer already contains of the outcome. */
function settleAccepted(
  claimed: ClaimedEntry,
  verdict: AcceptedVerdict,
  conflict: PendingQuestion | null,
  { now, settings }: DecisionContext,
): Change {
  const { endpoint, request } = claimed;
  const { record, said: answerText, isUnknownText } = verdict;
  const { outcome, reply, creationProof: madeBy } = createOf(endpoint);
  const asks = isUnknownText
    ? 'unknown-text'
    : (conflict ?? (echoesOtherKey(claimed, record) ? 'another-record' : null));
  const accepted = {
    asks,
    maybeTaken: false,
    absences: 0,
    lostAtRunningMs: null,
    reads: 0,
    reason: null,
    said: answerText,
    ...(record !== null && asks !== 'another-record' && { outcome: parseOutcome(record) }),
  };
  const reason = acceptanceReason(asks, answerText);

  if (outcome.length === 0) {
    // No status exists for it: done by what its receipt shows, or by acceptance.
    const isAccepted = madeBy !== 'receipt' || isReceipt(record);
    const acceptedReason = isAccepted ? reason : why('receipt-silent');
    return {
      ...accepted,
      events: isAccepted && asks === null ? ['accepted', 'made'] : ['accepted'],
      why: acceptedReason,
      wait: null,
    };
  }
  const firstCheck = { setAt: now, forMs: outcomeCheckWaitMs(0, settings) };
  const replyIsStatus = reply !== null && Object.hasOwn(fieldsOf(reply), 'HandleStatus');
  const statusOutcome = replyIsStatus && asks === null ? readOutcome(endpoint, request.body, record) : null;
  switch (statusOutcome?.kind) {
    case 'made':
      // A provisional number is checked until the final one arrives.
      return {
        ...accepted,
        events: ['accepted', 'made'],
        why: why('made'),
        wait: isProvisional(statusOutcome.outcome) ? firstCheck : null,
      };
    case 'failed': {
      const { reason } = statusOutcome;
      const wait = { setAt: now, forMs: failedWaitMs(0, settings) };
      return { ...accepted, events: ['accepted', 'failed'], why: { said: reason.text }, wait, reason };
    }
    default:
      return { ...accepted, events: ['accepted'], why: reason, wait: firstCheck };
  }
}

function isReceipt(record: unknown): boolean {
  const receipt: unknown = Array.isArray(record) ? record[0] : record;
  return textAt(receipt, 'SvcOrderId') !== null || (receipt as { Success?: unknown } | null)?.Success === true;
}

/** Whether the answer has the key of another order: they were mixed up, and a label must not show the wrong number. */
const echoesOtherKey = (claimed: ClaimedEntry, record: unknown): boolean =>
  showsOtherKey(claimed, Array.isArray(record) ? record[0] : record);
