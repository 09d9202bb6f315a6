import { problem } from '../../shared/contract/problem.ts';
import { ownWordsOr, why } from '../../shared/outbox/whys.ts';
import { mayBeAtService, type OutboxContext } from './outbox-context.ts';

export interface WithdrawOptions {
  operator: string;
  why: string;
  /** a person decided this although the service may have the order */
  decided: boolean;
  /** a person decided this although later entries need this one */
  alone: boolean;
}

/** Withdraws an entry. Throws `maybe-taken` or `needed-by` until a person has decided these. */
export function withdrawVerb({ find, applyTransition, needs, host, save }: OutboxContext) {
  return function withdraw(id: string, { operator, why: words, decided, alone }: WithdrawOptions): void {
    const record = find(id);
    const from = record.state;
    if (record.maybe_taken === 1 && !decided) {
      throw problem(
        'maybe-taken',
        `The service may already have ${record.key_kind} ${record.key}. Wait for the status check, or decide that it is withdrawn all the same.`,
        { key: record.key },
      );
    }
    const waiting = needs.waitingFor(record.seq);
    if (waiting > 0 && !alone) {
      throw problem(
        'needed-by',
        `${waiting} later entries wait for this one. Withdraw them too, or let them go on without it.`,
        {
          count: waiting,
        },
      );
    }
    // An order that failed at the service after it was accepted may still be made.
    if (mayBeAtService(record)) record.to_cancel = 1;
    applyTransition(
      record,
      from === 'draft' ? 'discard' : 'withdraw',
      operator,
      ownWordsOr(words, why('withdrawn')),
      host.now(),
    );
    save(record, from);
  };
}
