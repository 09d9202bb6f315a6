import type { DueCheck } from '../outbox/entry.ts';
import { askInHalves } from '../service/ask-in-halves.ts';
import { isObject } from '../service/parse-json.ts';
import type { ReadVerdict } from '../service/read-verdict.ts';
import type { StatusReads } from './ask-status.ts';
import { isSameName, textAt } from './record-field.ts';
import type { StatusAnswer } from './status-answer.ts';
import { statusRequest } from './status-request.ts';

/** Asks endpoint 11 for many outbound orders at once, halving on failure; each entry finds its answer by id. */
export async function askOutbound(
  entries: readonly DueCheck[],
  asking: StatusReads,
  onAnswer: (entry: DueCheck, answer: StatusAnswer) => Promise<void>,
): Promise<void> {
  const { read, settings } = asking;
  const ask = (some: readonly DueCheck[]) =>
    read(
      11,
      statusRequest(
        11,
        some.map(({ key }) => key.value),
        settings,
      ),
    );
  for await (const [some, verdict] of askInHalves(entries, ask, statusOf)) {
    const answerOf = answers(verdict);
    await Promise.all(some.map((entry) => onAnswer(entry, answerOf(entry))));
  }
}

/** The status with which the service answered; null for a truncated 404, which proves nothing. */
const statusOf = (verdict: ReadVerdict): number | null =>
  verdict.kind === 'absent' ? 404 : verdict.kind === 'unread' && verdict.status !== 404 ? verdict.status : null;

/** Splits a verdict on several entries into an answer for each. */
function answers(verdict: ReadVerdict): (entry: DueCheck) => StatusAnswer {
  switch (verdict.kind) {
    case 'unreached':
    case 'paused':
      return () => ({ kind: verdict.kind });
    case 'absent':
      return () => ({ kind: 'absent', page: verdict.page });
    case 'unread':
      return () => ({ kind: 'unread', afterMs: verdict.afterMs });
    case 'json': {
      const said: unknown[] = Array.isArray(verdict.json) ? verdict.json : [verdict.json];
      const records = said.filter(isObject).filter((one) => textAt(one, 'PackageId') !== null);
      // A record without an id may belong to any of them.
      const missing: StatusAnswer =
        records.length === said.length ? { kind: 'absent', page: false } : { kind: 'unread', afterMs: null };
      return (entry) => {
        const record = records.find((one) => isSameName(textAt(one, 'PackageId') ?? '', entry.key.value));
        return record ? { kind: 'found', record, by: 11 } : missing;
      };
    }
  }
}
