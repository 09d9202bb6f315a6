import { endpointOf } from '../../shared/service/endpoints.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import { why } from '../../shared/outbox/whys.ts';
import { setReason } from './apply-change.ts';
import type { EntryRecord } from './entry-record.ts';
import type { OutboxContext } from './outbox-context.ts';
import type { AnswerTexts } from './answer-texts.ts';
import type { Target } from './target.ts';

/** Applies a person's decision about what an answer text of the service means. */
export function answerTextVerbs(
  { db, applyTransition, records, save, host, recordAction: noteAct }: OutboxContext,
  texts: AnswerTexts,
  target: Target,
) {
  const asking = db.prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE asks = 'unknown-text' ORDER BY seq`);
  const lastVerdict = db.prepare<[number], { verdict: string | null }>(
    'SELECT verdict FROM attempt WHERE entry = ? ORDER BY id DESC LIMIT 1',
  );

  function end(record: EntryRecord, text: string, means: TextMeans, operator: string): void {
    const now = host.now();
    record.asks = null;
    if (means === 'refusal') {
      setReason(record, { code: 'text', text, field: null });
      record.accepted_at = null;
      record.reached_sha256 = null;
      return applyTransition(record, 'failed', operator, why('text-refuses', { text }), now);
    }
    noteAct(record, 'ours', operator, why('text-takes', { text }));
    // On a first attempt "not changed" shows that the key was in use before: the next question is whose order that is.
    if (lastVerdict.get(record.seq)?.verdict === 'not-changed' && record.reached_sha256 === null) {
      record.asks = 'was-there-before';
      return;
    }
    record.reached_sha256 = record.request_sha256;
    applyTransition(record, 'made', operator, why('acceptance-is-all'), now);
  }

  return {
    /**
     * Remembers what the text of an entry means at the target, and settles all other entries asking about the same
     * text.
     */
    answer(asked: EntryRecord, means: TextMeans, operator: string): void {
      const said = asked.said ?? '';
      const about = { said, key: asked.key };
      texts.remember(target.bound() ?? '', said, asked.key, means);
      for (const { seq } of asking.all()) {
        const record = seq === asked.seq ? asked : records.bySeq(seq);
        if (record === undefined || record.said === null || !texts.same(about, { said: record.said, key: record.key }))
          continue;
        const from = record.state;
        end(record, record.said, means, operator);
        if (record !== asked) save(record, from);
      }
    },
    /** Forgets the meaning of its text: the next entry answered with that text asks again. */
    forget(record: EntryRecord, operator: string): void {
      if (record.said === null || endpointOf(record.endpoint).outcome.length > 0) {
        throw problem('wrong-state', 'No text of the service is remembered for this entry.');
      }
      texts.forget(target.bound() ?? '', record.said, record.key);
      noteAct(record, 'text-forgotten', operator, why('text-forgotten', { text: record.said }));
    },
  };
}
export type AnswerTextVerbs = ReturnType<typeof answerTextVerbs>;
