import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Change, DueCheck } from '../outbox/entry.ts';
import { contradictsOrder, isRecordOfOtherOrder } from './another-record.ts';
import { compareRecords } from './compare-records.ts';
import { isProvisional, readOutcome } from './read-outcome.ts';
import { failedWaitMs, outcomeCheckWaitMs } from './read-wait.ts';
import { isSameName, textAt } from './record-field.ts';
import type { DecisionContext } from './settle.ts';
import type { StatusAnswer } from './status-answer.ts';

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
