import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { PendingQuestion, Change, DueCheck } from '../outbox/entry.ts';
import { contradictsOrder } from './another-record.ts';
import { notFoundsNeeded, statusCheckWaitMs } from './check-wait.ts';
import { compareRecords } from './compare-records.ts';
import { decideOutcomeCheck } from './follow.ts';
import { outcomeCheckWaitMs } from './read-wait.ts';
import type { DecisionContext } from './settle.ts';
import type { StatusAnswer } from './status-answer.ts';

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
