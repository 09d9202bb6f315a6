import { booleans, integers, listOf, numbers, one, strings, table } from '../field-table.ts';

const skuInfo = table(
  'SKU of a box container',
  'line',
  strings('Sku', 'Picture'),
  booleans('Charged'),
  strings('ASINCode', 'ModelName', 'DeclareNameEN', 'DeclareNameCN'),
  integers('Quantity'),
  numbers('DeclareValue'),
  strings('MaterialEN', 'MaterialCN', 'PurposeEN', 'PurposeCN', 'BrandName'),
  numbers('Weight'),
  strings('Packing', 'HsCode'),
);

/** ContainerInfo of box orders (6) and FBA orders (9). */
export const boxContainer = table(
  'box container',
  'box',
  strings('CustomContainerNo'),
  numbers('Weight', 'Length', 'Width', 'Height'),
  one('SkuInfos', listOf(skuInfo)),
);

const fullSkuInfo = {
  Sku: 'LAMP-7',
  Picture: 'https://shop.example.org/lamp.jpg',
  Charged: true,
  ASINCode: 'B000000001',
  ModelName: 'L7',
  DeclareNameEN: 'Lamp',
  DeclareNameCN: '台灯',
  Quantity: 12,
  DeclareValue: 9.99,
  MaterialEN: 'steel',
  MaterialCN: '钢',
  PurposeEN: 'lighting',
  PurposeCN: '照明',
  BrandName: 'Licht',
  Weight: 0.85,
  Packing: 'carton',
  HsCode: '940521',
};

export const fullBoxContainer = {
  CustomContainerNo: 'BOX-1',
  Weight: 12.4,
  Length: 60,
  Width: 40.5,
  Height: 35,
  SkuInfos: [fullSkuInfo, fullSkuInfo],
};
