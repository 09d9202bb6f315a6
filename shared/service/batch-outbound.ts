import { flag, integer, list, record, request, text } from './field.ts';
import { shipToAddress } from './shared-objects.ts';
import type * as z from 'zod';

const skuDetail = request({ Sku: text(), StorageNo: text(), Quantity: integer() }).partial();

const skuRelabelDetail = request({
  OriginalSku: text(),
  OriginalStorageNo: text(),
  NewStorageNo: text(),
  Quantity: integer(),
}).partial();

const boxDetail = request({ BoxNo: text(), BoxType: text(), SkuDetails: list(skuDetail) }).partial();

const palletizingDetail = request({ Code: text(), Quantity: integer() }).partial();

const palletDetail = request({ PalletNo: text(), PalletizingDetails: list(palletizingDetail) }).partial();

/**
 * Endpoint 8, Create batch outbound order. WareHouseCode is spelled as in the document.
 *
 * Its rules 1 and 2 state when details may be omitted, not when they are forbidden, and rule 3 calls box details "not
 * required" if IsBoxed is false; so details beside a flag that is not true are accepted, and only advised against
 * (advice.ts).
 */
export const batchOutboundOrder = request({
  CustomerOrderNo: text({ maxLength: 50 }),
  WareHouseCode: text(),
  CarrierName: text().optional(),
  CarrierService: text().optional(),
  Priority: integer().optional(),
  ServiceCode: text({ maxLength: 30 }),
  IsPallet: flag().optional(),
  IsBoxed: flag().optional(),
  ShipToAddress: shipToAddress,
  ShipmentId: text({ maxLength: 15 }).optional(),
  ReferenceId: text({ maxLength: 12 }).optional(),
  ScheduledTime: text().optional(),
  Remark: text({ maxLength: 200 }).optional(),
  SkuDetails: list(skuDetail).optional(),
  SkuRelabelDetails: list(skuRelabelDetail).optional(),
  BoxDetails: list(boxDetail).optional(),
  PalletDetails: list(palletDetail).optional(),
})
  .refine(({ IsBoxed, SkuDetails }) => IsBoxed !== false || SkuDetails !== undefined, {
    // Rule 3. An omitted IsBoxed states nothing about boxes, so only an explicit false requires SkuDetails.
    path: ['SkuDetails'],
    params: { code: 'missing-when', other: 'IsBoxed', value: 'false' },
    // Reported together with other breaches instead of after they are fixed.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({
    if: { properties: { IsBoxed: { const: false } }, required: ['IsBoxed'] },
    then: { required: ['SkuDetails'] },
  });

/** The reply of endpoint 8. */
export const batchOutboundReceipt = record({
  CustomerOrderNo: text(),
  SvcOrderId: text(),
  Success: flag(),
  Message: text(),
});

export type BatchOutboundOrder = z.infer<typeof batchOutboundOrder>;
export type BatchOutboundReceipt = z.infer<typeof batchOutboundReceipt>;
