import type { Operator } from '../../../shared/contract/memory-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { Right } from '../../../shared/rights/rights.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { ask } from '../../transport/desk.ts';

/** What happens to the PIN: `leave` keeps it, `none` removes it, `set` sets a new one. */
export type PinChange = 'leave' | 'none' | 'set';

const minPinLength = 4;

/** The operators of the desk, and the one being added or edited. */
export class OperatorList {
  operators = $state.raw<readonly Operator[]>([]);
  isLoaded = $state(false);
  /** operator being edited; null for a new one */
  selectedOperator = $state.raw<Operator | null>(null);
  name = $state('');
  code = $state('');
  pin = $state('');
  pinChange = $state<PinChange>('none');
  rights = $state<Right[]>([]);
  showsProblems = $state(false);
  problem = $state.raw<Problem | null>(null);

  async load(): Promise<void> {
    const answer = await ask('operators.list', {});
    if (answer.ok) this.operators = answer.value.operators;
    else this.problem = answer.problem;
    this.isLoaded = true;
  }

  selectOperator(operator: Operator | null): void {
    this.selectedOperator = operator;
    this.name = operator?.name ?? '';
    this.code = operator?.code ?? '';
    this.pin = '';
    this.pinChange = operator?.hasPin ? 'leave' : 'none';
    this.rights = [...(operator?.rights ?? [])];
    this.showsProblems = false;
    this.problem = null;
  }

  get isNameMissing(): boolean {
    return this.name.trim() === '';
  }
  get isCodeMissing(): boolean {
    return this.code.trim() === '';
  }
  get isPinShort(): boolean {
    return this.pinChange === 'set' && this.pin.length < minPinLength;
  }
  /** whether the operator will have a PIN, which rights require */
  get hasPin(): boolean {
    return this.pinChange !== 'none';
  }
  /** whether a new operator would overwrite an existing one of the same name */
  get isNameTaken(): boolean {
    return this.selectedOperator === null && this.operators.some(({ name }) => name === this.name.trim());
  }

  /** The rights if they changed; without a PIN an operator has none. */
  get #rightsChange(): { rights?: Right[] } {
    const newRights = this.hasPin ? $state.snapshot(this.rights) : [];
    const oldRights = this.selectedOperator?.rights ?? [];
    const isSame = newRights.length === oldRights.length && newRights.every((right) => oldRights.includes(right));
    return isSame ? {} : { rights: newRights };
  }

  /** Returns the saved operator, or null if something must be corrected first. */
  async save(newBadge = false): Promise<Operator | null> {
    this.showsProblems = true;
    this.problem = null;
    if (this.isNameMissing || this.isCodeMissing || this.isPinShort || this.isNameTaken) return null;
    const pin = { leave: {}, none: { pin: null }, set: { pin: this.pin } }[this.pinChange];
    const name = this.name.trim();
    const answer = await command('operators.save', name, {
      ...{ name, code: this.code.trim(), newBadge, ...pin },
      ...this.#rightsChange,
    });
    if (!answer.ok) {
      this.problem = answer.problem;
      return null;
    }
    await this.load();
    this.selectOperator(answer.value);
    return answer.value;
  }

  async forget(): Promise<boolean> {
    const { selectedOperator } = this;
    if (!selectedOperator) return false;
    const answer = await command('operators.forget', selectedOperator.name, { name: selectedOperator.name });
    if (!answer.ok) {
      this.problem = answer.problem;
      return false;
    }
    if (choices.operator === selectedOperator.name) choices.set({ operator: '' });
    await this.load();
    this.selectOperator(null);
    return true;
  }
}
