/** One create of each kind, as a desk would send it. */
const address = { Contact: 'Ana Silva', Phone: '+351210000000', Country: 'PT', City: 'Lisboa', Postcode: '1100-001' };
const goods = { Sku: 'MUG-BLUE', Quantity: 2, Weight: 300, DeclareValue: 4.5, DeclareNameEN: 'Mug' };
const line = { Sku: 'MUG-BLUE', Quantity: 2, Weight: 300, DeclareValue: 4.5, DeclareNameEn: 'Mug' };

export const dropShipPath = '/v1/directExpressOrders?sync=0';

export const labelOrder = (PackageId: string, more: Record<string, unknown> = {}) => ({
  Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: address, Weight: 640, Skus: [line], ...more },
});

export const inboundOrder = (ShipmentId: string, more: Record<string, unknown> = {}) => ({
  ShipmentId,
  WarehouseId: 'W1',
  ShippingType: 'Sea',
  Containers: [
    { CustomContainerNo: 'C1', Weight: 12.5, Skus: [{ Sku: 'MUG-BLUE', Quantity: 7 }] },
    { CustomContainerNo: 'C2', Weight: 2, Skus: [{ Sku: 'MUG-BLUE', Quantity: 4 }] },
  ],
  ...more,
});

export const boxOrder = (PackageId: string, more: Record<string, unknown> = {}) => ({
  PackageId,
  Location: 'SZ',
  ServiceCode: 'SGP',
  ContainerInfos: [{ CustomContainerNo: 'B1', Weight: 900, Length: 20, Width: 15, Height: 10, SkuInfos: [goods] }],
  ShipToAddress: address,
  ...more,
});

export const declaration = (PackageId: string) => ({
  PackageId,
  Weight: 640.5,
  Skus: [line],
  ShipToAddress: address,
});

export const batchOutbound = (CustomerOrderNo: string, more: Record<string, unknown> = {}) => ({
  CustomerOrderNo,
  WareHouseCode: 'W1',
  ServiceCode: 'SGP',
  ShipToAddress: address,
  SkuDetails: [{ Sku: 'MUG-BLUE', Quantity: 3 }],
  ...more,
});

export const fbaOrder = (PackageId: string) => ({
  PackageId,
  WarehouseCode: 'ONT8',
  ShipmentId: 'FBA15ABCD',
  ReferenceId: 'REF1',
  Location: 'W1',
  ServiceCode: 'SGP',
  ContainerInfos: [{ CustomContainerNo: 'B1', Weight: 900, SkuInfos: [{ Sku: 'MUG-BLUE', Quantity: 1 }] }],
});

export const outboundOrder = (PackageId: string, more: Record<string, unknown> = {}) => ({
  WarehouseId: 'W1',
  Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: address, Skus: [{ Sku: 'MUG-BLUE', Quantity: 2 }] },
  ...more,
});

export const sku = (Sku: string, more: Record<string, unknown> = {}) => ({
  Sku,
  ProductName: 'Blue mug',
  ProductDescription: 'A mug, blue',
  Weight: 300,
  Length: 10,
  Width: 9,
  Height: 8.5,
  DeclareName: 'Mug',
  DeclareValue: 4.5,
  ProductFlag: 'Simple',
  ProductAttribute: 'GeneralCargo',
  ...more,
});

export interface SampleCreate {
  endpoint: number;
  path: string;
  key: string;
  body: unknown;
  /** status of the first request */
  first: 200 | 201;
}

/** One of each of the nine creates, under distinct keys; the declaration is for an existing package. */
export const sampleCreates: readonly SampleCreate[] = [
  { endpoint: 1, path: dropShipPath, key: 'P-1', body: labelOrder('P-1', { IsHazmat: false }), first: 200 },
  { endpoint: 2, path: '/v1/directExpressLabelOrders', key: 'P-2', body: labelOrder('P-2'), first: 200 },
  { endpoint: 4, path: '/v1/inboundOrders', key: 'S-1', body: inboundOrder('S-1'), first: 201 },
  { endpoint: 6, path: '/v1/directExpressOrdersHaveBox', key: 'P-6', body: boxOrder('P-6'), first: 201 },
  { endpoint: 7, path: '/v1/directExpressOrders/declare', key: 'P-2', body: declaration('P-2'), first: 200 },
  { endpoint: 8, path: '/v1/batchOutboundOrder', key: 'B-1', body: batchOutbound('B-1'), first: 201 },
  { endpoint: 9, path: '/v1/fbaOrder', key: 'P-9', body: fbaOrder('P-9'), first: 201 },
  { endpoint: 10, path: '/v1/outboundOrders', key: 'P-10', body: outboundOrder('P-10'), first: 201 },
  { endpoint: 15, path: '/v1/merchantSkus', key: 'MUG-BLUE', body: sku('MUG-BLUE'), first: 201 },
];
