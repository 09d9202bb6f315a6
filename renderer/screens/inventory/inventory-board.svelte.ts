import type { InventoryAnswer } from '../../../shared/contract/lookup-answers.ts';
import { Lookup, type Question } from '../../lookups/lookup.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { nothingChosen, type Choosing } from '../../ui/choosing.ts';
import { joinStock } from './join-stock.ts';
import { stockOrders, type StockOrder } from './order-stock.ts';

/** Maximum SKUs in one call. */
export const maxSkus = 5000;
const place = 'inventory/question';

/** The SKUs and warehouse on screen, and their stock. It outlives the screen. */
class InventoryBoard {
  WarehouseId = $state('');
  skus = $state.raw<readonly string[]>([]);
  /** typed but not added yet */
  pasted = $state('');
  single = $state('');
  order = $state<StockOrder>('low');
  choosing = $state.raw<Choosing>(nothingChosen);
  readonly lookup = new Lookup<InventoryAnswer>();
  #recalled = false;
  /** warehouse of the last query */
  #asked = '';

  /** Whether the answer shown, or on its way, is for the warehouse entered. */
  get isAsked(): boolean {
    return this.lookup.answer !== null && this.#asked === this.WarehouseId.trim();
  }

  /** Restores the last question, once. */
  async load(): Promise<void> {
    if (this.#recalled) return;
    this.#recalled = true;
    const kept = await ask('desk.recall', { name: place });
    const untouched = this.skus.length === 0 && this.WarehouseId === '';
    if (!kept.ok || !untouched || !isQuestion(kept.value.value)) return;
    this.WarehouseId = kept.value.value.WarehouseId;
    this.skus = kept.value.value.skus;
    this.ask();
  }

  /** Adds SKUs without duplicates. Only the new ones are queried; the answers for the others stay. */
  take(skus: readonly string[]): boolean {
    const goesOn = this.#goesOn;
    this.skus = [...new Set([...this.skus, ...skus])].slice(0, maxSkus);
    if (!goesOn) return this.ask();
    const looked = new Set(this.skus);
    const part = [...new Set(skus)].filter((sku) => looked.has(sku));
    this.#goOn(part);
    return true;
  }

  drop(sku: string): void {
    const goesOn = this.#goesOn;
    this.skus = this.skus.filter((one) => one !== sku);
    if (!goesOn || this.skus.length === 0) return void this.ask();
    this.#goOn([]);
    const { answer } = this.lookup;
    if (answer) this.lookup.answer = { ...answer, rows: answer.rows.filter(({ Sku }) => Sku !== sku) };
  }

  clear(): void {
    this.skus = [];
    this.ask();
  }

  stepOrder(): void {
    this.order = stockOrders[(stockOrders.indexOf(this.order) + 1) % stockOrders.length] ?? 'low';
  }

  /** Queries all SKUs; false if the warehouse or the SKUs are missing. */
  ask(): boolean {
    this.#remember();
    this.#asked = this.skus.length === 0 ? '' : this.WarehouseId.trim();
    if (this.#asked === '') {
      this.lookup.end();
      return false;
    }
    this.lookup.ask(this.#question());
    return true;
  }

  /** A query for the warehouse entered exists, so it can be extended. */
  get #goesOn(): boolean {
    return this.#asked !== '' && this.#asked === this.WarehouseId.trim();
  }

  #goOn(part: readonly string[]): void {
    this.#remember();
    this.lookup.goOn(this.#question(), part.length > 0 ? this.#askAbout(part) : undefined);
  }

  #remember(): void {
    void ask('desk.remember', { name: place, value: { WarehouseId: this.WarehouseId.trim(), skus: this.skus } });
    this.choosing = nothingChosen;
  }

  #askAbout(skus: readonly string[]): Question<InventoryAnswer>['ask'] {
    const [WarehouseId, Skus] = [this.#asked, [...skus]];
    return (mode) => ask('inventory.look', { WarehouseId, Skus, mode });
  }

  #question(): Question<InventoryAnswer> {
    const { skus } = this;
    const about = new Set(skus);
    return {
      ask: this.#askAbout(skus),
      isFresh: ({ rows }) => rows.every(({ fresh }) => fresh),
      concerns: (subject, skus) => subject === 'inventory' && (skus === 'many' || skus.some((sku) => about.has(sku))),
      carry: (shown, last) => joinStock(shown, last, { skus, mode: 'last' }),
      join: (shown, fresh) => joinStock(shown, fresh, { skus, mode: 'fresh' }),
    };
  }

  /** New captures of this desk change its own quantities, not the service's, so they are read again automatically. */
  receive = (event: ClientEvent): void => {
    this.lookup.receive(event);
    if (event.kind === 'entries' && this.lookup.answer) this.#lookAtOwn();
  };
  readonly #lookAtOwn = soon(() => Promise.resolve(this.lookup.receive({ kind: 'missed' })), 1000);
}

function isQuestion(value: unknown): value is { WarehouseId: string; skus: string[] } {
  if (typeof value !== 'object' || value === null || !('WarehouseId' in value) || !('skus' in value)) return false;
  const { WarehouseId, skus } = value;
  return typeof WarehouseId === 'string' && Array.isArray(skus) && skus.every((sku) => typeof sku === 'string');
}

export const inventoryBoard = new InventoryBoard();
