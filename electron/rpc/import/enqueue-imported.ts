import { readCapture, type Capture } from '../../outbox/capture.ts';
import type { Queued } from '../../import/import-file.ts';
import { problemOf } from '../transport/failure.ts';
import { afterCapture, type DeskContext } from '../desk-context.ts';

/** Captures many requests of a file in one transaction, with one result each. */
export function enqueueImported(
  parts: DeskContext,
  requests: readonly unknown[],
  operator: string,
  decided: boolean,
): Queued[] {
  const read = requests.map((request) => readCapture(request, parts.settings.get()));
  const captures = read.flatMap((one): Capture[] => (one.ok ? [one.value] : []));
  const answers = parts.outbox.enqueueMany(captures, operator, false, true, decided);
  parts.imported.wrote();
  const byCapture = new Map(captures.map((capture, index) => [capture, answers[index]]));
  afterCapture(
    parts,
    answers.flatMap((captured) => (captured instanceof Error ? [] : [captured])),
  );
  return read.map((one): Queued => {
    if (!one.ok) return one;
    const answer = byCapture.get(one.value);
    if (answer === undefined || answer instanceof Error) return { ok: false, problem: problemOf(answer) };
    return { ok: true, value: answer };
  });
}
