import type { Operator } from '../../../shared/contract/memory-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { Right } from '../../../shared/rights/rights.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { ask } from '../../transport/desk.ts';

/** A PIN is kept, removed, or set to a new one. */
export type PinChange = 'leave' | 'none' | 'set';

const minPinLength = 4;

/** The operators of the desk, and the one being added or edited. */
export class OperatorList {
  operators = $state.raw<readonly Operator[]>([]);
  isLoaded = $state(false);
  /** operator being edited; null for a new one */
  chosen = $state.raw<Operator | null>(null);
  name = $state('');
  code = $state('');
  pin = $state('');
  pinChange = $state<PinChange>('none');
  rights = $state<Right[]>([]);
  showsProblems = $state(false);
  problem = $state.raw<Problem | null>(null);

  async load(): Promise<void> {
    const listed = await ask('operators.list', {});
    if (listed.ok) this.operators = listed.value.operators;
    else this.problem = listed.problem;
    this.isLoaded = true;
  }

  choose(operator: Operator | null): void {
    this.chosen = operator;
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
  /** a new operator with the name of an existing one would overwrite that one */
  get isNameTaken(): boolean {
    return this.chosen === null && this.operators.some(({ name }) => name === this.name.trim());
  }

  /** The rights if they changed; without a PIN an operator has none. */
  get #rightsChange(): { rights?: Right[] } {
    const wanted = this.hasPin ? $state.snapshot(this.rights) : [];
    const before = this.chosen?.rights ?? [];
    const isSame = wanted.length === before.length && wanted.every((right) => before.includes(right));
    return isSame ? {} : { rights: wanted };
  }

  /** Returns the saved operator, or null if something must be corrected first. */
  async save(newBadge = false): Promise<Operator | null> {
    this.showsProblems = true;
    this.problem = null;
    if (this.isNameMissing || this.isCodeMissing || this.isPinShort || this.isNameTaken) return null;
    const pin = { leave: {}, none: { pin: null }, set: { pin: this.pin } }[this.pinChange];
    const name = this.name.trim();
    const saved = await command('operators.save', name, {
      ...{ name, code: this.code.trim(), newBadge, ...pin },
      ...this.#rightsChange,
    });
    if (!saved.ok) {
      this.problem = saved.problem;
      return null;
    }
    await this.load();
    this.choose(saved.value);
    return saved.value;
  }

  async forget(): Promise<boolean> {
    const { chosen } = this;
    if (!chosen) return false;
    const forgotten = await command('operators.forget', chosen.name, { name: chosen.name });
    if (!forgotten.ok) {
      this.problem = forgotten.problem;
      return false;
    }
    if (choices.operator === chosen.name) choices.set({ operator: '' });
    await this.load();
    this.choose(null);
    return true;
  }
}
