import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { groupCommit } from '../../database/group-commit.ts';
import type { Capture } from '../../outbox/capture.ts';
import type { Captured } from '../../outbox/enqueue.ts';
import type { Handlers } from '../transport/answer.ts';
import { afterCapture, captureOf, type DeskContext } from '../desk-context.ts';

interface Asked {
  commandId: string;
  capture: Capture;
  operator: string;
  draft: boolean;
  decided: boolean;
}

type Names = 'entry.enqueue' | 'entry.submit' | 'entry.change' | 'entry.mend' | 'entry.replace';

/** Procedures that set an entry's content. `soon` runs its argument after the calls already received. */
export function captureHandlers(parts: DeskContext, soon: (run: () => void) => void): Pick<Handlers<'desk'>, Names> {
  const { db, outbox } = parts;

  const commit = db.transaction((batch: readonly Asked[]) =>
    batch.map(({ commandId, capture, operator, draft, decided }) => ({
      isKnown: outbox.answered(commandId, 'enqueue') !== undefined,
      answer: outbox.each(() => outbox.enqueue(commandId, capture, operator, draft, decided)),
    })),
  );
  const captures = groupCommit<Asked, Captured>({
    commit(batch) {
      const done = commit(batch);
      const saved = done.flatMap(({ isKnown, answer }) => (isKnown || answer instanceof Error ? [] : [answer]));
      afterCapture(parts, saved);
      return done.map(({ answer }) => answer);
    },
    soon,
  });

  function rewritten(
    commandId: string,
    name: 'change' | 'mend' | 'submit' | 'replace',
    capture: Capture,
    act: () => Captured,
  ): Enqueued {
    const before = outbox.answered<Captured>(commandId, name);
    const captured = before ?? act();
    if (!before) afterCapture(parts, [captured]);
    return { ...captured, warnings: capture.warnings };
  }

  return {
    async 'entry.enqueue'({ commandId, request, ...given }) {
      const capture = captureOf(parts, request);
      return { ...(await captures.add({ commandId, capture, ...given })), warnings: capture.warnings };
    },
    'entry.submit'(given) {
      const { commandId, id, operator, decided } = given;
      const entry = parts.reader.detail(id);
      if (!entry) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      const capture = captureOf(parts, { endpoint: entry.endpoint, ...entry.request });
      const submit = () => outbox.submit(commandId, id, capture, operator, decided);
      return { id, state: rewritten(commandId, 'submit', capture, submit).state };
    },
    'entry.change'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(parts, given.request);
      return rewritten(commandId, 'change', capture, () => outbox.change(commandId, id, capture, operator, decided));
    },
    'entry.mend'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(parts, given.request);
      return rewritten(commandId, 'mend', capture, () => outbox.mend(commandId, id, capture, operator, decided));
    },
    'entry.replace'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(parts, given.request);
      const replace = () => outbox.replace(commandId, id, capture, operator, decided);
      const copy = rewritten(commandId, 'replace', capture, replace);
      parts.emit({ kind: 'entries', ids: [id] });
      return copy;
    },
  };
}
