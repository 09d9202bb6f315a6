import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { InventoryRecord } from '../../shared/service/inventory.ts';
import type { PracticeDatabase } from './book.ts';
import { isoTime } from './order-life.ts';
import { svcId } from './service-numbers.ts';
import { approvalOf, verifyState } from './sku-status.ts';
import type { Stock } from './stock.ts';

type WithUndefined = { [N in keyof InventoryRecord]: InventoryRecord[N] | undefined };

/** Inventory of some SKUs in one warehouse (endpoint 19) at `now`; an unknown SKU has no record. */
export function inventoryOf(
  book: PracticeDatabase,
  stock: Stock,
  skus: readonly string[],
  warehouse: string,
  now: number,
): WithUndefined[] {
  return [...new Set(skus)].flatMap((sku): WithUndefined[] => {
    const level = stock.level(warehouse, sku, now);
    const made = book.find('sku', sku);
    if (!level && !made) return [];
    const known = made?.body as BodyOf<15> | undefined;
    const { total = 0, available = 0, inTransit = 0 } = level ?? {};
    return [
      {
        WarehouseId: warehouse,
        Sku: sku,
        SvcSku: made && svcId(made.seq),
        StorageNo: known?.CustomStorageNo,
        Weight: known?.Weight,
        Length: known?.Length,
        Width: known?.Width,
        Height: known?.Height,
        VerifyState: made && verifyState(approvalOf(made, now)),
        DeclareName: known?.DeclareName,
        DeclareNameCn: known?.DeclareNameCn,
        DeclareValue: known?.DeclareValue,
        ProductFlag: known?.ProductFlag,
        ProductAttribute: known?.ProductAttribute,
        // More may have been ordered out than was ever put away; stock is shown as zero then, not negative.
        TotalStockQty: Math.max(0, total),
        AvailStockQty: Math.max(0, available),
        InTransitStockQty: Math.max(0, inTransit),
        BlockQty: Math.max(0, total) - Math.min(Math.max(0, total), Math.max(0, available)),
        CreateTime: isoTime(level?.since ?? made?.madeAt ?? now),
      },
    ];
  });
}

/** The same record in the form of endpoint 20. */
export const withoutVerification = ({ VerifyState: _state, BlockQty: _block, ...rest }: WithUndefined) => rest;
