import { createOf } from '../../shared/creates/create-kinds.ts';
import type { BodyOf } from '../../shared/service/endpoints.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import type { PracticeObject } from './book.ts';
import { numberedAfter } from './creation.ts';
import { fateOf } from './fate.ts';
import { firstHalf, inboundLines, inboundSteps, pieces } from './inbound-life.ts';
import { milestones } from './journey.ts';
import { practiceCreateOf } from './practice-create-of.ts';
import type { StockMove } from './stock.ts';

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
