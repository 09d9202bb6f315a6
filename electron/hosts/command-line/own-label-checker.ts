import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import type { CommandContext } from './command.ts';
import { jsonLine } from './options.ts';

/** Time budget of a command for checking own labels; a label takes 10 to 100 ms, or a second if it is large. */
const defaultBudgetMs = 30_000;
const batchSize = 100;

/** Checks the own labels of orders until the time budget is used up. */
export function ownLabelChecker(desk: Desk, budgetMs: number = defaultBudgetMs) {
  let [spentMs, uncheckedCount] = [0, 0];
  return {
    /** Returns the warnings by id of the entry. */
    async check(ids: readonly string[]): Promise<Map<string, Enqueued['warnings']>> {
      const warningsById = new Map<string, Enqueued['warnings']>();
      for (let offset = 0; offset < ids.length; offset += batchSize) {
        const batch = ids.slice(offset, offset + batchSize);
        if (spentMs >= budgetMs) {
          uncheckedCount += batch.length;
          continue;
        }
        const startedAt = performance.now();
        const answer = await desk.call('labels.brought', { ids: batch });
        spentMs += performance.now() - startedAt;
        // the entries are saved even if the check fails
        const { found: labelReports, left: skippedCount } = answer.ok
          ? (answer.value as Output<'labels.brought'>)
          : { found: [], left: batch.length };
        uncheckedCount += skippedCount;
        for (const { id, problems } of labelReports)
          warningsById.set(
            id,
            problems.map(({ kind, field, message, params }) => ({
              path: `$.Package.${field}`,
              code: kind,
              params,
              message,
            })),
          );
      }
      return warningsById;
    },
    /** Number of orders not checked, because the time budget was used up or the check failed. */
    uncheckedCount: (): number => uncheckedCount,
  };
}

/** Writes the problems and warnings of these orders' own labels, one line each, to standard error. */
export async function printLabelWarnings(
  desk: Desk,
  ids: readonly string[],
  { warn }: Pick<CommandContext, 'warn'>,
): Promise<void> {
  const labelChecker = ownLabelChecker(desk);
  const warningsById = await labelChecker.check(ids);
  for (const id of ids)
    for (const { path, params, message } of warningsById.get(id) ?? [])
      warn(jsonLine({ warning: { code: 'own-label', params: { ...params, id, path }, message } }));
  warnUnchecked({ warn }, labelChecker.uncheckedCount());
}
export type OwnLabelChecker = ReturnType<typeof ownLabelChecker>;

export function warnUnchecked({ warn }: Pick<CommandContext, 'warn'>, count: number): void {
  if (count === 0) return;
  const message = `Of ${count} orders nobody looked whether the label that they may bring along can be printed: it took too long. The desk looks at them when it runs.`;
  warn(`${JSON.stringify({ warning: { code: 'own-labels', params: { count }, message } })}\n`);
}
