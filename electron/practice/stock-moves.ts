import { createOf } from '../../shared/creates/create-kinds.ts';
import type { BodyOf } from '../../shared/service/endpoints.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { milestones } from './journey.ts';
import { numberedAfter, fateOf } from './order-life.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { PracticeObject } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import { isSelected } from './service-numbers.ts';
import type { StockMove } from './stock.ts';

/** Times of the steps of an inbound order, in moments after it was made. */
export const inboundSteps = { submitted: 1, shippedOut: 2, arrived: 4, half: 7, finished: 10 } as const;

/** Quantities of one SKU of an inbound order: sent, and found on arrival. */
export interface InboundLine {
  sku: string;
  quantity: number;
  arriving: number;
  weight: number;
}

const most = 1_000_000_000;
export const pieces = (quantity: number | undefined): number => Math.min(most, Math.max(0, quantity ?? 0));

/**
 * Sums the lines of each SKU over all containers; a line without Sku counts under its StorageNo. A few orders arrive
 * one piece short.
 */
export function inboundLines({ key, body }: Pick<PracticeObject, 'key' | 'body'>): InboundLine[] {
  const lines = new Map<string, InboundLine>();
  for (const line of (body as BodyOf<4>).Containers.flatMap(({ Skus }) => Skus ?? [])) {
    const sku = line.Sku ?? line.StorageNo ?? '';
    if (sku === '') continue;
    const known = lines.get(sku) ?? { sku, quantity: 0, arriving: 0, weight: 0 };
    known.quantity = pieces(known.quantity + pieces(line.Quantity));
    known.weight += (line.ProductDetails ?? []).reduce((sum, { Weight = 0 }) => sum + Weight, 0);
    known.arriving = known.quantity;
    lines.set(sku, known);
  }
  const all = [...lines.values()];
  const short = practiceWords(body).has('SHORT') || isSelected('short', key, 40);
  const first = all.find(({ quantity }) => quantity > 0);
  if (short && first) first.arriving -= 1;
  return all;
}

/** Half of the arrived pieces are put away first, the rest later. */
export const firstHalf = (arriving: number): number => Math.floor(arriving / 2);

/**
 * The stock moves of an order over its life, known when it is made: inbound stock is in transit, arrives and is put
 * away; outbound stock is reserved at once and leaves when it ships. Orders that will fail move nothing.
 */
export function movesOf(made: PracticeObject): StockMove[] {
  const { stock } = practiceCreateOf(made.endpoint);
  if (stock === undefined) return [];
  if (stock === 'comes') return inboundMoves(made);
  const warehouse = valueAt(made.body, stock.leaves) as string | undefined;
  const numbered = stock.once === 'taken' ? 1 : numberedAfter(1, fateOf(made));
  return outboundMoves(made, warehouse ?? '', linesOf(made), numbered);
}

/** Uses the first list present: box details repeat the pieces that another list already names, as packed. */
function linesOf({ endpoint, body }: PracticeObject): Line[] {
  const [list = []] = createOf(endpoint).goods.filter(
    (path) => valueAt(body, path.slice(0, path.indexOf('*'))) !== undefined,
  );
  return valuesAt(body, list).map(({ value }) => value as Line);
}

const still = { total: 0, available: 0, inTransit: 0 };

function inboundMoves(made: PracticeObject): StockMove[] {
  const { WarehouseId, SubmitLater } = made.body as BodyOf<4>;
  if (SubmitLater === true) return [];
  const after = (step: keyof typeof inboundSteps) => made.madeAt + inboundSteps[step] * made.moment;
  return inboundLines(made).flatMap(({ sku, quantity, arriving }) => {
    const place = { warehouse: WarehouseId, sku, ...still };
    const half = firstHalf(arriving);
    const rest = arriving - half;
    return [
      { ...place, dueAt: made.madeAt, inTransit: quantity },
      { ...place, dueAt: after('arrived'), inTransit: -quantity },
      { ...place, dueAt: after('half'), total: half, available: half },
      { ...place, dueAt: after('finished'), total: rest, available: rest },
    ];
  });
}

interface Line {
  Sku?: string | undefined;
  StorageNo?: string | undefined;
  Quantity?: number | undefined;
}

function outboundMoves(
  made: PracticeObject,
  warehouse: string,
  lines: readonly Line[],
  numbered: number | null,
): StockMove[] {
  if (numbered === null) return [];
  const shippedAt = made.madeAt + (numbered + milestones.departed) * made.moment;
  return lines.flatMap(({ Sku, StorageNo, Quantity }) => {
    const sku = Sku ?? StorageNo ?? '';
    const quantity = pieces(Quantity);
    if (sku === '' || quantity === 0) return [];
    const place = { warehouse, sku, ...still };
    return [
      { ...place, dueAt: made.madeAt, available: -quantity },
      { ...place, dueAt: shippedAt, total: -quantity },
    ];
  });
}
