import { command } from '../../state/commands.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { maxNumbers } from './track-board.svelte.ts';

/** Adds numbers to the watch list and reports the result. */
export async function watchThese(numbers: string[]): Promise<void> {
  if (!fits(numbers)) return;
  const answer = await command('watch.add', numbers.join(' ').slice(0, 2000), { numbers });
  if (!answer.ok) return toasts.say(() => sayProblem(answer.problem), 'no');
  const { added, already } = answer.value;
  if (added.length > 0) toasts.say(() => t().tracking.added({ count: format.number(added.length) }));
  else toasts.say(() => t().tracking.already({ count: format.number(already.length) }));
}

/** Removes numbers from the watch list. Their stored answers stay. */
export async function unwatchThese(numbers: string[]): Promise<void> {
  if (!fits(numbers)) return;
  const answer = await command('watch.remove', numbers.join(' ').slice(0, 2000), { numbers });
  if (!answer.ok) return toasts.say(() => sayProblem(answer.problem), 'no');
  const { length } = answer.value.removed;
  toasts.say(() => t().tracking.removed({ count: format.number(length) }));
}

function fits(numbers: readonly string[]): boolean {
  if (numbers.length > maxNumbers)
    toasts.say(() => t().lookups.many.tooMany({ most: format.number(maxNumbers) }), 'ask');
  return numbers.length > 0 && numbers.length <= maxNumbers;
}
