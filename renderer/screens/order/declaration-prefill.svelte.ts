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
import { throttle } from '../../state/throttle.ts';
import { ask } from '../../transport/desk.ts';
import type { OrderTask } from './order-task.svelte.ts';
import { untrack } from 'svelte';

/**
 * The values of an order that its declaration repeats, by path in the declaration, in the sequence of the order's
 * fields. Weights are included only if both use the same unit, the tracking number only once it is final.
 */
export function declarationValues(
  { endpoint, request, trackingNumber, provisional }: EntryDetail,
  form: Pick<OrderForm, 'endpoint' | 'fieldAt'>,
  settings: Settings | null,
): [path: string, value: unknown][] {
  const leaves = leavesOf(request.body).map(([path, value]) => [path.replace(/^Package\./, ''), value] as const);
  const hasSameWeightUnit =
    isEndpointNumber(endpoint) &&
    weightUnitOf(endpoint, settings) === weightUnitOf(form.endpoint, settings) &&
    !leaves.some(([path]) => lastName(path) === 'WeightUnit');
  const values = leaves.flatMap(([path, value]): [string, unknown][] => {
    const isRepeated = path !== 'PackageId' && value !== '' && typeof value !== 'object' && form.fieldAt(path);
    return isRepeated && (hasSameWeightUnit || lastName(path) !== 'Weight') ? [[path, value]] : [];
  });
  return trackingNumber === null || provisional ? values : [['TrackingNumber', trackingNumber], ...values];
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
   * Returns null unless the task is a new declaration. `skipFilled`: moves the cursor past the fields filled from the
   * order.
   */
  static create(task: OrderTask, skipFilled: () => void): DeclarationPrefill | null {
    return task.purpose === 'new' && borrowsKey(task.form.endpoint) ? new DeclarationPrefill(task, skipFilled) : null;
  }

  private constructor(task: OrderTask, skipFilled: () => void) {
    this.#task = task;
    this.#skipFilled = skipFilled;
    $effect(() => {
      void this.#key;
      if (task.isReady) untrack(this.#lookUpOrder);
    });
  }

  /** Remembers a scanned number, so that the cursor moves on once its order is found. */
  rememberScannedKey(number: string): void {
    this.#scannedKey = number;
  }

  /**
   * Handles Enter in the number of a parcel whose order is known: its fields are filled, so the cursor goes to the
   * goods. Returns false elsewhere.
   */
  handleEnter(): boolean {
    const isOrderKnown =
      pathOfFocus() === this.#task.form.keyPath && this.#filledKey !== '' && this.#filledKey === this.#key;
    if (isOrderKnown) this.#skipFilled();
    return isOrderKnown;
  }

  get #key(): string {
    return this.#task.form.textAt(this.#task.form.keyPath).trim();
  }

  readonly #lookUpOrder = throttle(async () => {
    const key = this.#key;
    if (key === this.#filledKey) return;
    this.#clearFilled();
    const order = key === '' || key.length > 200 ? null : await findOrder(key);
    if (key !== this.#key || !order) return;
    this.#filledKey = key;
    const { form } = this.#task;
    const { keyPath } = form;
    const values = declarationValues(order, form, desk.settings);
    this.#clearCarriedOver(values.map(([path]) => rootOf(path)));
    const hasGoods = !form.isLineEmpty('Skus', 0);
    for (const [path, value] of values) {
      const [position] = linesIn(path);
      if (form.textAt(path).trim() !== '' || (position && hasGoods)) continue;
      while (position && form.lineCount(position.list) <= position.line) form.addLine(position.list);
      form.prefill(path, writeField(value, choices.locale), 'order');
    }
    for (let line = 0; line < form.lineCount('Skus'); line++) form.onFieldCompleted(`Skus[${line}].Sku`);
    if (this.#scannedKey === key && pathOfFocus() === keyPath) this.#skipFilled();
  }, minIntervalMs);

  // clears unconfirmed values carried over from another declaration: the order has better ones
  #clearCarriedOver(roots: readonly (Step | undefined)[]): void {
    const { form } = this.#task;
    const { keyPath } = form;
    for (const [path] of [...form.texts]) {
      const origin = form.origins.originOf(path);
      const isCarriedOver = origin === 'carried' || origin === 'template';
      if (isCarriedOver && path !== keyPath && roots.includes(rootOf(path))) form.enterText(path, '');
    }
  }

  #clearFilled(): void {
    const { form } = this.#task;
    this.#filledKey = '';
    for (const [path] of [...form.texts]) if (form.origins.originOf(path) === 'order') form.enterText(path, '');
    for (let line = 0; line < form.lineCount('Skus'); line++) form.onFieldCompleted(`Skus[${line}].Sku`);
  }
}

const rootOf = (path: string): Step | undefined => readPath(path)[0];

async function findOrder(key: string) {
  const answer = await ask('scan.find', { text: key });
  if (!answer.ok || answer.value.is !== 'entry') return null;
  const order = answer.value.entries.find(
    (entry) => entry.key === key && !borrowsKey(entry.endpoint) && entry.state !== 'withdrawn',
  );
  const entryAnswer = order && (await ask('entries.get', { id: order.id }));
  return entryAnswer?.ok ? entryAnswer.value : null;
}
