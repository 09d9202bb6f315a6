import { booleans, integers, listOf, numbers, object, one, strings, table } from '../field-table.ts';
import { fullShipToAddress, fullTradeInfo, shipToAddress, tradeInfo } from './addresses.ts';

const outboundLine = table(
  'SKU of an outbound package',
  'line',
  strings('Sku', 'StorageNo'),
  integers('Quantity'),
  strings('FNSKU', 'ProductName'),
  numbers('Price'),
  strings('PlatformItemId', 'PlatformTransactionId', 'HsCode'),
);

const refInboundOrderMapping = table(
  'mapping to an inbound order',
  'line',
  strings('CustomContainerNo', 'StorageNo', 'Sku'),
);

const refInboundOrderInfo = table(
  'RefInboundOrderInfo',
  'package',
  // The section Limits gives the inbound ShipmentId 50; this one refers to an inbound order, but has no limit of its
  // own.
  one('ShipmentId', { is: 'string', perhapsLongest: 50 }),
  one('RefInboundOrderMappings', listOf(refInboundOrderMapping)),
);

/** Package of outbound orders (10). */
export const outboundPackage = table(
  'outbound package',
  'package',
  strings('PackageId', 'PlatformOrderNo'),
  booleans('PreSale'),
  strings('ShipmentId', 'ServiceCode'),
  one('ShipToAddress', object(shipToAddress)),
  one('Skus', listOf(outboundLine)),
  one('ExportsInfo', object(tradeInfo)),
  one('ImportsInfo', object(tradeInfo)),
  numbers('SellPrice'),
  strings('SellPriceCurrency'),
  // The section Limits gives the outbound Remark 200, without stating whether it covers this one.
  one('Remark', { is: 'string', perhapsLongest: 200 }),
  strings('SalesPlatform', 'ImportTrackingNumber', 'VatCode'),
  numbers('CodAmount'),
  strings('ImportLabel', 'ImportLabel2'),
  booleans('IsCreateNewOrder'),
  strings('CarrierName', 'CarrierService'),
  one('RefInboundOrderInfo', object(refInboundOrderInfo)),
);

const fullOutboundLine = {
  Sku: 'LAMP-7',
  StorageNo: 'ST-0007',
  Quantity: 1,
  FNSKU: 'X000000001',
  ProductName: 'Desk lamp',
  Price: 29.5,
  PlatformItemId: '4711',
  PlatformTransactionId: '0815',
  HsCode: '940521',
};

const fullMapping = { CustomContainerNo: 'C-1', StorageNo: 'ST-0007', Sku: 'LAMP-7' };

export const fullOutboundPackage = {
  PackageId: 'PD-0010',
  PlatformOrderNo: '7-000-10',
  PreSale: false,
  ShipmentId: 'SH-10',
  ServiceCode: 'DE-STD',
  ShipToAddress: fullShipToAddress,
  Skus: [fullOutboundLine, fullOutboundLine],
  ExportsInfo: fullTradeInfo,
  ImportsInfo: fullTradeInfo,
  SellPrice: 29.5,
  SellPriceCurrency: 'EUR',
  Remark: 'gift',
  SalesPlatform: 'Other',
  ImportTrackingNumber: 'XX123456789DE',
  VatCode: 'DE000000000',
  CodAmount: 0,
  ImportLabel: 'https://shop.example.org/label.pdf',
  ImportLabel2: 'https://shop.example.org/label-2.pdf',
  IsCreateNewOrder: false,
  CarrierName: 'DHL',
  CarrierService: 'Paket',
  RefInboundOrderInfo: { ShipmentId: 'IN-0001', RefInboundOrderMappings: [fullMapping, fullMapping] },
};
