import type { Page } from 'playwright';
import type { Input } from '../../../shared/desk-contract.ts';
import { ask } from '../../end-to-end/ask.ts';

export const recipient = {
  Contact: 'Zoe Aker',
  Phone: '+46701234567',
  Country: 'SE',
  City: 'Lund',
  Postcode: '222 22',
  Street1: 'Storgatan 1',
};
export const goods = {
  Sku: 'MUG-BLUE',
  DeclareNameEn: 'Mug',
  DeclareNameCn: '杯子',
  DeclareValue: 4.2,
  Weight: 300,
  HsCode: '691110',
};
const line = { ...goods, Quantity: 1 };

/** The same goods as boxes call them, in the unit of their order. */
export const boxGoods = {
  Sku: 'TEE-M',
  DeclareNameEN: 'T-shirt',
  DeclareNameCN: 'T恤',
  DeclareValue: 3.5,
  Weight: 200,
  HsCode: '610910',
};

/** What was there before the person came, by endpoint and key. */
export const before: ReadonlySet<string> = new Set(['2 BEFORE-1', '7 BEFORE-2', '6 BEFORE-3']);

let commands = 0;
const enqueue = (page: Page, request: Input<'entry.enqueue'>['request']) =>
  ask(page, 'entry.enqueue', { commandId: `known-${String(++commands)}-counter`, request });

/** What a desk knows on a usual day: orders of each kind were made some time before, to this recipient and of these goods. */
export async function makeKnown(page: Page): Promise<void> {
  const Package = { ServiceCode: 'SGP', ShipToAddress: recipient, Weight: 300, Skus: [line] };
  await enqueue(page, { endpoint: 2, body: { Package: { ...Package, PackageId: 'BEFORE-1' } } });
  await enqueue(page, {
    endpoint: 7,
    body: {
      PackageId: 'BEFORE-2',
      TrackingNumber: 'LX000000002CN',
      Weight: 300,
      ShipToAddress: recipient,
      Skus: [line],
    },
  });
  await enqueue(page, {
    endpoint: 6,
    body: {
      PackageId: 'BEFORE-3',
      ServiceCode: 'SEA',
      Location: 'GZ',
      ShipToAddress: recipient,
      ContainerInfos: [{ CustomContainerNo: 'A1', Weight: 2600, SkuInfos: [{ ...boxGoods, Quantity: 12 }] }],
    },
  });
}
