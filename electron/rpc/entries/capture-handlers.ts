import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { groupCommit } from '../../database/group-commit.ts';
import type { Capture } from '../../outbox/capture.ts';
import type { CapturedEntry } from '../../outbox/enqueue.ts';
import type { Handlers } from '../transport/answer.ts';
import { publishCaptures, captureOf, type DeskContext } from '../desk-context.ts';

interface PendingCapture {
  commandId: string;
  capture: Capture;
  operator: string;
  draft: boolean;
  decided: boolean;
}

type CaptureName = 'entry.enqueue' | 'entry.submit' | 'entry.change' | 'entry.mend' | 'entry.replace';

/** Procedures that set an entry's content. `soon` runs its argument after the calls already received. */
export function captureHandlers(
  context: DeskContext,
  soon: (run: () => void) => void,
): Pick<Handlers<'desk'>, CaptureName> {
  const { db, outbox } = context;

  const commit = db.transaction((batch: readonly PendingCapture[]) =>
    batch.map(({ commandId, capture, operator, draft, decided }) => ({
      isKnown: outbox.answered(commandId, 'enqueue') !== undefined,
      answer: outbox.each(() => outbox.enqueue(commandId, capture, operator, draft, decided)),
    })),
  );
  const captures = groupCommit<PendingCapture, CapturedEntry>({
    commit(batch) {
      const done = commit(batch);
      const saved = done.flatMap(({ isKnown, answer }) => (isKnown || answer instanceof Error ? [] : [answer]));
      publishCaptures(context, saved);
      return done.map(({ answer }) => answer);
    },
    schedule: soon,
  });

  function rewriteOnce(
    commandId: string,
    name: 'change' | 'mend' | 'submit' | 'replace',
    capture: Capture,
    act: () => CapturedEntry,
  ): Enqueued {
    const before = outbox.answered<CapturedEntry>(commandId, name);
    const captured = before ?? act();
    if (!before) publishCaptures(context, [captured]);
    return { ...captured, warnings: capture.warnings };
  }

  return {
    async 'entry.enqueue'({ commandId, request, ...given }) {
      const capture = captureOf(context, request);
      return { ...(await captures.add({ commandId, capture, ...given })), warnings: capture.warnings };
    },
    'entry.submit'(given) {
      const { commandId, id, operator, decided } = given;
      const entry = context.reader.detail(id);
      if (!entry) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      const capture = captureOf(context, { endpoint: entry.endpoint, ...entry.request });
      const submit = () => outbox.submit(commandId, id, capture, operator, decided);
      return { id, state: rewriteOnce(commandId, 'submit', capture, submit).state };
    },
    'entry.change'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(context, given.request);
      return rewriteOnce(commandId, 'change', capture, () => outbox.change(commandId, id, capture, operator, decided));
    },
    'entry.mend'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(context, given.request);
      return rewriteOnce(commandId, 'mend', capture, () => outbox.mend(commandId, id, capture, operator, decided));
    },
    'entry.replace'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(context, given.request);
      const replace = () => outbox.replace(commandId, id, capture, operator, decided);
      const copy = rewriteOnce(commandId, 'replace', capture, replace);
      context.emit({ kind: 'entries', ids: [id] });
      return copy;
    },
  };
}
