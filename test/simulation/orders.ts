import type { CreateNumber } from '../../shared/creates/create-kinds.ts';

export interface Order {
  endpoint: CreateNumber;
  body: unknown;
}

export interface Content {
  endpoint: CreateNumber;
  key: string;
  /** entry and version to which the content belongs; the request carries both */
  entry: string;
  version: number;
  /** requests a further order with the same key */
  further?: boolean;
  /** key of the earlier entry it depends on: the SKU of an inbound order, the inbound order of an outbound one */
  needs?: string;
}

/** A small, valid request of each create. */
export function orderOf(content: Content): Order {
  return { endpoint: content.endpoint, body: bodyOf(content) };
}

/** Entry and version of a content. */
export function tokenIn(body: string): { entry: string; version: string } {
  const [version, entry = ''] = /e(\w+)v\d+e/.exec(body) ?? [''];
  return { entry, version };
}

const recipient = {
  Contact: 'Ana Ruiz',
  Country: 'ES',
  City: 'Sevilla',
  Street1: 'Calle Sierpes 1',
  Postcode: '41004',
};
const goods = [
  { Sku: 'MUG-1', Quantity: 1, DeclareNameEn: 'Mug', DeclareNameCn: '杯', DeclareValue: 3.2, Weight: 300 },
];
const boxGoods = [{ Sku: 'MUG-1', DeclareNameEN: 'Mug', Quantity: 1, DeclareValue: 3.2, Weight: 300 }];
const boxes = [{ CustomContainerNo: 'B1', Weight: 400, Length: 20, Width: 15, Height: 10, SkuInfos: boxGoods }];

function bodyOf({ endpoint, key, entry, version, further = false, needs }: Content): unknown {
  const note = `e${entry}v${version}e`;
  switch (endpoint) {
    case 1:
    case 2:
      return {
        Package: {
          PackageId: key,
          ServiceCode: 'SGP',
          ShipToAddress: recipient,
          Weight: 400,
          Skus: goods,
          Remark: note,
          ...(further && { IsCreateNewOrder: true }),
        },
      };
    case 4:
      return {
        ShipmentId: key,
        WarehouseId: 'W1',
        ShippingType: 'Express',
        Containers: [
          {
            CustomContainerNo: 'C1',
            Weight: 1,
            Length: 1,
            Width: 1,
            Height: 1,
            Skus: [{ Sku: needs ?? 'MUG-1', Quantity: 1 }],
          },
        ],
        Remark: note,
      };
    case 6:
      return {
        PackageId: key,
        Location: 'L1',
        ServiceCode: 'SGP',
        ContainerInfos: boxes,
        ShipToAddress: recipient,
        Remark: note,
      };
    case 7:
      return { PackageId: key, Weight: 400, Skus: goods, ShipToAddress: recipient, VatCode: note };
    case 8:
      return {
        CustomerOrderNo: key,
        WareHouseCode: 'W1',
        ServiceCode: 'SGP',
        ShipToAddress: recipient,
        SkuDetails: [{ Sku: 'MUG-1', Quantity: 1 }],
        Remark: note,
      };
    case 9:
      return {
        WarehouseCode: 'F1',
        ShipmentId: 'S1',
        ReferenceId: 'R1',
        PackageId: key,
        Location: 'L1',
        ServiceCode: 'SGP',
        ContainerInfos: boxes,
        Remark: note,
      };
    case 10:
      return {
        WarehouseId: 'W1',
        Package: {
          PackageId: key,
          ServiceCode: 'SGP',
          ShipToAddress: recipient,
          Skus: [{ Sku: 'MUG-1', Quantity: 1 }],
          ...(needs !== undefined && { RefInboundOrderInfo: { ShipmentId: needs } }),
          ...(further && { IsCreateNewOrder: true }),
        },
        Remark: note,
      };
    case 15:
      return {
        Sku: key,
        ProductName: 'Mug',
        ProductDescription: `A mug ${note}`,
        Weight: 300,
        Length: 10,
        Width: 10,
        Height: 10,
        DeclareName: 'Mug',
        DeclareValue: 3.2,
        ProductFlag: 'Simple',
        ProductAttribute: 'GeneralCargo',
      };
  }
}
