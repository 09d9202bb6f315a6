import { open, past, save, scanGoods, takeRecipient, typeAll, type Flow } from './flow.ts';
import type { Hand } from './hand.ts';
import { chair, mug, recipient } from './known.ts';

const size = { Length: 60, Width: 55, Height: 90 };
const ofChair = { Weight: 7900, ...size, SkuInfos: [{ ...chair, Quantity: 1 }] };

/** Enters a box: its label, its weight and dimensions, and the item in it. */
async function enterBox(hand: Hand, list: string, goods: readonly [path: string, text: string]): Promise<void> {
  await hand.cursorIn(`${list}[0].CustomContainerNo`);
  await hand.scan('BOX-1');
  await hand.shows(`${list}[0].CustomContainerNo`, 'BOX-1');
  await hand.cursorIn(`${list}[0].Weight`);
  await typeAll(hand, '7900', '60', '55', '90');
  await scanGoods(hand, chair.Sku, goods);
}

const product = {
  Sku: 'cup-9',
  ProductName: 'cup',
  ProductDescription: 'white cup',
  Weight: 250,
  Length: 9,
  Width: 9,
  Height: 10,
  DeclareName: 'cup',
  DeclareNameCn: '杯',
  DeclareValue: 3,
  HsCode: '691110',
  ProductFlag: 'Simple',
  ProductAttribute: 'GeneralCargo',
};

export const bulkFlows: readonly Flow[] = [
  {
    name: 'order of 10 equal boxes',
    goal: { keystrokes: 25, scans: 2, seconds: 45 },
    endpoint: 6,
    ownKey: ['PackageId'],
    async work(hand) {
      await open(hand, 'Alt+Shift+Digit3');
      await hand.cursorIn('ShipToAddress.Contact');
      await takeRecipient(hand, 'ContainerInfos[0].CustomContainerNo');
      await enterBox(hand, 'ContainerInfos', ['ContainerInfos[0].SkuInfos[0].HsCode', chair.HsCode]);
      hand.think();
      await hand.press('F7');
      await hand.page.locator('dialog[open] input').waitFor();
      await hand.type('9');
      await hand.press('Enter');
      await hand.page.locator('dialog').waitFor({ state: 'detached' });
      await save(hand);
    },
    arrives: {
      ServiceCode: 'SEA',
      Location: 'GZ',
      ShipToAddress: recipient,
      ContainerInfos: Array.from({ length: 10 }, (_, n) => ({
        CustomContainerNo: `BOX-${String(n + 1)}`,
        ...ofChair,
      })),
    },
  },
  {
    name: 'FBA order of one box',
    goal: null,
    endpoint: 9,
    ownKey: ['PackageId'],
    async work(hand) {
      await open(hand, 'Alt+Shift+Digit7');
      await hand.cursorIn('ShipmentId');
      await typeAll(hand, 'FBA15BCDEFG', '7XYZ12AB');
      await hand.press('Enter');
      await enterBox(hand, 'ContainerInfos', ['ContainerInfos[0].SkuInfos[0].HsCode', chair.HsCode]);
      await save(hand);
    },
    arrives: {
      ServiceCode: 'FBA-SEA',
      Location: 'GZ',
      WarehouseCode: 'ONT8',
      ShipmentId: 'FBA15BCDEFG',
      ReferenceId: '7XYZ12AB',
      ContainerInfos: [{ CustomContainerNo: 'BOX-1', ...ofChair }],
    },
  },
  {
    name: 'inbound order of one container',
    goal: null,
    endpoint: 4,
    ownKey: ['ShipmentId'],
    async work(hand) {
      await open(hand, 'Alt+Shift+Digit8');
      await hand.cursorIn('PlanArriveDate');
      await hand.type('2026-12-24T08:00:00+08:00');
      await past(hand, 'Location', 'Remark', 'Containers[0].CustomContainerNo');
      await enterBox(hand, 'Containers', ['Containers[0].Skus[0].HsCode', chair.HsCode]);
      await save(hand);
    },
    arrives: {
      WarehouseId: 'US-LA1',
      ShippingType: 'Sea',
      PlanArriveDate: '2026-12-24T08:00:00+08:00',
      Location: 'GZ',
      Containers: [
        {
          CustomContainerNo: 'BOX-1',
          Weight: 7900,
          ...size,
          Skus: [{ Sku: chair.Sku, Quantity: 1, HsCode: chair.HsCode }],
        },
      ],
    },
  },
  {
    name: 'batch outbound order, boxed as the warehouse likes, no pallets',
    goal: null,
    endpoint: 8,
    ownKey: ['CustomerOrderNo'],
    async work(hand) {
      await open(hand, 'Alt+Shift+Digit6');
      await hand.cursorIn('ShipToAddress.Contact');
      await takeRecipient(hand, 'SkuDetails[0].Sku');
      // Goes back to the two questions before the goods.
      hand.think();
      await hand.press('Shift+Tab');
      await hand.press('ArrowDown');
      hand.think();
      await hand.press('Shift+Tab');
      await hand.press('ArrowDown');
      await scanGoods(hand, mug.Sku, ['SkuDetails[0].Quantity', '1']);
      await save(hand);
    },
    arrives: {
      WareHouseCode: 'US-LA1',
      ServiceCode: 'LTL',
      IsPallet: false,
      IsBoxed: true,
      ShipToAddress: recipient,
      SkuDetails: [{ Sku: mug.Sku, Quantity: 1 }],
    },
  },
  {
    name: 'a new SKU',
    goal: null,
    endpoint: 15,
    ownKey: [],
    async work(hand) {
      await open(hand, 'Alt+Shift+Digit9');
      await hand.cursorIn('Sku');
      const { Sku, ProductName, ProductDescription, DeclareName, DeclareNameCn, HsCode } = product;
      await typeAll(hand, Sku, ProductName, ProductDescription, '250', '9', '9', '10');
      await hand.press('Enter');
      await typeAll(hand, DeclareName, DeclareNameCn, '3', HsCode);
      await past(hand, 'ProductFlag');
      for (const [letter, code] of [
        ['s', 'Simple'],
        ['g', 'GeneralCargo'],
      ] as const) {
        await hand.type(letter);
        await hand.page.getByRole('option', { name: code }).waitFor();
        await hand.press('ArrowDown');
        await hand.press('Enter');
      }
      await save(hand);
    },
    arrives: product,
  },
];
