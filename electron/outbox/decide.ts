import { endpointOf } from '../../shared/service/endpoints.ts';
import { problem } from '../../shared/contract/problem.ts';
import { saidOr, why, type Why } from '../../shared/outbox/whys.ts';
import { setReason, setWait } from './apply-change.ts';
import type { EntryRecord } from './entry-record.ts';
import { mayBeAtService, type OutboxContext } from './outbox-context.ts';
import type { SaidVerbs } from './answer-text-verbs.ts';

export type Decision = 'send-again' | 'taken' | 'withdraw' | 'closed' | 'ours' | 'refusal' | 'forget-text';

/**
 * What a person knows and the desk cannot: the order was taken, was not, is ours after all, or was closed by phone.
 * Throws `wrong-state` where the decision does not answer what the entry asks.
 */
export function decideVerb(parts: OutboxContext, texts: SaidVerbs) {
  const { find, take, host, save, noteAct } = parts;

  function taken(mark: EntryRecord, operator: string, because: Why): void {
    const now = host.now();
    mark.maybe_taken = 0;
    mark.reached_sha256 = mark.request_sha256;
    mark.asks = null;
    setReason(mark, null);
    take(mark, 'taken', operator, because, now);
    if (endpointOf(mark.endpoint).outcome.length > 0) setWait(mark, { setAt: now, forMs: 0 });
    else take(mark, 'made', operator, why('acceptance-is-all'), now);
  }

  return function decide(id: string, decision: Decision, operator: string, words: string): EntryRecord['state'] {
    const mark = find(id);
    const from = mark.state;
    const now = host.now();
    switch (decision) {
      case 'send-again':
        // Whoever sends it again says that it is not there: what the service says next is believed, a refusal too.
        mark.asks = null;
        mark.maybe_taken = 0;
        setReason(mark, null);
        take(mark, 'send-again', operator, saidOr(words, why('sent-again')), now);
        setWait(mark, null);
        break;
      case 'refusal':
        if (mark.asks !== 'unknown-text') throw nothingAsked(from);
        texts.answer(mark, 'refusal', operator);
        break;
      case 'forget-text':
        texts.forget(mark, operator);
        break;
      case 'taken':
        if (mark.asks === 'unknown-text') {
          texts.answer(mark, 'fine', operator);
          break;
        }
        taken(mark, operator, saidOr(words, why('was-taken')));
        break;
      case 'withdraw':
        if (mayBeAtService(mark)) mark.to_cancel = 1;
        take(mark, 'withdraw', operator, saidOr(words, why('withdrawn-decided')), now);
        break;
      case 'closed':
        take(mark, 'closed', operator, saidOr(words, why('closed-by-phone')), now);
        break;
      case 'ours':
        if (mark.asks === 'unknown-text') {
          texts.answer(mark, 'fine', operator);
          break;
        }
        if (mark.asks === null) throw nothingAsked(from);
        if (from === 'unsure') {
          taken(mark, operator, saidOr(words, why('ours')));
          break;
        }
        mark.asks = null;
        mark.maybe_taken = 0;
        mark.reached_sha256 = mark.request_sha256;
        noteAct(mark, 'ours', operator, saidOr(words, why('ours')));
        settleOrRead(mark, operator, now);
        break;
    }
    save(mark, from);
    return mark.state;
  };

  function settleOrRead(mark: EntryRecord, operator: string, now: number): void {
    if (endpointOf(mark.endpoint).outcome.length === 0) take(mark, 'made', operator, why('acceptance-is-all'), now);
    else setWait(mark, { setAt: now, forMs: 0 });
  }
}

function nothingAsked(state: string) {
  return problem('wrong-state', 'This entry asks nothing any more. Look at it again.', { state });
}
