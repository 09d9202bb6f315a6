import type * as z from 'zod';
import { labelShipToAddress, shipToAddress } from './address.ts';
import { batchOutboundOrder, batchOutboundReceipt } from './batch-outbound.ts';
import { boxContainer } from './box-container.ts';
import { boxOrder } from './box-order.ts';
import { declaration } from './declare.ts';
import { dropShipOrder, labelOrder } from './drop-ship-order.ts';
import { dropShipPackage, labelPackage } from './drop-ship-package.ts';
import { dropShipBoxRecord, dropShipRecord, labelOrderRecord } from './drop-ship-record.ts';
import { dropShipSkuLine, labelSkuLine } from './drop-ship-sku-line.ts';
import { failureReason } from './failure-reason.ts';
import { fbaOrder } from './fba-order.ts';
import { inboundContainer } from './inbound-container.ts';
import { inboundOrder, inboundOrderReceipt } from './inbound-order.ts';
import { inboundOrderRecord } from './inbound-order-record.ts';
import { inventoryBodyFormRecord, inventoryRequestBody, inventoryRecord } from './inventory.ts';
import { money, moneyWithoutCurrency, shippingCost } from './money.ts';
import { outboundOrder } from './outbound-order.ts';
import { outboundOrderRecord, outboundStatusBody } from './outbound-order-record.ts';
import { labelSender, labelTradeParty, sender, tradeParty } from './parties.ts';
import { inboundPricing, inboundPricingResult, outboundPricing, pricingResult } from './pricing.ts';
import { sku, skuRecord, skuSearch } from './sku.ts';
import { trackingBatch, trackingRecord } from './tracking.ts';

/** The named objects of the OpenAPI document, including every request and reply body. */
export const componentNames: Readonly<Record<string, z.ZodObject>> = {
  Money: money,
  MoneyWithoutCurrency: moneyWithoutCurrency,
  ShippingCost: shippingCost,
  ShipToAddress: shipToAddress,
  LabelShipToAddress: labelShipToAddress,
  Sender: sender,
  LabelSender: labelSender,
  TradeParty: tradeParty,
  LabelTradeParty: labelTradeParty,
  UnShippedReason: failureReason,
  DropShipSkuLine: dropShipSkuLine,
  LabelSkuLine: labelSkuLine,
  DropShipPackage: dropShipPackage,
  LabelPackage: labelPackage,
  DropShipOrder: dropShipOrder,
  LabelOrder: labelOrder,
  DropShipRecord: dropShipRecord,
  LabelOrderRecord: labelOrderRecord,
  DropShipBoxRecord: dropShipBoxRecord,
  BoxContainer: boxContainer,
  BoxOrder: boxOrder,
  FbaOrder: fbaOrder,
  Declaration: declaration,
  InboundContainer: inboundContainer,
  InboundOrder: inboundOrder,
  InboundOrderReceipt: inboundOrderReceipt,
  InboundOrderRecord: inboundOrderRecord,
  BatchOutboundOrder: batchOutboundOrder,
  BatchOutboundReceipt: batchOutboundReceipt,
  OutboundOrder: outboundOrder,
  OutboundStatusQuestion: outboundStatusBody,
  OutboundOrderRecord: outboundOrderRecord,
  TrackingBatch: trackingBatch,
  TrackingRecord: trackingRecord,
  Sku: sku,
  SkuSearch: skuSearch,
  SkuRecord: skuRecord,
  InventoryQuestion: inventoryRequestBody,
  InventoryRecord: inventoryRecord,
  InventoryBodyFormRecord: inventoryBodyFormRecord,
  InboundPricing: inboundPricing,
  InboundPricingResult: inboundPricingResult,
  OutboundPricing: outboundPricing,
  PricingResult: pricingResult,
};
