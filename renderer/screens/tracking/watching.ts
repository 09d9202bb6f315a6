import { command } from '../../state/commands.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { maxNumbers } from './track-board.svelte.ts';

/** Adds numbers to the watch list and reports the result. */
export async function watchNumbers(numbers: string[]): Promise<void> {
  if (!isWithinLimit(numbers)) return;
  const answer = await command('watch.add', numbers.join(' ').slice(0, 2000), { numbers });
  if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
  const { added, already } = answer.value;
  if (added.length > 0) toasts.show(() => t().tracking.added({ count: format.number(added.length) }));
  else toasts.show(() => t().tracking.already({ count: format.number(already.length) }));
}

/** Removes numbers from the watch list. Their stored answers stay. */
export async function unwatchNumbers(numbers: string[]): Promise<void> {
  if (!isWithinLimit(numbers)) return;
  const answer = await command('watch.remove', numbers.join(' ').slice(0, 2000), { numbers });
  if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
  const { length } = answer.value.removed;
  toasts.show(() => t().tracking.removed({ count: format.number(length) }));
}

function isWithinLimit(numbers: readonly string[]): boolean {
  if (numbers.length > maxNumbers)
    toasts.show(() => t().lookups.many.tooMany({ most: format.number(maxNumbers) }), 'ask');
  return numbers.length > 0 && numbers.length <= maxNumbers;
}
