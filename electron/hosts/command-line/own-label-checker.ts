import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import type { CommandContext } from './command.ts';
import { jsonLine } from './options.ts';

/**
 * Time budget of a command for checking own labels (ms); one takes some hundredths of a second, or a second if large.
 */
const defaultBudgetMs = 30_000;
const batchSize = 100;

/** Checks own labels of orders, and words the problems of unprintable ones as the desk does. */
export function ownLabelChecker(desk: Desk, budgetMs: number = defaultBudgetMs) {
  let [spent, left] = [0, 0];
  return {
    /** Warnings by entry, for entries just saved. */
    async check(ids: readonly string[]): Promise<Map<string, Enqueued['warnings']>> {
      const warned = new Map<string, Enqueued['warnings']>();
      for (let from = 0; from < ids.length; from += batchSize) {
        const some = ids.slice(from, from + batchSize);
        if (spent >= budgetMs) {
          left += some.length;
          continue;
        }
        const began = performance.now();
        const answer = await desk.call('labels.brought', { ids: some });
        spent += performance.now() - began;
        // the entries are saved even if the check fails
        const { found, left: rest } = answer.ok
          ? (answer.value as Output<'labels.brought'>)
          : { found: [], left: some.length };
        left += rest;
        for (const { id, problems } of found)
          warned.set(
            id,
            problems.map(({ kind, field, message, params }) => ({
              path: `$.Package.${field}`,
              code: kind,
              params,
              message,
            })),
          );
      }
      return warned;
    },
    /** Orders not checked for own labels: the time budget was used up. */
    left: (): number => left,
  };
}

/** Writes the problems and warnings of these orders' own labels, one line each, to standard error. */
export async function printLabelWarnings(
  desk: Desk,
  ids: readonly string[],
  { warn }: Pick<CommandContext, 'warn'>,
): Promise<void> {
  const labels = ownLabelChecker(desk);
  const found = await labels.check(ids);
  for (const id of ids)
    for (const { path, params, message } of found.get(id) ?? [])
      warn(jsonLine({ warning: { code: 'own-label', params: { ...params, id, path }, message } }));
  warnUnchecked({ warn }, labels.left());
}
export type OwnLabelChecker = ReturnType<typeof ownLabelChecker>;

export function warnUnchecked({ warn }: Pick<CommandContext, 'warn'>, count: number): void {
  if (count === 0) return;
  const message = `Of ${count} orders nobody looked whether the label that they may bring along can be printed: it took too long. The desk looks at them when it runs.`;
  warn(`${JSON.stringify({ warning: { code: 'own-labels', params: { count }, message } })}\n`);
}
