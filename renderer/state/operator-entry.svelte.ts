import type { Problem } from '../../shared/contract/problem.ts';
import { choices } from '../choices/choices.svelte.ts';
import { ask } from '../transport/desk.ts';

export type OperatorEntryResult =
  | { is: 'entered'; name: string }
  | { is: 'pin-needed' }
  | { is: 'pin-wrong' }
  | { is: 'unknown' }
  | { is: 'problem'; problem: Problem };

/**
 * Identifies the operator who takes over the desk, by short code or badge. Works offline: operators are stored on the
 * desk.
 */
class OperatorEntry {
  /** Code or badge of the operator whose PIN is still missing. */
  codeAwaitingPin = $state.raw<string | null>(null);

  async enterOperator(code: string, pin?: string): Promise<OperatorEntryResult> {
    const answer = await ask('operators.enter', { code, ...(pin === undefined ? {} : { pin }) });
    if (answer.ok) {
      this.codeAwaitingPin = null;
      choices.set({ operator: answer.value.name });
      return { is: 'entered', name: answer.value.name };
    }
    const reason = answer.problem.kind === 'invalid' ? answer.problem.params?.['reason'] : undefined;
    if (reason === 'pin-needed' || reason === 'pin-wrong') this.codeAwaitingPin = code;
    if (reason === 'pin-needed') return { is: 'pin-needed' };
    if (reason === 'pin-wrong') return { is: 'pin-wrong' };
    return reason === 'unknown' ? { is: 'unknown' } : { is: 'problem', problem: answer.problem };
  }
}

export const operatorEntry = new OperatorEntry();
