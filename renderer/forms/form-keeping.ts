import { whenIdle } from '../state/when-idle.ts';
import { FormSnapshotStore } from './kept-form.ts';
import type { FormSnapshot } from './kept-shape.ts';
import type { OrderForm } from './order-form.svelte.ts';

/**
 * Interval in ms at which a form is saved. The desk has it a moment later, so a crash costs less than half a second of
 * typing.
 */
const saveIntervalMs = 100;

/**
 * Saves a form soon after each change, but not before it is started: until then the saved form has not been restored.
 */
export class FormAutosave {
  readonly #form: OrderForm;
  readonly #hasUserInput: () => boolean;
  readonly #store: FormSnapshotStore;
  readonly #saveWhenIdle = whenIdle(() => this.saveNow(), saveIntervalMs);
  #isOn = false;
  #changedBefore = false;

  /** The predicate is false while the form holds nothing a user typed, so that nothing is saved. */
  constructor(form: OrderForm, name: string, hasUserInput: () => boolean) {
    this.#form = form;
    this.#hasUserInput = hasUserInput;
    this.#store = new FormSnapshotStore(name);
  }

  /** The last saved form; null if there is none. */
  load(): Promise<FormSnapshot | null> {
    return this.#store.load();
  }

  start(): void {
    this.#isOn = true;
    if (this.#changedBefore) this.#saveWhenIdle();
  }

  /** Stops saving: the form is submitted and must not be stored as half typed when the screen is left. */
  stop(): void {
    this.#isOn = false;
  }

  /** Called after each change. */
  schedule(): void {
    if (this.#isOn) this.#saveWhenIdle();
    else this.#changedBefore = true;
  }

  saveNow(): void {
    if (!this.#isOn) return;
    const typed = this.#form.changedTexts.take();
    if (typed?.size === 0) return;
    const isWorthIt = this.#hasUserInput();
    if (isWorthIt && typed !== null && this.#store.saveChanges(typed)) return;
    this.#store.save(isWorthIt ? this.#form.snapshot() : null);
  }

  /** Deletes the saved form. */
  discard(): void {
    this.#store.save(null);
  }
}
