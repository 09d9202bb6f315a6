import type { InventoryAnswer, StockRow } from '../../../shared/contract/lookup-answers.ts';
import { carryFreshness } from '../../lookups/freshness.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask, type Told } from '../../transport/desk.ts';
import { nothingChosen, type Choosing } from '../../ui/choosing.ts';
import { stockOrders, type StockOrder } from './order-stock.ts';

/** The desk takes this many SKUs in one look. */
export const maxSkus = 5000;
const place = 'inventory/question';

/** Which SKUs of which warehouse are looked at, and what is known of them. It outlives the screen. */
class InventoryBoard {
  WarehouseId = $state('');
  skus = $state.raw<readonly string[]>([]);
  /** typed and not taken yet */
  pasted = $state('');
  single = $state('');
  order = $state<StockOrder>('low');
  choosing = $state.raw<Choosing>(nothingChosen);
  readonly lookup = new Lookup<InventoryAnswer>();
  #recalled = false;
  /** the warehouse that was asked last */
  #asked = '';

  /** What is shown, or on its way, is of the warehouse that stands there. */
  get isAsked(): boolean {
    return this.lookup.answer !== null && this.#asked === this.WarehouseId.trim();
  }

  /** Brings back, once, what was looked at before. */
  async load(): Promise<void> {
    if (this.#recalled) return;
    this.#recalled = true;
    const kept = await ask('desk.recall', { name: place });
    const untouched = this.skus.length === 0 && this.WarehouseId === '';
    if (!kept.ok || !untouched || !isQuestion(kept.value.value)) return;
    this.WarehouseId = kept.value.value.WarehouseId;
    this.skus = kept.value.value.skus;
    this.look();
  }

  /** Adds SKUs to those looked at; each stands there once. */
  take(skus: readonly string[]): boolean {
    this.skus = [...new Set([...this.skus, ...skus])].slice(0, maxSkus);
    return this.look();
  }

  drop(sku: string): void {
    this.skus = this.skus.filter((one) => one !== sku);
    this.look();
  }

  clear(): void {
    this.skus = [];
    this.look();
  }

  stepOrder(): void {
    this.order = stockOrders[(stockOrders.indexOf(this.order) + 1) % stockOrders.length] ?? 'low';
  }

  /** Looks at all of them; false where something is missing. */
  look(): boolean {
    const WarehouseId = this.WarehouseId.trim();
    void ask('desk.remember', { name: place, value: { WarehouseId, skus: this.skus } });
    this.choosing = nothingChosen;
    if (WarehouseId === '' || this.skus.length === 0) {
      this.lookup.answer = null;
      return false;
    }
    this.#asked = WarehouseId;
    const Skus = [...this.skus];
    const about = new Set(Skus);
    this.lookup.ask({
      ask: (mode) => ask('inventory.look', { WarehouseId, Skus, mode }),
      isFresh: ({ rows }) => rows.every(({ fresh }) => fresh),
      concerns: (subject, skus) => subject === 'inventory' && (skus === 'many' || skus.some((sku) => about.has(sku))),
      carry: carryRows,
    });
    return true;
  }

  /** What this desk has captured meanwhile is not of the service, and is looked at anew by itself. */
  receive = (told: Told): void => {
    this.lookup.receive(told);
    if (told.kind === 'entries' && this.lookup.answer) this.#lookAtOwn();
  };
  readonly #lookAtOwn = soon(() => Promise.resolve(this.lookup.receive({ kind: 'missed' })), 1000);
}

function carryRows(shown: InventoryAnswer, last: InventoryAnswer): InventoryAnswer {
  const before = new Map<string, StockRow>(shown.rows.map((row) => [row.Sku, row]));
  const rows = last.rows.map((row) => carryFreshness(before.get(row.Sku), row));
  return { ...last, rows, others: shown.others, unexpected: shown.unexpected };
}

function isQuestion(value: unknown): value is { WarehouseId: string; skus: string[] } {
  if (typeof value !== 'object' || value === null || !('WarehouseId' in value) || !('skus' in value)) return false;
  const { WarehouseId, skus } = value;
  return typeof WarehouseId === 'string' && Array.isArray(skus) && skus.every((sku) => typeof sku === 'string');
}

export const inventoryBoard = new InventoryBoard();
