import type { TableCell } from '../../../shared/contract/export-procedures.ts';
import type { InventoryAnswer, StockRow } from '../../../shared/contract/lookup-answers.ts';
import { compareDecimals, readDecimal } from '../../../shared/text/exact-decimal.ts';
import { mergeFreshness } from '../../lookups/freshness.ts';
import { Lookup, type Question } from '../../lookups/lookup.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { noSelection, type RowSelection } from '../../ui/row-selection.ts';

/** Union without duplicates, in order of first appearance. */
function union<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Map([...one, ...other].map((item) => [JSON.stringify(item), item])).values()];
}

/**
 * Merges `update`, an answer about all or some of these SKUs, into the answer `shown`, in the order of `skus`. For each
 * SKU the later answer of the service wins, whichever arrives first.
 */
export function mergeStock(
  shown: InventoryAnswer,
  update: InventoryAnswer,
  { skus, mode }: { skus: readonly string[]; mode: 'last' | 'fresh' },
): InventoryAnswer {
  const rows = new Map<string, StockRow>(shown.rows.map((row) => [row.Sku, row]));
  const answeredSkus = new Set<string>();
  for (const row of update.rows) {
    answeredSkus.add(row.Sku);
    const previous = rows.get(row.Sku);
    if (previous && (row.at ?? 0) < (previous.at ?? 0)) continue;
    rows.set(row.Sku, mode === 'last' ? mergeFreshness(previous, row) : row);
  }
  const coversAll = skus.every((sku) => answeredSkus.has(sku));
  const base = mode === 'last' ? shown : update;
  return {
    ...update,
    endpoint: coversAll || shown.endpoint === update.endpoint ? update.endpoint : 20,
    rows: skus.flatMap((sku) => rows.get(sku) ?? []),
    others: coversAll || mode === 'last' ? base.others : union(shown.others, update.others),
    unexpected: coversAll || mode === 'last' ? base.unexpected : union(shown.unexpected, update.unexpected),
  };
}

export const stockSortOrders = ['low', 'Sku', 'AvailStockQty', 'availAfter', 'InTransitStockQty', 'BlockQty'] as const;
export type StockSortOrder = (typeof stockSortOrders)[number];

const urgency = ({ low, lowAfter }: StockRow): number => (low ? 0 : lowAfter ? 1 : 2);

/** Indices of the rows in a sort order: small quantities first, missing values last, stable. */
export function sortStock(rows: readonly StockRow[], sortOrder: StockSortOrder): number[] {
  const indices = rows.map((_, index) => index);
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
  return indices.sort((one, other) => {
    const [a, b] = [rows[one], rows[other]];
    return a && b ? compare(a, b) : 0;
  });
}

/** Whether a SKU has a second line, for quantities in this desk's orders that the service does not have yet. */
const hasOwnLine = ({ undelivered }: StockRow): boolean => undelivered.quantity > 0 || undelivered.refused > 0;

/** Ids of the lines of a list: of row `n`, `2 * n` shows the service's quantities and `2 * n + 1` this desk's own. */
export function linesOf(rows: readonly StockRow[], rowOrder: readonly number[]): number[] {
  return rowOrder.flatMap((index) => {
    const row = rows[index];
    return row && hasOwnLine(row) ? [index * 2, index * 2 + 1] : [index * 2];
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

function barLengths({ TotalStockQty, AvailStockQty, BlockQty, InTransitStockQty }: StockRow): StockBar {
  const [avail, blocked, inTransit] = [
    approximate(AvailStockQty),
    approximate(BlockQty),
    approximate(InTransitStockQty),
  ];
  return { avail, blocked, other: Math.max(0, approximate(TotalStockQty) - avail - blocked), inTransit };
}

const totalLength = ({ avail, blocked, other, inTransit }: StockBar): number => avail + blocked + other + inTransit;

/** The length of the longest bar, at least 1, as the scale for all rows. */
export const longestBarLength = (rows: readonly StockRow[]): number =>
  rows.reduce((maxBarLength, row) => Math.max(maxBarLength, totalLength(barLengths(row))), 1);

export function barOf(row: StockRow, maxBarLength: number): StockBar {
  const { avail, blocked, other, inTransit } = barLengths(row);
  const toPercent = (part: number): number => (part / maxBarLength) * 100;
  return {
    avail: toPercent(avail),
    blocked: toPercent(blocked),
    other: toPercent(other),
    inTransit: toPercent(inTransit),
  };
}

const quantities = ['AvailStockQty', 'TotalStockQty', 'InTransitStockQty', 'BlockQty'] as const;

/** A number if it is exact, otherwise its text. */
const numberCell = (decimal: string | null): TableCell =>
  decimal === null ? null : String(Number(decimal)) === decimal ? Number(decimal) : decimal;

/** The list as a table, with the service's names in the header and separate columns for the desk's own quantities. */
export function stockTable(rows: readonly StockRow[], WarehouseId: string): TableCell[][] {
  const { table } = t().inventory;
  const serviceColumns = ['WarehouseId', 'Sku', ...quantities, 'VerifyState', 'DeclareName', 'ProductAmountWarn'];
  const ownColumns = [table.undelivered, table.availAfter, table.refused, table.low, table.asOf];
  return [
    [...serviceColumns, ...ownColumns],
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
const storageKey = 'inventory/question';

/** The SKUs and warehouse on screen, and their stock. It outlives the screen. */
class InventoryBoard {
  WarehouseId = $state('');
  skus = $state.raw<readonly string[]>([]);
  /** typed but not added yet */
  pastedSkus = $state('');
  typedSku = $state('');
  sortOrder = $state<StockSortOrder>('low');
  selection = $state.raw<RowSelection>(noSelection);
  readonly lookup = new Lookup<InventoryAnswer>();
  #isRestored = false;
  /** warehouse of the last query */
  #queriedWarehouse = '';

  /** Whether the answer, shown or awaited, is for the entered warehouse. */
  get hasCurrentAnswer(): boolean {
    return this.lookup.answer !== null && this.#queriedWarehouse === this.WarehouseId.trim();
  }

  /** Restores the last query, once. */
  async restore(): Promise<void> {
    if (this.#isRestored) return;
    this.#isRestored = true;
    const answer = await ask('desk.recall', { name: storageKey });
    const isUntouched = this.skus.length === 0 && this.WarehouseId === '';
    if (!answer.ok || !isUntouched || !isStoredQuery(answer.value.value)) return;
    this.WarehouseId = answer.value.value.WarehouseId;
    this.skus = answer.value.value.skus;
    this.queryAll();
  }

  /** Adds SKUs without duplicates. Only the new ones are queried; the answers for the others stay. */
  addSkus(skus: readonly string[]): boolean {
    const canExtend = this.#canExtend;
    this.skus = [...new Set([...this.skus, ...skus])].slice(0, maxSkus);
    if (!canExtend) return this.queryAll();
    const queriedSkus = new Set(this.skus);
    const addedSkus = [...new Set(skus)].filter((sku) => queriedSkus.has(sku));
    this.#extendQuery(addedSkus);
    return true;
  }

  removeSku(sku: string): void {
    const canExtend = this.#canExtend;
    this.skus = this.skus.filter((one) => one !== sku);
    if (!canExtend || this.skus.length === 0) return void this.queryAll();
    this.#extendQuery([]);
    const { answer } = this.lookup;
    if (answer) this.lookup.answer = { ...answer, rows: answer.rows.filter(({ Sku }) => Sku !== sku) };
  }

  clearSkus(): void {
    this.skus = [];
    this.queryAll();
  }

  stepSortOrder(): void {
    this.sortOrder = stockSortOrders[(stockSortOrders.indexOf(this.sortOrder) + 1) % stockSortOrders.length] ?? 'low';
  }

  /** Queries all SKUs; false if the warehouse or the SKUs are missing. */
  queryAll(): boolean {
    this.#storeQuery();
    this.#queriedWarehouse = this.skus.length === 0 ? '' : this.WarehouseId.trim();
    if (this.#queriedWarehouse === '') {
      this.lookup.clear();
      return false;
    }
    this.lookup.ask(this.#createQuestion());
    return true;
  }

  /** Whether there is a query for the entered warehouse, which can be extended. */
  get #canExtend(): boolean {
    return this.#queriedWarehouse !== '' && this.#queriedWarehouse === this.WarehouseId.trim();
  }

  #extendQuery(part: readonly string[]): void {
    this.#storeQuery();
    this.lookup.extend(this.#createQuestion(), part.length > 0 ? this.#createLoader(part) : undefined);
  }

  #storeQuery(): void {
    void ask('desk.remember', { name: storageKey, value: { WarehouseId: this.WarehouseId.trim(), skus: this.skus } });
    this.selection = noSelection;
  }

  #createLoader(skus: readonly string[]): Question<InventoryAnswer>['load'] {
    const [WarehouseId, Skus] = [this.#queriedWarehouse, [...skus]];
    return (mode) => ask('inventory.look', { WarehouseId, Skus, mode });
  }

  #createQuestion(): Question<InventoryAnswer> {
    const { skus } = this;
    const skuSet = new Set(skus);
    return {
      load: this.#createLoader(skus),
      isFresh: ({ rows }) => rows.every(({ fresh: fresh }) => fresh),
      isAffectedBy: (subject, skus) =>
        subject === 'inventory' && (skus === 'many' || skus.some((sku) => skuSet.has(sku))),
      mergeLast: (shown, last) => mergeStock(shown, last, { skus, mode: 'last' }),
      mergeFresh: (shown, fresh) => mergeStock(shown, fresh, { skus, mode: 'fresh' }),
    };
  }

  /** Entries change the desk's own quantities, which are then reloaded; they do not change the service's. */
  receive = (event: ClientEvent): void => {
    this.lookup.handleEvent(event);
    if (event.kind === 'entries' && this.lookup.answer) this.#reloadOwnQuantities();
  };
  readonly #reloadOwnQuantities = throttle(() => Promise.resolve(this.lookup.handleEvent({ kind: 'missed' })), 1000);
}

function isStoredQuery(value: unknown): value is { WarehouseId: string; skus: string[] } {
  if (typeof value !== 'object' || value === null || !('WarehouseId' in value) || !('skus' in value)) return false;
  const { WarehouseId, skus } = value;
  return typeof WarehouseId === 'string' && Array.isArray(skus) && skus.every((sku) => typeof sku === 'string');
}

export const inventoryBoard = new InventoryBoard();
