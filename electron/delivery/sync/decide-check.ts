import { why } from '../../../shared/outbox/whys.ts';
import { isCreateNewOrder } from '../../../shared/service/create-facts.ts';
import type { Change, DueCheck, PendingQuestion } from '../../outbox/entry.ts';
import type { StatusAnswer } from './ask-status.ts';
import {
  contradictsOrder,
  isRecordOfOtherOrder,
  compareRecords,
  isProvisional,
  readOutcome,
  isSameName,
  textAt,
} from './read-record.ts';
import {
  failedWaitMs,
  outcomeCheckWaitMs,
  type DecisionContext,
  notFoundsNeeded,
  statusCheckWaitMs,
} from './decide-attempt.ts';

/** After an order was sent again, the service may still show the old record of its failure for this many checks. */
const maxChecksOfOldRecord = 5;

/**
 * Decides from a status what happened to an accepted entry, or to one whose creation failed and may recover. Pure;
 * null: nothing changes, it stays due.
 */
export function decideOutcomeCheck(
  check: DueCheck,
  answer: StatusAnswer,
  { now, settings }: DecisionContext,
): Change | null {
  const checkCount = check.reads + 1;
  const waitMs = check.state === 'refused' ? failedWaitMs : outcomeCheckWaitMs;
  const nextWait = { setAt: now, forMs: waitMs(checkCount, settings) };
  const unchanged: Change = { events: [], why: null, wait: nextWait, reads: checkCount };

  switch (answer.kind) {
    case 'paused':
      return null;
    case 'unreached':
      return { events: [], why: null, wait: { setAt: now, forMs: outcomeCheckWaitMs(0, settings) } };
    case 'unread':
      return { ...unchanged, wait: { setAt: now, forMs: answer.afterMs || nextWait.forMs } };
    case 'absent':
      return unchanged;
    case 'found':
      break;
  }
  const { record } = answer;
  if (isRecordOfAnother(check, record)) return unchanged;
  const shown = readOutcome(check.endpoint, check.request.body, record);
  const { outcome } = shown;

  const provisional = isProvisional(outcome);

  // It was made; only its number is still checked, until it is final.
  if (check.state === 'done') {
    if (shown.kind !== 'made' || provisional) return unchanged;
    return { events: [], why: null, wait: null, reads: checkCount, outcome };
  }
  if (shown.kind === 'failed') {
    const { reason } = shown;
    if (check.state === 'refused') return { ...unchanged, reason, outcome };
    const isOldRecord = check.lastRecord !== null && compareRecords(check.lastRecord, record) === 'same';
    if (isOldRecord && checkCount <= maxChecksOfOldRecord) return unchanged;
    const wait = { setAt: now, forMs: failedWaitMs(0, settings) };
    return { events: ['failed'], why: { said: reason.text }, wait, reads: 0, reason, outcome };
  }
  if (shown.kind === 'creating') return { ...unchanged, outcome };
  // A person must first decide whose order it is.
  if (check.asks !== null) return { ...unchanged, outcome };
  // The order that recovered may be the one before its correction: the corrected one was refused, or never left.
  if (check.state === 'refused' && check.reached === 'other')
    return { ...unchanged, outcome, asks: 'was-there-before' };
  const change = { why: why('made'), wait: provisional ? nextWait : null, reads: checkCount, outcome, reason: null };
  return { ...change, events: [check.state === 'refused' ? 'healed' : 'made'] };
}

function isRecordOfAnother(check: DueCheck, record: unknown): boolean {
  const { request, outcome, state, lastRecord } = check;
  if (isRecordOfOtherOrder(check, record)) return true;
  // Two orders may exist under one key now; only the service's own id distinguishes them.
  const requestsAnother = isCreateNewOrder(request.body);
  const knownSvcId = requestsAnother ? (outcome?.SvcId ?? null) : null;
  // An order refused at once has no id: the record belongs to the order before it.
  if (requestsAnother && state === 'refused' && knownSvcId === null) return true;
  // A restored order that was refused at once never had a record: this one may be the order that caused the refusal.
  if (state === 'refused' && lastRecord === null && contradictsOrder(check, record)) return true;
  const shownSvcId = textAt(record, 'SvcPackageId');
  return knownSvcId !== null && shownSvcId !== null && !isSameName(knownSvcId, shownSvcId);
}

/**
 * After this many attempts that never appear, a person is asked: a service may refuse a key that its status never
 * shows.
 */
const attemptsBeforeAsking = 5;

/**
 * Decides from a status what happened to an order whose answer was lost. `isProven`: its status endpoint has known an
 * order of this kind at this target before, so that its 404 is evidence. Pure; null: nothing changes, it stays due.
 */
export function decideStatusCheck(
  check: DueCheck,
  answer: StatusAnswer,
  isProven: boolean,
  context: DecisionContext,
): Change | null {
  const { now, runningMs, settings } = context;
  const graceMs = settings.graceSeconds * 1000;
  const lostAt = check.lostAtRunningMs ?? runningMs;
  const elapsed = Math.max(0, runningMs - lostAt);
  const nextWait = { setAt: now, forMs: statusCheckWaitMs(elapsed, graceMs, settings.readFirstSeconds * 1000) };
  const askPerson = (asks: PendingQuestion): Change => ({ events: [], why: null, wait: null, asks });

  // The entry requested another order under a key that may have one already, so a status proves nothing.
  if (isCreateNewOrder(check.request.body)) return askPerson('may-be-there');

  switch (answer.kind) {
    case 'paused':
      return null;
    case 'unreached':
      return { events: [], why: null, wait: nextWait, lostAtRunningMs: lostAt };
    case 'unread': {
      const wait = { setAt: now, forMs: answer.afterMs || nextWait.forMs };
      return { events: [], why: null, wait, lostAtRunningMs: lostAt };
    }
    case 'found':
      return settleFound(answer);
    case 'absent':
      return answer.page ? settlePage() : settleAbsent(isProven);
  }

  function settleFound(foundAnswer: Extract<StatusAnswer, { kind: 'found' }>): Change {
    const { record } = foundAnswer;
    const comparison = check.lastRecord === null ? 'new' : compareRecords(check.lastRecord, record);
    if (comparison === 'same') return settleAbsent(true);
    if (comparison === 'cannot-tell' || contradictsOrder(check, record)) {
      return askPerson('another-record');
    }
    // The order found may have been made from earlier content, for example if a failed order recovered meanwhile.
    const asks = check.reached === 'other' ? 'was-there-before' : null;
    const accepted = { ...check, state: 'accepted', asks, reads: 0, lastRecord: null } as const;
    const outcomeChange = decideOutcomeCheck(accepted, foundAnswer, context);
    return {
      ...outcomeChange,
      wait: outcomeChange?.wait ?? null,
      events: ['found', ...(outcomeChange?.events ?? [])],
      why: why(asks ?? 'status-shows-taken'),
      maybeTaken: false,
      asks: outcomeChange?.reason ? null : asks,
      absences: 0,
      lostAtRunningMs: null,
      reason: outcomeChange?.reason ?? null,
    };
  }

  /** For a 404 with a page: a middlebox may have answered, so it is not counted. */
  function settlePage(): Change {
    if (elapsed < graceMs) return { events: [], why: null, wait: nextWait, lostAtRunningMs: lostAt };
    const wait = rareWait(check.absences);
    return { events: [], why: null, wait, asks: 'endpoint-unproven', lostAtRunningMs: lostAt };
  }

  /** Keeps checking: the order may appear, or another order may prove the endpoint, before a person has answered. */
  function rareWait(absences: number): { setAt: number; forMs: number } {
    return { setAt: now, forMs: Math.max(nextWait.forMs, outcomeCheckWaitMs(absences, settings)) };
  }

  function settleAbsent(isProof: boolean): Change {
    const absences = check.absences + 1;
    const notFound = { absences, lostAtRunningMs: lostAt };
    if (absences < notFoundsNeeded || elapsed < graceMs) {
      return { ...notFound, events: [], why: null, wait: nextWait };
    }
    if (settings.alwaysAsk || !isProof || check.tries >= attemptsBeforeAsking) {
      const asks = isProof ? 'may-be-there' : 'endpoint-unproven';
      return { ...notFound, events: [], why: null, wait: rareWait(absences), asks };
    }
    return {
      events: ['not-there'],
      why: why('not-there', { checks: absences }),
      wait: null,
      maybeTaken: false,
      asks: null,
      absences: 0,
      lostAtRunningMs: null,
      reason: null,
    };
  }
}
