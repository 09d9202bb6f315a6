import type { Input } from '../../../shared/contract/desk-contract.ts';
import { ask } from '../../end-to-end/ask.ts';
import type { Page } from 'playwright';

export const recipient = {
  Contact: 'Zoë Åkesson',
  Phone: '+46701234567',
  Country: 'SE',
  City: 'Göteborg',
  Postcode: '411 01',
  Street1: 'Storgatan 1',
};
const otherRecipient = { ...recipient, Contact: 'Ann Lee', Phone: '+46707654321', City: 'Malmö', Postcode: '211 20' };

/** Goods as lines of parcels and of boxes name them. Earlier orders sent them to another recipient. */
export const mug = {
  Sku: 'MUG-BLUE',
  DeclareNameEn: 'Mug',
  DeclareNameCn: '杯子',
  DeclareValue: 4.2,
  Weight: 300,
  HsCode: '691110',
};
export const chair = {
  Sku: 'CHAIR-2',
  DeclareNameEN: 'Chair',
  DeclareNameCN: '椅子',
  DeclareValue: 35,
  Weight: 7400,
  HsCode: '940161',
};
const tee = { Sku: 'TEE-M', DeclareNameEn: 'T-shirt', DeclareNameCn: 'T恤', DeclareValue: 3.5, Weight: 200 };

const withQuantityOne = <T extends object>(goods: T) => ({ ...goods, Quantity: 1 });
const parcel = (PackageId: string, ShipToAddress: object, goods: object, ServiceCode = 'SGP') => ({
  Package: { PackageId, ServiceCode, ShipToAddress, Weight: 300, Skus: [withQuantityOne(goods)] },
});
const box = { CustomContainerNo: 'A1', Weight: 7900, SkuInfos: [withQuantityOne(chair)] };
const stockLine = { Sku: 'TEE-M', Quantity: 3 };

/** Earlier orders, the newest of each kind last. None has both the recipient and the goods of an order of the flows. */
const earlierRequests: readonly Input<'entry.enqueue'>['request'][] = [
  { endpoint: 2, body: parcel('BEFORE-1', recipient, tee) },
  { endpoint: 2, body: parcel('BEFORE-2', otherRecipient, mug) },
  { endpoint: 1, body: parcel('BEFORE-3', otherRecipient, mug, 'DIRECT-EU') },
  {
    endpoint: 6,
    body: {
      PackageId: 'BEFORE-4',
      ServiceCode: 'SEA',
      Location: 'GZ',
      ShipToAddress: otherRecipient,
      ContainerInfos: [box],
    },
  },
  {
    endpoint: 9,
    body: {
      PackageId: 'BEFORE-5',
      ServiceCode: 'FBA-SEA',
      Location: 'GZ',
      WarehouseCode: 'ONT8',
      ShipmentId: 'FBA15AAAAAA',
      ReferenceId: '7AAAAAAA',
      ContainerInfos: [box],
    },
  },
  {
    endpoint: 4,
    body: {
      ShipmentId: 'BEFORE-6',
      WarehouseId: 'US-LA1',
      ShippingType: 'Sea',
      Location: 'GZ',
      Containers: [{ CustomContainerNo: 'A1', Weight: 9000, Skus: [stockLine] }],
    },
  },
  {
    endpoint: 10,
    body: {
      WarehouseId: 'US-LA1',
      Package: { PackageId: 'BEFORE-7', ServiceCode: 'GROUND', ShipToAddress: otherRecipient, Skus: [stockLine] },
    },
  },
  {
    endpoint: 8,
    body: {
      CustomerOrderNo: 'BEFORE-8',
      WareHouseCode: 'US-LA1',
      ServiceCode: 'LTL',
      IsPallet: false,
      IsBoxed: true,
      ShipToAddress: otherRecipient,
      SkuDetails: [stockLine],
    },
  },
];

/** Whether an order with this key existed before the flows. */
export const isEarlierOrder = (key: string | null): boolean => key?.startsWith('BEFORE-') === true;

let commandCount = 0;

/** Enters an order without the keyboard. */
export const enqueue = (page: Page, request: Input<'entry.enqueue'>['request']) =>
  ask(page, 'entry.enqueue', { commandId: `known-${String(++commandCount)}-counter`, request });

/** Enters orders of each kind and waits until the desk has learned their recipients and goods, as on a usual day. */
export async function enterEarlierOrders(page: Page): Promise<void> {
  for (const request of earlierRequests) await enqueue(page, request);
  // The desk learns from entries some time after they are saved.
  for (let goods = null; goods === null;) ({ goods } = await ask(page, 'goods.of', { Sku: chair.Sku }));
}

/** Waits until an entry is in this state. */
export async function waitForState(page: Page, id: string, state: string) {
  for (;;) {
    const entry = await ask(page, 'entries.get', { id });
    if (entry.state === state) return entry;
    await page.waitForTimeout(200);
  }
}
