import { endpointOf } from '../../shared/service/endpoints.ts';
import { problem } from '../../shared/contract/problem.ts';
import { ownWordsOr, why, type Why } from '../../shared/outbox/whys.ts';
import { setReason, setWait } from './apply-change.ts';
import type { EntryRecord } from './entry-record.ts';
import { mayBeAtService, type OutboxContext } from './outbox-context.ts';
import type { AnswerTextVerbs } from './answer-text-verbs.ts';

export type Decision = 'send-again' | 'taken' | 'withdraw' | 'closed' | 'ours' | 'refusal' | 'forget-text';

/**
 * Applies a decision that only a person can make: the order was accepted, was not, is ours after all, or was closed by
 * phone. Throws `wrong-state` if the decision does not answer the entry's pending question.
 */
export function decideVerb(context: OutboxContext, texts: AnswerTextVerbs) {
  const { find, applyTransition, host, save, recordAction: noteAct } = context;

  function settleAsAccepted(record: EntryRecord, operator: string, because: Why): void {
    const now = host.now();
    record.maybe_taken = 0;
    record.reached_sha256 = record.request_sha256;
    record.asks = null;
    setReason(record, null);
    applyTransition(record, 'taken', operator, because, now);
    if (endpointOf(record.endpoint).outcome.length > 0) setWait(record, { setAt: now, forMs: 0 });
    else applyTransition(record, 'made', operator, why('acceptance-is-all'), now);
  }

  return function decide(id: string, decision: Decision, operator: string, words: string): EntryRecord['state'] {
    const record = find(id);
    const from = record.state;
    const now = host.now();
    switch (decision) {
      case 'send-again':
        // Sending again asserts that the service does not have the order, so its next answer is believed, a refusal
        // included.
        record.asks = null;
        record.maybe_taken = 0;
        setReason(record, null);
        applyTransition(record, 'send-again', operator, ownWordsOr(words, why('sent-again')), now);
        setWait(record, null);
        break;
      case 'refusal':
        if (record.asks !== 'unknown-text') throw nothingAsked(from);
        texts.answer(record, 'refusal', operator);
        break;
      case 'forget-text':
        texts.forget(record, operator);
        break;
      case 'taken':
        if (record.asks === 'unknown-text') {
          texts.answer(record, 'fine', operator);
          break;
        }
        settleAsAccepted(record, operator, ownWordsOr(words, why('was-taken')));
        break;
      case 'withdraw':
        if (mayBeAtService(record)) record.to_cancel = 1;
        applyTransition(record, 'withdraw', operator, ownWordsOr(words, why('withdrawn-decided')), now);
        break;
      case 'closed':
        applyTransition(record, 'closed', operator, ownWordsOr(words, why('closed-by-phone')), now);
        break;
      case 'ours':
        if (record.asks === 'unknown-text') {
          texts.answer(record, 'fine', operator);
          break;
        }
        if (record.asks === null) throw nothingAsked(from);
        if (from === 'unsure') {
          settleAsAccepted(record, operator, ownWordsOr(words, why('ours')));
          break;
        }
        record.asks = null;
        record.maybe_taken = 0;
        record.reached_sha256 = record.request_sha256;
        noteAct(record, 'ours', operator, ownWordsOr(words, why('ours')));
        settleOrRead(record, operator, now);
        break;
    }
    save(record, from);
    return record.state;
  };

  function settleOrRead(record: EntryRecord, operator: string, now: number): void {
    if (endpointOf(record.endpoint).outcome.length === 0)
      applyTransition(record, 'made', operator, why('acceptance-is-all'), now);
    else setWait(record, { setAt: now, forMs: 0 });
  }
}

function nothingAsked(state: string) {
  return problem('wrong-state', 'This entry asks nothing any more. Look at it again.', { state });
}
