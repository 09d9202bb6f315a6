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
} from './settle.ts';

/** A service needs a moment to replace the record of a failed creation after it was sent again. */
const readsOfAnOldRecord = 5;

/**
 * Decides from a status what happened to an accepted entry, or to one whose creation failed and may recover. Pure;
 * null: nothing changes, it stays due.
 */
export function decideOutcomeCheck(
  read: DueCheck,
  answer: StatusAnswer,
  { now, settings }: DecisionContext,
): Change | null {
  const reads = read.reads + 1;
  const waitMs = read.state === 'refused' ? failedWaitMs : outcomeCheckWaitMs;
  const later = { setAt: now, forMs: waitMs(reads, settings) };
  const stays: Change = { events: [], why: null, wait: later, reads };

  switch (answer.kind) {
    case 'paused':
      return null;
    case 'unreached':
      return { events: [], why: null, wait: { setAt: now, forMs: outcomeCheckWaitMs(0, settings) } };
    case 'unread':
      return { ...stays, wait: { setAt: now, forMs: answer.afterMs || later.forMs } };
    case 'absent':
      return stays;
    case 'found':
      break;
  }
  const { record } = answer;
  if (isAnother(read, record)) return stays;
  const became = readOutcome(read.endpoint, read.request.body, record);
  const { outcome } = became;

  const provisional = isProvisional(outcome);

  // It was made; only its number is still checked, until it is final.
  if (read.state === 'done') {
    if (became.is !== 'made' || provisional) return stays;
    return { events: [], why: null, wait: null, reads, outcome };
  }
  if (became.is === 'failed') {
    const { reason } = became;
    if (read.state === 'refused') return { ...stays, reason, outcome };
    const old = read.lastRecord !== null && compareRecords(read.lastRecord, record) === 'same';
    if (old && reads <= readsOfAnOldRecord) return stays;
    const wait = { setAt: now, forMs: failedWaitMs(0, settings) };
    return { events: ['failed'], why: { said: reason.text }, wait, reads: 0, reason, outcome };
  }
  if (became.is === 'creating') return { ...stays, outcome };
  // A person must first decide whose order it is.
  if (read.asks !== null) return { ...stays, outcome };
  // The order that recovered may be the one before its correction: the corrected one was refused, or never left.
  if (read.state === 'refused' && read.reached === 'other') return { ...stays, outcome, asks: 'was-there-before' };
  const made = { why: why('made'), wait: provisional ? later : null, reads, outcome, reason: null };
  return { ...made, events: [read.state === 'refused' ? 'healed' : 'made'] };
}

function isAnother(read: DueCheck, record: unknown): boolean {
  const { request, outcome, state, lastRecord } = read;
  if (isRecordOfOtherOrder(read, record)) return true;
  // Two orders may exist under one key now; only the service's own id distinguishes them.
  const isFurther = isCreateNewOrder(request.body);
  const known = isFurther ? (outcome?.SvcId ?? null) : null;
  // An order refused at once has no id: the record belongs to the order before it.
  if (isFurther && state === 'refused' && known === null) return true;
  // A restored order that was refused at once never had a record: this one may be the order that caused the refusal.
  if (state === 'refused' && lastRecord === null && contradictsOrder(read, record)) return true;
  const shown = textAt(record, 'SvcPackageId');
  return known !== null && shown !== null && !isSameName(known, shown);
}

/**
 * After this many attempts that never appear, a person is asked: a service may refuse a key that its status never
 * shows.
 */
const attemptsBeforeAsking = 5;

/**
 * Decides from a status what happened to an order whose answer was lost. `proven`: its status endpoint has known an
 * order of this kind at this target before, so that its 404 is evidence. Pure; null: nothing changes, it stays due.
 */
export function decideStatusCheck(
  read: DueCheck,
  answer: StatusAnswer,
  proven: boolean,
  moment: DecisionContext,
): Change | null {
  const { now, runningMs, settings } = moment;
  const graceMs = settings.graceSeconds * 1000;
  const lostAt = read.lostAtRunningMs ?? runningMs;
  const elapsed = Math.max(0, runningMs - lostAt);
  const next = { setAt: now, forMs: statusCheckWaitMs(elapsed, graceMs, settings.readFirstSeconds * 1000) };
  const ask = (asks: PendingQuestion): Change => ({ events: [], why: null, wait: null, asks });

  // It requested another order beside one that may exist, so a status proves nothing.
  if (isCreateNewOrder(read.request.body)) return ask('may-be-there');

  switch (answer.kind) {
    case 'paused':
      return null;
    case 'unreached':
      return { events: [], why: null, wait: next, lostAtRunningMs: lostAt };
    case 'unread': {
      const wait = { setAt: now, forMs: answer.afterMs || next.forMs };
      return { events: [], why: null, wait, lostAtRunningMs: lostAt };
    }
    case 'found':
      return found(answer);
    case 'absent':
      return answer.page ? saidByPage() : absent(proven);
  }

  function found(shown: Extract<StatusAnswer, { kind: 'found' }>): Change {
    const { record } = shown;
    const compared = read.lastRecord === null ? 'new' : compareRecords(read.lastRecord, record);
    if (compared === 'same') return absent(true);
    if (compared === 'cannot-tell' || contradictsOrder(read, record)) {
      return ask('another-record');
    }
    // The order found may have been made from earlier content, for example if a failed order recovered meanwhile.
    const asks = read.reached === 'other' ? 'was-there-before' : null;
    const taken = { ...read, state: 'accepted', asks, reads: 0, lastRecord: null } as const;
    const became = decideOutcomeCheck(taken, shown, moment);
    return {
      ...became,
      wait: became?.wait ?? null,
      events: ['found', ...(became?.events ?? [])],
      why: why(asks ?? 'status-shows-taken'),
      maybeTaken: false,
      asks: became?.reason ? null : asks,
      absences: 0,
      lostAtRunningMs: null,
      reason: became?.reason ?? null,
    };
  }

  /** A middlebox may have answered, so this never counts toward the not-found count. */
  function saidByPage(): Change {
    if (elapsed < graceMs) return { events: [], why: null, wait: next, lostAtRunningMs: lostAt };
    const wait = rarely(read.absences);
    return { events: [], why: null, wait, asks: 'endpoint-unproven', lostAtRunningMs: lostAt };
  }

  /** Keeps checking: the order may appear, or another order may prove the endpoint, before a person has answered. */
  function rarely(absences: number): { setAt: number; forMs: number } {
    return { setAt: now, forMs: Math.max(next.forMs, outcomeCheckWaitMs(absences, settings)) };
  }

  function absent(isProof: boolean): Change {
    const absences = read.absences + 1;
    const counted = { absences, lostAtRunningMs: lostAt };
    if (absences < notFoundsNeeded || elapsed < graceMs) {
      return { ...counted, events: [], why: null, wait: next };
    }
    if (settings.alwaysAsk || !isProof || read.tries >= attemptsBeforeAsking) {
      const asks = isProof ? 'may-be-there' : 'endpoint-unproven';
      return { ...counted, events: [], why: null, wait: rarely(absences), asks };
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
