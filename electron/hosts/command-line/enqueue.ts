import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { ownLabelsIn } from '../../../shared/labels/own-label.ts';
import { plainText } from '../../../shared/labels/plain-text.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';
import { ownLabelChecker, warnUnchecked } from './own-label-checker.ts';
import { readRequests, type RequestLine } from './read-requests.ts';
import { randomUUID } from 'node:crypto';

/** Maximum concurrent requests: requests in flight share one disk sync. */
const maxConcurrent = 100;

/** Adds creates from standard input to the outbox; prints the answer to each once it is on disk. */
export const enqueue: Command = {
  summary: 'puts creates from standard input into the outbox, one JSON object a line',
  usage: '--data DIR [--send-again]',
  options: { ...dataOption, 'send-again': { type: 'boolean' } },
  argumentCount: [0, 0],
  run: (args, context) =>
    withDesk(context, { folder: dataFolder(args) }, async (desk) => {
      let hasRefusal = false;
      let pendingCount = 0;
      let lastPrinted = Promise.resolve();
      const labelChecker = ownLabelChecker(desk);
      // Answers keep the order of the lines, and each is printed as soon as it is available: a client may write line by
      // line and wait for each.
      async function printAnswer(pendingResult: Promise<Result<unknown>>, line: RequestLine): Promise<void> {
        const [result] = await Promise.all([pendingResult, lastPrinted]);
        hasRefusal ||= !result.ok;
        await context.print(
          result.ok
            ? acceptedAnswer(await withLabelWarnings(result.value as Enqueued, line))
            : refusedAnswer(result.problem),
        );
        pendingCount -= 1;
      }
      async function withLabelWarnings(enqueued: Enqueued, line: RequestLine): Promise<Enqueued> {
        const warningsById = hasOwnLabelIn(line)
          ? (await labelChecker.check([enqueued.id])).get(enqueued.id)
          : await missingLettersOf(line);
        return { ...enqueued, warnings: [...enqueued.warnings, ...(warningsById ?? [])] };
      }
      for await (const line of readRequests(context.input)) {
        if (context.stop.aborted) break;
        pendingCount += 1;
        lastPrinted = printAnswer(capture(desk, line, args.values['send-again'] === true), line);
        if (pendingCount >= maxConcurrent) await lastPrinted;
      }
      await lastPrinted;
      warnUnchecked(context, labelChecker.uncheckedCount());
      return hasRefusal ? 2 : 0;
    }),
};

const hasOwnLabelIn = (line: RequestLine): boolean =>
  'request' in line && ownLabelsIn(valueAt(line.request, ['body'])).length > 0;

/** Letters that no label font has. Fonts are loaded at the first order that may have some. */
async function missingLettersOf(line: RequestLine): Promise<Enqueued['warnings']> {
  if (!('request' in line) || plainText.test(JSON.stringify(line.request))) return [];
  const { missingLetters } = await import('../../printing/drawing/missing-letters.ts');
  return missingLetters(Number(valueAt(line.request, ['endpoint'])), valueAt(line.request, ['body']));
}

/** `sendAgain`: saves also an order that was withdrawn before and that the service may have. */
async function capture(desk: Desk, line: RequestLine, sendAgain: boolean): Promise<Result<unknown>> {
  if ('issue' in line) {
    const { message } = line.issue;
    return { ok: false, problem: { kind: 'invalid', message, issues: [line.issue] } };
  }
  const { request } = line;
  const firstResult = await desk.call('entry.enqueue', { commandId: randomUUID(), request });
  if (firstResult.ok || firstResult.problem.kind !== 'maybe-taken' || !sendAgain) return firstResult;
  return desk.call('entry.enqueue', { commandId: randomUUID(), request, decided: true });
}

function acceptedAnswer({ id, key, state, already, warnings }: Enqueued): object {
  return { id, key, state, ...(already && { already }), ...(warnings.length > 0 && { warnings }) };
}

function refusedAnswer(problem: Problem): object {
  return { ok: false, issues: problem.issues ?? [], problem: { kind: problem.kind, message: problem.message } };
}
