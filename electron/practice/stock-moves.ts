import { createOf } from '../../shared/creates/create-kinds.ts';
import type { BodyOf } from '../../shared/service/endpoints.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { milestones } from './journey.ts';
import { firstNumberAge, fateOf } from './order-life.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { PracticeObject } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import { isSelected } from './service-numbers.ts';
import type { StockMove } from './stock.ts';

/** Times of the steps of an inbound order, in moments since it was made. */
export const inboundSteps = { submitted: 1, shippedOut: 2, arrived: 4, half: 7, finished: 10 } as const;

/** One SKU of an inbound order: the quantity sent, the quantity that arrives, and its weight. */
export interface InboundLine {
  sku: string;
  quantity: number;
  arriving: number;
  weight: number;
}

const maxPieces = 1_000_000_000;
export const clampPieces = (quantity: number | undefined): number => Math.min(maxPieces, Math.max(0, quantity ?? 0));

/**
 * Sums the lines of each SKU over all containers; a line without Sku counts under its StorageNo. A few orders arrive
 * one piece short.
 */
export function inboundLines({ key, body }: Pick<PracticeObject, 'key' | 'body'>): InboundLine[] {
  const lines = new Map<string, InboundLine>();
  for (const line of (body as BodyOf<4>).Containers.flatMap(({ Skus }) => Skus ?? [])) {
    const sku = line.Sku ?? line.StorageNo ?? '';
    if (sku === '') continue;
    const total = lines.get(sku) ?? { sku, quantity: 0, arriving: 0, weight: 0 };
    total.quantity = clampPieces(total.quantity + clampPieces(line.Quantity));
    total.weight += (line.ProductDetails ?? []).reduce((sum, { Weight = 0 }) => sum + Weight, 0);
    total.arriving = total.quantity;
    lines.set(sku, total);
  }
  const totals = [...lines.values()];
  const isShort = practiceWords(body).has('SHORT') || isSelected('short', key, 40);
  const firstLine = totals.find(({ quantity }) => quantity > 0);
  if (isShort && firstLine) firstLine.arriving -= 1;
  return totals;
}

/** Half of the arrived pieces are put away first, the rest later. */
export const firstHalf = (arriving: number): number => Math.floor(arriving / 2);

/**
 * The stock moves of an order over its life, known when it is made: inbound stock is in transit, arrives and is put
 * away; outbound stock is reserved at once and leaves when it ships. Orders that will fail move nothing.
 */
export function movesOf(object: PracticeObject): StockMove[] {
  const { stock } = practiceCreateOf(object.endpoint);
  if (stock === undefined) return [];
  if (stock === 'comes') return inboundMoves(object);
  const warehouse = valueAt(object.body, stock.warehousePath) as string | undefined;
  const firstNumberMoments = stock.leavesWhen === 'taken' ? 1 : firstNumberAge(1, fateOf(object));
  return outboundMoves(object, warehouse ?? '', linesOf(object), firstNumberMoments);
}

/** The goods of an order, from the first list that it has: details of boxes repeat the pieces of another list. */
function linesOf({ endpoint, body }: PracticeObject): Line[] {
  const [list = []] = createOf(endpoint).goods.filter(
    (path) => valueAt(body, path.slice(0, path.indexOf('*'))) !== undefined,
  );
  return valuesAt(body, list).map(({ value }) => value as Line);
}

const noChange = { total: 0, available: 0, inTransit: 0 };

function inboundMoves(object: PracticeObject): StockMove[] {
  const { WarehouseId, SubmitLater } = object.body as BodyOf<4>;
  if (SubmitLater === true) return [];
  const timeOf = (step: keyof typeof inboundSteps) => object.madeAt + inboundSteps[step] * object.moment;
  return inboundLines(object).flatMap(({ sku, quantity, arriving }) => {
    const base = { warehouse: WarehouseId, sku, ...noChange };
    const firstPart = firstHalf(arriving);
    const secondPart = arriving - firstPart;
    return [
      { ...base, dueAt: object.madeAt, inTransit: quantity },
      { ...base, dueAt: timeOf('arrived'), inTransit: -quantity },
      { ...base, dueAt: timeOf('half'), total: firstPart, available: firstPart },
      { ...base, dueAt: timeOf('finished'), total: secondPart, available: secondPart },
    ];
  });
}

interface Line {
  Sku?: string | undefined;
  StorageNo?: string | undefined;
  Quantity?: number | undefined;
}

function outboundMoves(
  object: PracticeObject,
  warehouse: string,
  lines: readonly Line[],
  firstNumberMoments: number | null,
): StockMove[] {
  if (firstNumberMoments === null) return [];
  const shippedAt = object.madeAt + (firstNumberMoments + milestones.departed) * object.moment;
  return lines.flatMap(({ Sku, StorageNo, Quantity }) => {
    const sku = Sku ?? StorageNo ?? '';
    const quantity = clampPieces(Quantity);
    if (sku === '' || quantity === 0) return [];
    const base = { warehouse, sku, ...noChange };
    return [
      { ...base, dueAt: object.madeAt, available: -quantity },
      { ...base, dueAt: shippedAt, total: -quantity },
    ];
  });
}
