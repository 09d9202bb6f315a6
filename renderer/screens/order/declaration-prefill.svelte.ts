import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { leavesOf, lastName, linesIn, readPath, type Step } from '../../../shared/path/path.ts';
import { isEndpointNumber } from '../../../shared/service/endpoints.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { pathOfFocus } from '../../forms/field-focus.ts';
import { weightUnitOf } from '../../forms/field-texts.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { writeField } from '../../forms/read-field.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { ask } from '../../transport/desk.ts';
import type { OrderTask } from './order-task.svelte.ts';
import { untrack } from 'svelte';

/**
 * Values of an order that its declaration repeats, by path in the declaration, in the order's sequence. Includes
 * weights only if both use the same unit, and the tracking number only once it is final.
 */
export function declarationValues(
  { endpoint, request, trackingNumber, provisional }: EntryDetail,
  form: Pick<OrderForm, 'endpoint' | 'fieldAt'>,
  settings: Settings | null,
): [path: string, value: unknown][] {
  const leaves = leavesOf(request.body).map(([path, value]) => [path.replace(/^Package\./, ''), value] as const);
  const alike =
    isEndpointNumber(endpoint) &&
    weightUnitOf(endpoint, settings) === weightUnitOf(form.endpoint, settings) &&
    !leaves.some(([path]) => lastName(path) === 'WeightUnit');
  const said = leaves.flatMap(([path, value]): [string, unknown][] => {
    const isFact = path !== 'PackageId' && value !== '' && typeof value !== 'object' && form.fieldAt(path);
    return isFact && (alike || lastName(path) !== 'Weight') ? [[path, value]] : [];
  });
  return trackingNumber === null || provisional ? said : [['TrackingNumber', trackingNumber], ...said];
}

/** minimum interval between look-ups while the package number is typed */
const minIntervalMs = 80;

/**
 * Fills the empty fields of a new declaration from this desk's order for the same parcel, and clears them again if the
 * number changes. Must be created during component initialisation.
 */
export class DeclarationPrefill {
  readonly #task: OrderTask;
  readonly #skipFilled: () => void;
  #filledKey = '';
  #scannedKey = '';

  /**
   * Returns null unless the task is a new declaration. `goOn`: moves the cursor past the fields filled from the order.
   */
  static create(task: OrderTask, goOn: () => void): DeclarationPrefill | null {
    return task.purpose === 'new' && borrowsKey(task.form.endpoint) ? new DeclarationPrefill(task, goOn) : null;
  }

  private constructor(task: OrderTask, goOn: () => void) {
    this.#task = task;
    this.#skipFilled = goOn;
    $effect(() => {
      void this.#key;
      if (task.isReady) untrack(this.#lookUpOrder);
    });
  }

  /** Notes a scanned number: the cursor moves on once its order is found. */
  noteScan(number: string): void {
    this.#scannedKey = number;
  }

  /**
   * Handles Enter in the number of a parcel whose order is known: its fields are filled, so the cursor goes to the
   * goods. Returns false elsewhere.
   */
  handleEnter(): boolean {
    const known = pathOfFocus() === this.#task.form.keyPath && this.#filledKey !== '' && this.#filledKey === this.#key;
    if (known) this.#skipFilled();
    return known;
  }

  get #key(): string {
    return this.#task.form.textAt(this.#task.form.keyPath).trim();
  }

  readonly #lookUpOrder = throttled(async () => {
    const key = this.#key;
    if (key === this.#filledKey) return;
    this.#clearFilled();
    const order = key === '' || key.length > 200 ? null : await findOrder(key);
    if (key !== this.#key || !order) return;
    this.#filledKey = key;
    const { form } = this.#task;
    const { keyPath } = form;
    const declared = declarationValues(order, form, desk.settings);
    this.#clearCarriedOver(declared.map(([path]) => rootOf(path)));
    const hasGoods = !form.lineIsEmpty('Skus', 0);
    for (const [path, value] of declared) {
      const [at] = linesIn(path);
      if (form.textAt(path).trim() !== '' || (at && hasGoods)) continue;
      while (at && form.lines(at.list) <= at.line) form.addLine(at.list);
      form.prefill(path, writeField(value, choices.locale), 'order');
    }
    for (let line = 0; line < form.lines('Skus'); line++) form.completed(`Skus[${line}].Sku`);
    if (this.#scannedKey === key && pathOfFocus() === keyPath) this.#skipFilled();
  }, minIntervalMs);

  // clears values carried over from another declaration and not confirmed: the order has better ones
  #clearCarriedOver(roots: readonly (Step | undefined)[]): void {
    const { form } = this.#task;
    const { keyPath } = form;
    for (const [path] of [...form.texts]) {
      const origin = form.origins.at(path);
      const cameOver = origin === 'carried' || origin === 'template';
      if (cameOver && path !== keyPath && roots.includes(rootOf(path))) form.type(path, '');
    }
  }

  #clearFilled(): void {
    const { form } = this.#task;
    this.#filledKey = '';
    for (const [path] of [...form.texts]) if (form.origins.at(path) === 'order') form.type(path, '');
    for (let line = 0; line < form.lines('Skus'); line++) form.completed(`Skus[${line}].Sku`);
  }
}

const rootOf = (path: string): Step | undefined => readPath(path)[0];

async function findOrder(key: string) {
  const meant = await ask('scan.find', { text: key });
  if (!meant.ok || meant.value.is !== 'entry') return null;
  const order = meant.value.entries.find(
    (entry) => entry.key === key && !borrowsKey(entry.endpoint) && entry.state !== 'withdrawn',
  );
  const found = order && (await ask('entries.get', { id: order.id }));
  return found?.ok ? found.value : null;
}
