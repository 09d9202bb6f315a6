import { whenIdle } from '../state/when-idle.ts';
import { FormKeeper } from './kept-form.ts';
import type { KeptForm } from './kept-shape.ts';
import type { OrderForm } from './order-form.svelte.ts';

/**
 * Interval in ms at which a form is saved. The desk has it a moment later, so a crash costs less than half a second of
 * typing.
 */
const keepMs = 100;

/**
 * Saves a form soon after each change, but not before it is started: until then the saved form has not been restored.
 */
export class FormKeeping {
  readonly #form: OrderForm;
  readonly #isWorthIt: () => boolean;
  readonly #keeper: FormKeeper;
  readonly #keepSoon = whenIdle(() => this.now(), keepMs);
  #isOn = false;
  #changedBefore = false;

  /** The predicate is false while the form holds nothing a user typed, so that nothing is saved. */
  constructor(form: OrderForm, name: string, isWorthIt: () => boolean) {
    this.#form = form;
    this.#isWorthIt = isWorthIt;
    this.#keeper = new FormKeeper(name);
  }

  /** The last saved form; null if there is none. */
  recall(): Promise<KeptForm | null> {
    return this.#keeper.recall();
  }

  began(): void {
    this.#isOn = true;
    if (this.#changedBefore) this.#keepSoon();
  }

  /** Stops saving: the form is submitted and must not be stored as half typed when the screen is left. */
  ended(): void {
    this.#isOn = false;
  }

  /** Called after each change. */
  soon(): void {
    if (this.#isOn) this.#keepSoon();
    else this.#changedBefore = true;
  }

  now(): void {
    if (!this.#isOn) return;
    const typed = this.#form.typed.take();
    if (typed?.size === 0) return;
    const isWorthIt = this.#isWorthIt();
    if (isWorthIt && typed !== null && this.#keeper.keepTyped(typed)) return;
    this.#keeper.keep(isWorthIt ? this.#form.keep() : null);
  }

  /** Deletes the saved form. */
  forget(): void {
    this.#keeper.keep(null);
  }
}
