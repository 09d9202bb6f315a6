import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { InventoryRecord } from '../../shared/service/inventory.ts';
import type { SkuRecord } from '../../shared/service/sku.ts';
import { isoTime } from './order-life.ts';
import type { PracticeDatabase, PracticeObject } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import { isSelected, svcId } from './service-numbers.ts';
import type { Stock } from './stock.ts';

const approvalMoments = 2;
const maxListed = 1000;

/** The approval of a SKU: pending at first, then approved, or rejected for a few. */
export function approvalOf(
  { key, body, madeAt, moment }: PracticeObject,
  now: number,
): 'Pending' | 'Approved' | 'Rejected' {
  if (now - madeAt < approvalMoments * moment) return 'Pending';
  return practiceWords(body).has('REJECT') || isSelected('rejected', key, 100) ? 'Rejected' : 'Approved';
}

/** One record of the SKU search (endpoint 13). */
export function skuStatus(object: PracticeObject, now: number): { [N in keyof SkuRecord]: SkuRecord[N] | undefined } {
  const sku = object.body as BodyOf<15>;
  const approval = approvalOf(object, now);
  return {
    Sku: sku.Sku,
    CustomStorageNo: sku.CustomStorageNo,
    HsCode: sku.HsCode,
    ProductDescription: sku.ProductDescription,
    DeclareName: sku.DeclareName,
    DeclareValue: sku.DeclareValue,
    ProductAttribute: sku.ProductAttribute,
    ImportHsCode: sku.ImportHsCode,
    Brand: sku.Brand,
    Material: sku.Material,
    MaterialCN: sku.MaterialCN,
    ApprovalStatus: approval,
    Weight: sku.Weight,
    Length: sku.Length,
    Width: sku.Width,
    Height: sku.Height,
    VerifyState: verifyState(approval),
    ProducerSellerName: sku.ProducerSellerName,
    ProducerSellerCreditCode: sku.ProducerSellerCreditCode,
    RealDeclareValue: sku.RealDeclareValue,
    Condition: sku.Condition,
  };
}

export const verifyState = (approval: string): string => (approval === 'Approved' ? 'Verified' : 'Unverified');

/**
 * The SKUs that a search (endpoint 13) matches. The document does not say how criteria combine: here a SKU matches if
 * any of them names it. ClinetId is ignored, since there is one client; WarehouseId without StorageNo adds the SKUs
 * known to the warehouse, at most 1,000.
 */
export function findSkus(database: PracticeDatabase, stock: Stock, search: BodyOf<13>): PracticeObject[] {
  const { SkuList = [], CustomStorageNoList = [], ProductStorageQuery } = search;
  const { StorageNo, WarehouseId } = ProductStorageQuery ?? {};
  const storageNumbers = [...CustomStorageNoList, ...(StorageNo === undefined ? [] : [StorageNo])];
  const warehouseSkus =
    StorageNo === undefined && WarehouseId !== undefined ? stock.skusIn(String(WarehouseId), maxListed) : [];
  const objects = [
    ...[...SkuList, ...warehouseSkus].map((key) => database.find('sku', key)),
    ...storageNumbers.map((storageNo) => database.findBySecondName('sku', storageNo)),
  ];
  return [...new Map(objects.flatMap((object) => (object ? [[object.seq, object] as const] : []))).values()];
}

type WithUndefined = { [N in keyof InventoryRecord]: InventoryRecord[N] | undefined };

/** Inventory of some SKUs in one warehouse (endpoint 19) at `now`; an unknown SKU has no record. */
export function inventoryOf(
  database: PracticeDatabase,
  stock: Stock,
  skus: readonly string[],
  warehouse: string,
  now: number,
): WithUndefined[] {
  return [...new Set(skus)].flatMap((sku): WithUndefined[] => {
    const level = stock.level(warehouse, sku, now);
    const object = database.find('sku', sku);
    if (!level && !object) return [];
    const skuBody = object?.body as BodyOf<15> | undefined;
    const { total = 0, available = 0, inTransit = 0 } = level ?? {};
    return [
      {
        WarehouseId: warehouse,
        Sku: sku,
        SvcSku: object && svcId(object.seq),
        StorageNo: skuBody?.CustomStorageNo,
        Weight: skuBody?.Weight,
        Length: skuBody?.Length,
        Width: skuBody?.Width,
        Height: skuBody?.Height,
        VerifyState: object && verifyState(approvalOf(object, now)),
        DeclareName: skuBody?.DeclareName,
        DeclareNameCn: skuBody?.DeclareNameCn,
        DeclareValue: skuBody?.DeclareValue,
        ProductFlag: skuBody?.ProductFlag,
        ProductAttribute: skuBody?.ProductAttribute,
        // stock is negative if more was ordered than was ever put away; it is then shown as zero
        TotalStockQty: Math.max(0, total),
        AvailStockQty: Math.max(0, available),
        InTransitStockQty: Math.max(0, inTransit),
        BlockQty: Math.max(0, total) - Math.min(Math.max(0, total), Math.max(0, available)),
        CreateTime: isoTime(level?.since ?? object?.madeAt ?? now),
      },
    ];
  });
}

/** The same record in the form of endpoint 20. */
export const withoutVerification = ({ VerifyState: _state, BlockQty: _block, ...rest }: WithUndefined) => rest;
