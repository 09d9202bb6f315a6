import { untrack } from 'svelte';
import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { declaredFrom } from '../../forms/declared-from.ts';
import { pathOfFocus } from '../../forms/field-focus.ts';
import { linesIn, readPath, type Step } from '../../../shared/path/path.ts';
import { writeField } from '../../forms/read-field.ts';
import { choices } from '../../state/choices.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask } from '../../transport/desk.ts';
import type { OrderTask } from './order-task.svelte.ts';

/** minimum interval between look-ups while the package number is typed */
const restMs = 80;

/**
 * Fills the empty fields of a new declaration from this desk's order for the same parcel, and clears them again if the
 * number changes. Must be created during component initialisation.
 */
export class DeclaredParcel {
  readonly #task: OrderTask;
  readonly #goOn: () => void;
  #found = '';
  #scanned = '';

  /**
   * Returns null unless the task is a new declaration. `goOn`: moves the cursor past the fields filled from the order.
   */
  static of(task: OrderTask, goOn: () => void): DeclaredParcel | null {
    return task.task === 'new' && borrowsKey(task.form.endpoint) ? new DeclaredParcel(task, goOn) : null;
  }

  private constructor(task: OrderTask, goOn: () => void) {
    this.#task = task;
    this.#goOn = goOn;
    $effect(() => {
      void this.#key;
      if (task.ready) untrack(this.#look);
    });
  }

  /** Notes a scanned number: the cursor moves on once its order is found. */
  scanned(number: string): void {
    this.#scanned = number;
  }

  /**
   * Handles Enter in the number of a parcel whose order is known: its fields are filled, so the cursor goes to the
   * goods. Returns false elsewhere.
   */
  enter(): boolean {
    const known = pathOfFocus() === this.#task.form.keyPath && this.#found !== '' && this.#found === this.#key;
    if (known) this.#goOn();
    return known;
  }

  get #key(): string {
    return this.#task.form.textAt(this.#task.form.keyPath).trim();
  }

  readonly #look = soon(async () => {
    const key = this.#key;
    if (key === this.#found) return;
    this.#takeOut();
    const order = key === '' || key.length > 200 ? null : await orderOf(key);
    if (key !== this.#key || !order) return;
    this.#found = key;
    const { form } = this.#task;
    const { keyPath } = form;
    const declared = declaredFrom(order, form, desk.settings);
    this.#giveWay(declared.map(([path]) => rootOf(path)));
    const hasGoods = !form.lineIsEmpty('Skus', 0);
    for (const [path, value] of declared) {
      const [at] = linesIn(path);
      if (form.textAt(path).trim() !== '' || (at && hasGoods)) continue;
      while (at && form.lines(at.list) <= at.line) form.addLine(at.list);
      form.prefill(path, writeField(value, choices.locale), 'order');
    }
    for (let line = 0; line < form.lines('Skus'); line++) form.completed(`Skus[${line}].Sku`);
    if (this.#scanned === key && pathOfFocus() === keyPath) this.#goOn();
  }, restMs);

  // clears values carried over from another declaration and not confirmed: the order has better ones
  #giveWay(roots: readonly (Step | undefined)[]): void {
    const { form } = this.#task;
    const { keyPath } = form;
    for (const [path] of [...form.texts]) {
      const origin = form.origins.at(path);
      const cameOver = origin === 'carried' || origin === 'template';
      if (cameOver && path !== keyPath && roots.includes(rootOf(path))) form.type(path, '');
    }
  }

  #takeOut(): void {
    const { form } = this.#task;
    this.#found = '';
    for (const [path] of [...form.texts]) if (form.origins.at(path) === 'order') form.type(path, '');
    for (let line = 0; line < form.lines('Skus'); line++) form.completed(`Skus[${line}].Sku`);
  }
}

const rootOf = (path: string): Step | undefined => readPath(path)[0];

async function orderOf(key: string) {
  const meant = await ask('scan.find', { text: key });
  if (!meant.ok || meant.value.is !== 'entry') return null;
  const order = meant.value.entries.find(
    (entry) => entry.key === key && !borrowsKey(entry.endpoint) && entry.state !== 'withdrawn',
  );
  const found = order && (await ask('entries.get', { id: order.id }));
  return found?.ok ? found.value : null;
}
