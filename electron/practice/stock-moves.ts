import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { Made } from './book.ts';
import { numberedAfter } from './creation.ts';
import { fateOf } from './fate.ts';
import { firstHalf, inboundLines, inboundSteps, pieces } from './inbound-life.ts';
import { milestones } from './journey.ts';
import type { StockMove } from './stock.ts';

/**
 * What an order does to the warehouse over its life, known when it is made: inbound stock is on its way, arrives and is put
 * away; outbound stock is set aside at once and leaves when it ships. Orders that will fail take nothing.
 */
export function movesOf(made: Made): StockMove[] {
  switch (made.endpoint) {
    case 4:
      return inboundMoves(made);
    case 8: {
      const { WareHouseCode, SkuDetails, BoxDetails } = made.body as BodyOf<8>;
      // Box details say how the same pieces are packed, so they count only where no list of SKUs stands beside them.
      const lines = SkuDetails ?? (BoxDetails ?? []).flatMap((box) => box.SkuDetails ?? []);
      return outboundMoves(made, WareHouseCode, lines, 1);
    }
    case 9: {
      const { Location, ContainerInfos } = made.body as BodyOf<9>;
      const lines = ContainerInfos.flatMap(({ SkuInfos }) => SkuInfos ?? []);
      return outboundMoves(made, Location, lines, numberedAfter(1, fateOf(made)));
    }
    case 10: {
      const { WarehouseId = '', Package } = made.body as BodyOf<10>;
      return outboundMoves(made, WarehouseId, Package.Skus ?? [], numberedAfter(1, fateOf(made)));
    }
    default:
      return [];
  }
}

const still = { total: 0, available: 0, inTransit: 0 };

function inboundMoves(made: Made): StockMove[] {
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

function outboundMoves(made: Made, warehouse: string, lines: readonly Line[], numbered: number | null): StockMove[] {
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
