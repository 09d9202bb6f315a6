import type { Enqueued } from '../../shared/desk-contract.ts';
import { problem } from '../../shared/problem.ts';
import type { Capture } from '../outbox/capture.ts';
import type { Captured } from '../outbox/enqueue.ts';
import type { Handlers } from './answer.ts';
import { captureGroup } from './capture-group.ts';
import { afterCapture, captureOf, type OpenParts } from './open-parts.ts';

interface Asked {
  commandId: string;
  capture: Capture;
  operator: string;
  draft: boolean;
}

type Names = 'entry.enqueue' | 'entry.submit' | 'entry.change' | 'entry.mend' | 'entry.replace';

/** Procedures that give an entry its content. `soon` runs its argument after the calls that have arrived already. */
export function captureHandlers(parts: OpenParts, soon: (run: () => void) => void): Pick<Handlers<'desk'>, Names> {
  const { db, outbox } = parts;

  const commit = db.transaction((batch: readonly Asked[]) =>
    batch.map(({ commandId, capture, operator, draft }) =>
      outbox.each(() => outbox.enqueue(commandId, capture, operator, draft)),
    ),
  );
  const enqueue = captureGroup<Asked, Captured>((batch) => {
    const answers = commit(batch);
    const saved = batch.flatMap(({ capture, operator }, index) => {
      const captured = answers[index];
      return captured === undefined || captured instanceof Error ? [] : [{ captured, capture, operator }];
    });
    afterCapture(parts, saved);
    return answers;
  }, soon);

  function rewritten(captured: Captured, capture: Capture, operator: string): Enqueued {
    afterCapture(parts, [{ captured, capture, operator }]);
    return { ...captured, warnings: capture.warnings };
  }

  return {
    async 'entry.enqueue'({ commandId, request, operator, draft }) {
      const capture = captureOf(parts, request);
      return { ...(await enqueue({ commandId, capture, operator, draft })), warnings: capture.warnings };
    },
    'entry.submit'({ commandId, id, operator }) {
      const entry = parts.reader.detail(id);
      if (!entry) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      const capture = captureOf(parts, { endpoint: entry.endpoint, ...entry.request });
      const captured = outbox.submit(commandId, id, capture, operator);
      afterCapture(parts, [{ captured, capture, operator }]);
      return { id, state: captured.state };
    },
    'entry.change'({ commandId, id, request, operator }) {
      const capture = captureOf(parts, request);
      return rewritten(outbox.change(commandId, id, capture, operator), capture, operator);
    },
    'entry.mend'({ commandId, id, request, operator, decided }) {
      const capture = captureOf(parts, request);
      return rewritten(outbox.mend(commandId, id, capture, operator, decided), capture, operator);
    },
    'entry.replace'({ commandId, id, request, operator }) {
      const capture = captureOf(parts, request);
      const captured = outbox.replace(commandId, id, capture, operator);
      parts.tell({ kind: 'entries', ids: [id] });
      return rewritten(captured, capture, operator);
    },
  };
}
