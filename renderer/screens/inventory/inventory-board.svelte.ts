import type { TableCell } from '../../../shared/contract/export-procedures.ts';
import type { InventoryAnswer, StockRow } from '../../../shared/contract/lookup-answers.ts';
import { compareDecimals, readDecimal } from '../../../shared/text/exact-decimal.ts';
import { mergeFreshness } from '../../lookups/freshness.ts';
import { Lookup, type Question } from '../../lookups/lookup.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { noSelection, type RowSelection } from '../../ui/row-selection.ts';

/** Union without duplicates, in order of first appearance. */
function union<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Map([...one, ...other].map((part) => [JSON.stringify(part), part])).values()];
}

/**
 * Merges `more`, an answer about all or some of these SKUs, into the answer `shown`, in the order of `skus`. For each
 * SKU the later answer of the service wins, whichever arrives first.
 */
export function mergeStock(
  shown: InventoryAnswer,
  more: InventoryAnswer,
  { skus, mode }: { skus: readonly string[]; mode: 'last' | 'fresh' },
): InventoryAnswer {
  const rows = new Map<string, StockRow>(shown.rows.map((row) => [row.Sku, row]));
  const answered = new Set<string>();
  for (const row of more.rows) {
    answered.add(row.Sku);
    const before = rows.get(row.Sku);
    if (before && (row.at ?? 0) < (before.at ?? 0)) continue;
    rows.set(row.Sku, mode === 'last' ? mergeFreshness(before, row) : row);
  }
  const coversAll = skus.every((sku) => answered.has(sku));
  const said = mode === 'last' ? shown : more;
  return {
    ...more,
    endpoint: coversAll || shown.endpoint === more.endpoint ? more.endpoint : 20,
    rows: skus.flatMap((sku) => rows.get(sku) ?? []),
    others: coversAll || mode === 'last' ? said.others : union(shown.others, more.others),
    unexpected: coversAll || mode === 'last' ? said.unexpected : union(shown.unexpected, more.unexpected),
  };
}

export const stockSortOrders = ['low', 'Sku', 'AvailStockQty', 'availAfter', 'InTransitStockQty', 'BlockQty'] as const;
export type StockSortOrder = (typeof stockSortOrders)[number];

const urgency = ({ low, lowAfter }: StockRow): number => (low ? 0 : lowAfter ? 1 : 2);

/** Indices of the rows in a sort order: small quantities first, missing values last, stable. */
export function sortStock(rows: readonly StockRow[], sortOrder: StockSortOrder): number[] {
  const places = rows.map((_, place) => place);
  const compare = (one: StockRow, other: StockRow): number => {
    if (sortOrder === 'low') return urgency(one) - urgency(other);
    if (sortOrder === 'Sku') return one.Sku < other.Sku ? -1 : one.Sku > other.Sku ? 1 : 0;
    const [a, b] = [readDecimal(one[sortOrder]), readDecimal(other[sortOrder])];
    if (!a || !b) return Number(!a) - Number(!b);
    // for stock in transit and blocked stock, large quantities matter most
    return sortOrder === 'InTransitStockQty' || sortOrder === 'BlockQty'
      ? compareDecimals(b, a)
      : compareDecimals(a, b);
  };
  return places.sort((one, other) => {
    const [a, b] = [rows[one], rows[other]];
    return a && b ? compare(a, b) : 0;
  });
}

/** Whether a SKU has a second line, for quantities in this desk's orders that the service does not have yet. */
const hasOwnLine = ({ undelivered }: StockRow): boolean => undelivered.quantity > 0 || undelivered.refused > 0;

/** Ids of the lines of a list: even ids are the service's quantities of row `id / 2`, odd ones this desk's own. */
export function linesOf(rows: readonly StockRow[], places: readonly number[]): number[] {
  return places.flatMap((place) => {
    const row = rows[place];
    return row && hasOwnLine(row) ? [place * 2, place * 2 + 1] : [place * 2];
  });
}

export const rowOfLine = (line: number): number => Math.floor(line / 2);
export const isOwnLine = (line: number): boolean => line % 2 === 1;

/** Parts of a bar, in percent of the longest one. */
export interface StockBar {
  avail: number;
  blocked: number;
  /** in the warehouse, and neither available nor blocked */
  other: number;
  inTransit: number;
}

// only for the length of a bar, never for a displayed number
const approximate = (quantity: string | null): number =>
  Math.min(Math.max(0, Number(quantity ?? 0)), Number.MAX_VALUE / 8);

function lengths({ TotalStockQty, AvailStockQty, BlockQty, InTransitStockQty }: StockRow): StockBar {
  const [avail, blocked, inTransit] = [
    approximate(AvailStockQty),
    approximate(BlockQty),
    approximate(InTransitStockQty),
  ];
  return { avail, blocked, other: Math.max(0, approximate(TotalStockQty) - avail - blocked), inTransit };
}

const totalLength = ({ avail, blocked, other, inTransit }: StockBar): number => avail + blocked + other + inTransit;

/** The length of the longest bar, at least 1, as the scale for all rows. */
export const longestBar = (rows: readonly StockRow[]): number =>
  rows.reduce((longest, row) => Math.max(longest, totalLength(lengths(row))), 1);

export function barOf(row: StockRow, longest: number): StockBar {
  const { avail, blocked, other, inTransit } = lengths(row);
  const share = (part: number): number => (part / longest) * 100;
  return { avail: share(avail), blocked: share(blocked), other: share(other), inTransit: share(inTransit) };
}

const quantities = ['AvailStockQty', 'TotalStockQty', 'InTransitStockQty', 'BlockQty'] as const;

/** A number if it is exact, otherwise its text. */
const numberCell = (decimal: string | null): TableCell =>
  decimal === null ? null : String(Number(decimal)) === decimal ? Number(decimal) : decimal;

/** The list as a table, with the service's names in the header and separate columns for the desk's own quantities. */
export function stockTable(rows: readonly StockRow[], WarehouseId: string): TableCell[][] {
  const { table } = t().inventory;
  const head = ['WarehouseId', 'Sku', ...quantities, 'VerifyState', 'DeclareName', 'ProductAmountWarn'];
  const own = [table.undelivered, table.availAfter, table.refused, table.low, table.asOf];
  return [
    [...head, ...own],
    ...rows.map((row) => [
      WarehouseId.trim(),
      row.Sku,
      ...quantities.map((name) => numberCell(row[name])),
      [...new Set(row.stock.map(({ VerifyState }) => VerifyState).filter((state) => state !== ''))].join(', '),
      row.stock[0]?.DeclareName ?? '',
      row.ProductAmountWarn,
      row.undelivered.quantity,
      numberCell(row.availAfter),
      row.undelivered.refused,
      row.low ? table.lowNow : row.lowAfter ? table.lowThen : '',
      row.at === null ? '' : new Date(row.at).toISOString(),
    ]),
  ];
}

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
