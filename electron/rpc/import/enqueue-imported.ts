import { readCapture, type Capture } from '../../outbox/capture.ts';
import type { EnqueueResult } from '../../import/import-file.ts';
import { problemOf } from '../transport/failure.ts';
import { publishCaptures, type DeskContext } from '../desk-context.ts';

/** Captures many requests of a file in one transaction, with one result each. */
export function enqueueImported(
  context: DeskContext,
  requests: readonly unknown[],
  operator: string,
  decided: boolean,
): EnqueueResult[] {
  const read = requests.map((request) => readCapture(request, context.settings.get()));
  const captures = read.flatMap((one): Capture[] => (one.ok ? [one.value] : []));
  const answers = context.outbox.enqueueMany(captures, operator, false, true, decided);
  context.ongoingImport.wrote();
  const byCapture = new Map(captures.map((capture, index) => [capture, answers[index]]));
  publishCaptures(
    context,
    answers.flatMap((captured) => (captured instanceof Error ? [] : [captured])),
  );
  return read.map((one): EnqueueResult => {
    if (!one.ok) return one;
    const answer = byCapture.get(one.value);
    if (answer === undefined || answer instanceof Error) return { ok: false, problem: problemOf(answer) };
    return { ok: true, value: answer };
  });
}
