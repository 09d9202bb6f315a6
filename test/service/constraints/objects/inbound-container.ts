import { integers, listOf, numbers, one, strings, table } from '../field-table.ts';

const productDetail = table(
  'product detail of an inbound container',
  'line',
  strings('DeclareNameEN', 'DeclareNameCN'),
  integers('Quantity'),
  numbers('DeclareValue', 'SellingValue'),
  strings('MaterialEN', 'MaterialCN', 'PurposeEN', 'PurposeCN', 'BrandName'),
  numbers('Weight'),
  strings('Packing', 'HsCode'),
);

const inboundSku = table(
  'SKU of an inbound container',
  'line',
  strings('Sku', 'StorageNo'),
  integers('Quantity'),
  strings('HsCode'),
  one('ProductDetails', listOf(productDetail)),
);

/** ContainerInfo of inbound orders (4). */
export const inboundContainer = table(
  'inbound container',
  'box',
  strings('CustomContainerNo'),
  numbers('Weight', 'Length', 'Width', 'Height'),
  one('Skus', listOf(inboundSku)),
);

const fullProductDetail = {
  DeclareNameEN: 'Lamp',
  DeclareNameCN: '台灯',
  Quantity: 24,
  DeclareValue: 9.99,
  SellingValue: 29.5,
  MaterialEN: 'steel',
  MaterialCN: '钢',
  PurposeEN: 'lighting',
  PurposeCN: '照明',
  BrandName: 'Licht',
  Weight: 0.85,
  Packing: 'carton',
  HsCode: '940521',
};

const fullInboundSku = {
  Sku: 'LAMP-7',
  StorageNo: 'ST-0007',
  Quantity: 24,
  HsCode: '940521',
  ProductDetails: [fullProductDetail, fullProductDetail],
};

export const fullInboundContainer = {
  CustomContainerNo: 'C-1',
  Weight: 21.3,
  Length: 60,
  Width: 40.5,
  Height: 35,
  Skus: [fullInboundSku, fullInboundSku],
};
