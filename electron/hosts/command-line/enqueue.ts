import { randomUUID } from 'node:crypto';
import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { labelWarnings, noteLeft } from './label-warnings.ts';
import { ownLabelsIn } from '../../../shared/labels/own-label.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { Desk } from '../../threads/desk.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';
import { readRequests, type RequestLine } from './read-requests.ts';

/** Maximum concurrent requests: requests in flight share one disk sync. */
const atOnce = 100;

/** Adds creates from standard input to the outbox; each is answered once it is on disk. */
export const enqueue: Command = {
  summary: 'puts creates from standard input into the outbox, one JSON object a line',
  usage: '--data DIR [--send-again]',
  options: { ...dataOption, 'send-again': { type: 'boolean' } },
  words: [0, 0],
  run: (given, around) =>
    withDesk(around, { folder: folderOf(given) }, async (desk) => {
      let refused = false;
      let underWay = 0;
      let printed = Promise.resolve();
      const labels = labelWarnings(desk);
      // Answers keep the order of the lines, and each is printed as soon as it is available: a client may write line by
      // line and wait for each.
      async function answer(saving: Promise<Result<unknown>>, brings: boolean): Promise<void> {
        const [result] = await Promise.all([saving, printed]);
        refused ||= !result.ok;
        await around.print(
          result.ok
            ? saved(brings ? await withLabel(result.value as Enqueued) : (result.value as Enqueued))
            : notTaken(result.problem),
        );
        underWay -= 1;
      }
      async function withLabel(one: Enqueued): Promise<Enqueued> {
        const found = await labels.of([one.id]);
        return { ...one, warnings: [...one.warnings, ...(found.get(one.id) ?? [])] };
      }
      for await (const line of readRequests(around.input)) {
        if (around.stop.aborted) break;
        underWay += 1;
        printed = answer(capture(desk, line, given.values['send-again'] === true), bringsLabel(line));
        if (underWay >= atOnce) await printed;
      }
      await printed;
      noteLeft(around, labels.left());
      return refused ? 2 : 0;
    }),
};

const bringsLabel = (line: RequestLine): boolean =>
  'request' in line && ownLabelsIn(valueAt(line.request, ['body'])).length > 0;

/** `sendsAgain`: also an order that was withdrawn before, although the service may have it. */
async function capture(desk: Desk, line: RequestLine, sendsAgain: boolean): Promise<Result<unknown>> {
  if ('issue' in line) {
    const { message } = line.issue;
    return { ok: false, problem: { kind: 'invalid', message, issues: [line.issue] } };
  }
  const { request } = line;
  const saved = await desk.call('entry.enqueue', { commandId: randomUUID(), request });
  if (saved.ok || saved.problem.kind !== 'maybe-taken' || !sendsAgain) return saved;
  return desk.call('entry.enqueue', { commandId: randomUUID(), request, decided: true });
}

function saved({ id, key, state, already, warnings }: Enqueued): object {
  return { id, key, state, ...(already && { already }), ...(warnings.length > 0 && { warnings }) };
}

function notTaken(problem: Problem): object {
  return { ok: false, issues: problem.issues ?? [], problem: { kind: problem.kind, message: problem.message } };
}
