import { deepestLevel, isTooDeep, levelsOf } from '../../../shared/text/nesting-depth.ts';
import { no, type Result } from '../../../shared/contract/problem.ts';

/**
 * Why a call cannot be taken at all, whatever procedure it names; null where it can. Half a character (a lone surrogate) is
 * written by no keyboard, and neither an address nor a disk keeps it.
 */
export function checkScreenInput(input: unknown): Result<never> | null {
  if (isTooDeep(input)) return no('invalid', `A call is nested at most ${String(deepestLevel)} levels deep.`);
  for (const level of levelsOf(input))
    if (level.some((value) => typeof value === 'string' && !value.isWellFormed()))
      return no('invalid', 'A text of the call holds half a character. Enter it again.');
  return null;
}
