import { endpointOf } from '../../shared/service/endpoints.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import { why } from '../../shared/outbox/whys.ts';
import { setReason } from './apply-change.ts';
import type { EntryRecord } from './entry-record.ts';
import type { OutboxContext } from './outbox-context.ts';
import type { AnswerTexts } from './answer-texts.ts';
import type { Target } from './target.ts';

/** What a person says about a text with which the service answered. */
export function answerTextVerbs(
  { db, take, marks, save, host, noteAct }: OutboxContext,
  texts: AnswerTexts,
  target: Target,
) {
  const asking = db.prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE asks = 'unknown-text' ORDER BY seq`);
  const lastVerdict = db.prepare<[number], { verdict: string | null }>(
    'SELECT verdict FROM attempt WHERE entry = ? ORDER BY id DESC LIMIT 1',
  );

  function end(mark: EntryRecord, text: string, means: TextMeans, operator: string): void {
    const now = host.now();
    mark.asks = null;
    if (means === 'refusal') {
      setReason(mark, { code: 'text', text, field: null });
      mark.accepted_at = null;
      mark.reached_sha256 = null;
      return take(mark, 'failed', operator, why('text-refuses', { text }), now);
    }
    noteAct(mark, 'ours', operator, why('text-takes', { text }));
    // It was a first try, and something had the key before: whose that is, is the next question.
    if (lastVerdict.get(mark.seq)?.verdict === 'not-changed' && mark.reached_sha256 === null) {
      mark.asks = 'was-there-before';
      return;
    }
    mark.reached_sha256 = mark.request_sha256;
    take(mark, 'made', operator, why('acceptance-is-all'), now);
  }

  return {
    /** Remembers what the text of an entry means at the target, and ends with it all others that ask the same. */
    answer(asked: EntryRecord, means: TextMeans, operator: string): void {
      const said = asked.said ?? '';
      const about = { said, key: asked.key };
      texts.remember(target.bound() ?? '', said, asked.key, means);
      for (const { seq } of asking.all()) {
        const mark = seq === asked.seq ? asked : marks.bySeq(seq);
        if (mark === undefined || mark.said === null || !texts.same(about, { said: mark.said, key: mark.key }))
          continue;
        const from = mark.state;
        end(mark, mark.said, means, operator);
        if (mark !== asked) save(mark, from);
      }
    },
    /** Takes back what was said of its text: the next entry that is answered so asks again. */
    forget(mark: EntryRecord, operator: string): void {
      if (mark.said === null || endpointOf(mark.endpoint).outcome.length > 0) {
        throw problem('wrong-state', 'No text of the service is remembered for this entry.');
      }
      texts.forget(target.bound() ?? '', mark.said, mark.key);
      noteAct(mark, 'text-forgotten', operator, why('text-forgotten', { text: mark.said }));
    },
  };
}
export type SaidVerbs = ReturnType<typeof answerTextVerbs>;
