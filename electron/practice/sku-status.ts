import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { InventoryRecord } from '../../shared/service/inventory.ts';
import type { SkuRecord } from '../../shared/service/sku.ts';
import { isoTime } from './order-life.ts';
import type { PracticeDatabase, PracticeObject } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import { isSelected, svcId } from './service-numbers.ts';
import type { Stock } from './stock.ts';

const approvedAfter = 2; // moments
const maxListed = 1000;

/** Pending, then Approved after two moments, or Rejected for a few. */
export function approvalOf(
  { key, body, madeAt, moment }: PracticeObject,
  now: number,
): 'Pending' | 'Approved' | 'Rejected' {
  if (now - madeAt < approvedAfter * moment) return 'Pending';
  return practiceWords(body).has('REJECT') || isSelected('rejected', key, 100) ? 'Rejected' : 'Approved';
}

/** One record of the SKU search (endpoint 13). */
export function skuStatus(made: PracticeObject, now: number): { [N in keyof SkuRecord]: SkuRecord[N] | undefined } {
  const sku = made.body as BodyOf<15>;
  const approval = approvalOf(made, now);
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
 * The SKUs that a search (endpoint 13) matches. How its criteria combine is not documented: here a SKU matches if any
 * of them names it. ClinetId restricts nothing, since there is one client; WarehouseId alone lists the SKUs known to
 * the warehouse, at most 1000.
 */
export function findSkus(book: PracticeDatabase, stock: Stock, search: BodyOf<13>): PracticeObject[] {
  const { SkuList = [], CustomStorageNoList = [], ProductStorageQuery } = search;
  const { StorageNo, WarehouseId } = ProductStorageQuery ?? {};
  const stored = [...CustomStorageNoList, ...(StorageNo === undefined ? [] : [StorageNo])];
  const askedFor =
    StorageNo === undefined && WarehouseId !== undefined ? stock.skusIn(String(WarehouseId), maxListed) : [];
  const found = [
    ...[...SkuList, ...askedFor].map((key) => book.find('sku', key)),
    ...stored.map((storageNo) => book.findAlso('sku', storageNo)),
  ];
  return [...new Map(found.flatMap((made) => (made ? [[made.seq, made] as const] : []))).values()];
}

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
