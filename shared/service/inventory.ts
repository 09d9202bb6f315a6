import { integer, list, number, record, request, text } from './field.ts';
import type * as z from 'zod';

const warehouseId = text({ maxLength: 30 });

/** Query of endpoint 19: Skus is one text of comma-separated SKUs. */
export const inventoryQuery = request({
  // The document gives no length. An empty text would be taken for a missing parameter, hence the minimum; the text
  // between commas is not checked.
  Skus: text({ minLength: 1 }),
  // Length 0-30 allows an empty value, although a query can hardly distinguish an empty WarehouseId from a missing one.
  WarehouseId: warehouseId,
});

/** Body of endpoint 20. */
export const inventoryRequestBody = request({ Skus: list(text()), WarehouseId: warehouseId });

/** Inventory record of endpoint 19. */
export const inventoryRecord = record({
  WarehouseId: text(),
  Sku: text(),
  SvcSku: text(),
  StorageNo: text(),
  Weight: integer(),
  Length: number(),
  Width: number(),
  Height: number(),
  VerifyState: text(),
  DeclareName: text(),
  DeclareNameCn: text(),
  DeclareValue: number(),
  ProductFlag: text({ examples: ['Simple'] }),
  ProductAttribute: text({ examples: ['GeneralCargo'] }),
  TotalStockQty: integer(),
  AvailStockQty: integer(),
  InTransitStockQty: integer(),
  BlockQty: integer(),
  CreateTime: text(),
});

/** Inventory record of endpoint 20. */
export const inventoryBodyFormRecord = inventoryRecord.omit({ VerifyState: true, BlockQty: true });

export type InventoryRecord = z.infer<typeof inventoryRecord>;
