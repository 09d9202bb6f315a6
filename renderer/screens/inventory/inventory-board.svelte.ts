import type { InventoryAnswer } from '../../../shared/contract/lookup-answers.ts';
import { Lookup, type Question } from '../../lookups/lookup.svelte.ts';
import { throttled } from '../../state/soon.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { noSelection, type RowSelection } from '../../ui/choosing.ts';
import { mergeStock } from './join-stock.ts';
import { stockSortOrders, type StockSortOrder } from './order-stock.ts';

/** Maximum SKUs in one call. */
export const maxSkus = 5000;
const storageName = 'inventory/question';

/** The SKUs and warehouse on screen, and their stock. It outlives the screen. */
class InventoryBoard {
  WarehouseId = $state('');
  skus = $state.raw<readonly string[]>([]);
  /** typed but not added yet */
  pasted = $state('');
  single = $state('');
  sortOrder = $state<StockSortOrder>('low');
  choosing = $state.raw<RowSelection>(noSelection);
  readonly lookup = new Lookup<InventoryAnswer>();
  #isRestored = false;
  /** warehouse of the last query */
  #queriedWarehouse = '';

  /** Whether the answer shown, or on its way, is for the warehouse entered. */
  get hasCurrentAnswer(): boolean {
    return this.lookup.answer !== null && this.#queriedWarehouse === this.WarehouseId.trim();
  }

  /** Restores the last question, once. */
  async restore(): Promise<void> {
    if (this.#isRestored) return;
    this.#isRestored = true;
    const kept = await ask('desk.recall', { name: storageName });
    const untouched = this.skus.length === 0 && this.WarehouseId === '';
    if (!kept.ok || !untouched || !isQuestion(kept.value.value)) return;
    this.WarehouseId = kept.value.value.WarehouseId;
    this.skus = kept.value.value.skus;
    this.ask();
  }

  /** Adds SKUs without duplicates. Only the new ones are queried; the answers for the others stay. */
  addSkus(skus: readonly string[]): boolean {
    const goesOn = this.#canExtend;
    this.skus = [...new Set([...this.skus, ...skus])].slice(0, maxSkus);
    if (!goesOn) return this.ask();
    const looked = new Set(this.skus);
    const part = [...new Set(skus)].filter((sku) => looked.has(sku));
    this.#extendQuery(part);
    return true;
  }

  removeSku(sku: string): void {
    const goesOn = this.#canExtend;
    this.skus = this.skus.filter((one) => one !== sku);
    if (!goesOn || this.skus.length === 0) return void this.ask();
    this.#extendQuery([]);
    const { answer } = this.lookup;
    if (answer) this.lookup.answer = { ...answer, rows: answer.rows.filter(({ Sku }) => Sku !== sku) };
  }

  clear(): void {
    this.skus = [];
    this.ask();
  }

  stepSortOrder(): void {
    this.sortOrder = stockSortOrders[(stockSortOrders.indexOf(this.sortOrder) + 1) % stockSortOrders.length] ?? 'low';
  }

  /** Queries all SKUs; false if the warehouse or the SKUs are missing. */
  ask(): boolean {
    this.#remember();
    this.#queriedWarehouse = this.skus.length === 0 ? '' : this.WarehouseId.trim();
    if (this.#queriedWarehouse === '') {
      this.lookup.clear();
      return false;
    }
    this.lookup.ask(this.#question());
    return true;
  }

  /** A query for the warehouse entered exists, so it can be extended. */
  get #canExtend(): boolean {
    return this.#queriedWarehouse !== '' && this.#queriedWarehouse === this.WarehouseId.trim();
  }

  #extendQuery(part: readonly string[]): void {
    this.#remember();
    this.lookup.extend(this.#question(), part.length > 0 ? this.#askAbout(part) : undefined);
  }

  #remember(): void {
    void ask('desk.remember', { name: storageName, value: { WarehouseId: this.WarehouseId.trim(), skus: this.skus } });
    this.choosing = noSelection;
  }

  #askAbout(skus: readonly string[]): Question<InventoryAnswer>['ask'] {
    const [WarehouseId, Skus] = [this.#queriedWarehouse, [...skus]];
    return (mode) => ask('inventory.look', { WarehouseId, Skus, mode });
  }

  #question(): Question<InventoryAnswer> {
    const { skus } = this;
    const about = new Set(skus);
    return {
      ask: this.#askAbout(skus),
      isFresh: ({ rows }) => rows.every(({ fresh }) => fresh),
      concerns: (subject, skus) => subject === 'inventory' && (skus === 'many' || skus.some((sku) => about.has(sku))),
      carry: (shown, last) => mergeStock(shown, last, { skus, mode: 'last' }),
      join: (shown, fresh) => mergeStock(shown, fresh, { skus, mode: 'fresh' }),
    };
  }

  /** New captures of this desk change its own quantities, not the service's, so they are read again automatically. */
  receive = (event: ClientEvent): void => {
    this.lookup.receive(event);
    if (event.kind === 'entries' && this.lookup.answer) this.#reloadOwnQuantities();
  };
  readonly #reloadOwnQuantities = throttled(() => Promise.resolve(this.lookup.receive({ kind: 'missed' })), 1000);
}

function isQuestion(value: unknown): value is { WarehouseId: string; skus: string[] } {
  if (typeof value !== 'object' || value === null || !('WarehouseId' in value) || !('skus' in value)) return false;
  const { WarehouseId, skus } = value;
  return typeof WarehouseId === 'string' && Array.isArray(skus) && skus.every((sku) => typeof sku === 'string');
}

export const inventoryBoard = new InventoryBoard();
