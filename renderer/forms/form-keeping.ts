import { whenIdle } from '../state/when-idle.ts';
import { FormKeeper } from './kept-form.ts';
import type { KeptForm } from './kept-shape.ts';
import type { OrderForm } from './order-form.svelte.ts';

/** a form is kept this often (ms), and a moment later at the desk: a crash costs less than half a second of typing */
const keepMs = 100;

/** Keeps a form while it is typed in, soon after each change, once it `began`: before that what was kept has not been brought back. */
export class FormKeeping {
  readonly #form: OrderForm;
  readonly #isWorthIt: () => boolean;
  readonly #keeper: FormKeeper;
  readonly #keepSoon = whenIdle(() => this.now(), keepMs);
  #isOn = false;
  #changedBefore = false;

  /** `isWorthIt`: false where the form holds nobody's typing, so that nothing is kept of it. */
  constructor(form: OrderForm, name: string, isWorthIt: () => boolean) {
    this.#form = form;
    this.#isWorthIt = isWorthIt;
    this.#keeper = new FormKeeper(name);
  }

  /** What was kept last; null where nothing was. */
  recall(): Promise<KeptForm | null> {
    return this.#keeper.recall();
  }

  began(): void {
    this.#isOn = true;
    if (this.#changedBefore) this.#keepSoon();
  }

  /** What stands there is saved, and is not kept as half typed when the screen is left. */
  ended(): void {
    this.#isOn = false;
  }

  /** Something of it changed. */
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

  /** Nothing of it is kept any more. */
  forget(): void {
    this.#keeper.keep(null);
  }
}
