import { openForm, pressEnterThrough, saveOrder, scanGoods, chooseRecipient, typeAll, type Flow } from './flow.ts';
import type { Hand } from './hand.ts';
import { chair, mug, recipient } from './known.ts';

const boxSize = { Length: 60, Width: 55, Height: 90 };
const chairBox = { Weight: 7900, ...boxSize, SkuInfos: [{ ...chair, Quantity: 1 }] };

/** Enters a box: its label, its weight and dimensions, and the item in it. */
async function enterBox(
  hand: Hand,
  listPath: string,
  filledField: readonly [path: string, text: string],
): Promise<void> {
  await hand.waitForFocus(`${listPath}[0].CustomContainerNo`);
  await hand.scan('BOX-1');
  await hand.waitForText(`${listPath}[0].CustomContainerNo`, 'BOX-1');
  await hand.waitForFocus(`${listPath}[0].Weight`);
  await typeAll(hand, '7900', '60', '55', '90');
  await scanGoods(hand, chair.Sku, filledField);
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
    assignedKeyPath: ['PackageId'],
    async enterOrder(hand) {
      await openForm(hand, 'Alt+Shift+Digit3');
      await hand.waitForFocus('ShipToAddress.Contact');
      await chooseRecipient(hand, 'ContainerInfos[0].CustomContainerNo');
      await enterBox(hand, 'ContainerInfos', ['ContainerInfos[0].SkuInfos[0].HsCode', chair.HsCode]);
      hand.countMentalStep();
      await hand.press('F7');
      await hand.page.locator('dialog[open] input').waitFor();
      await hand.type('9');
      await hand.press('Enter');
      await hand.page.locator('dialog').waitFor({ state: 'detached' });
      await saveOrder(hand);
    },
    expectedBody: {
      ServiceCode: 'SEA',
      Location: 'GZ',
      ShipToAddress: recipient,
      ContainerInfos: Array.from({ length: 10 }, (_, index) => ({
        CustomContainerNo: `BOX-${String(index + 1)}`,
        ...chairBox,
      })),
    },
  },
  {
    name: 'FBA order of one box',
    goal: null,
    endpoint: 9,
    assignedKeyPath: ['PackageId'],
    async enterOrder(hand) {
      await openForm(hand, 'Alt+Shift+Digit7');
      await hand.waitForFocus('ShipmentId');
      await typeAll(hand, 'FBA15BCDEFG', '7XYZ12AB');
      await hand.press('Enter');
      await enterBox(hand, 'ContainerInfos', ['ContainerInfos[0].SkuInfos[0].HsCode', chair.HsCode]);
      await saveOrder(hand);
    },
    expectedBody: {
      ServiceCode: 'FBA-SEA',
      Location: 'GZ',
      WarehouseCode: 'ONT8',
      ShipmentId: 'FBA15BCDEFG',
      ReferenceId: '7XYZ12AB',
      ContainerInfos: [{ CustomContainerNo: 'BOX-1', ...chairBox }],
    },
  },
  {
    name: 'inbound order of one container',
    goal: null,
    endpoint: 4,
    assignedKeyPath: ['ShipmentId'],
    async enterOrder(hand) {
      await openForm(hand, 'Alt+Shift+Digit8');
      await hand.waitForFocus('PlanArriveDate');
      await hand.type('2026-12-24T08:00:00+08:00');
      await pressEnterThrough(hand, 'Location', 'Remark', 'Containers[0].CustomContainerNo');
      await enterBox(hand, 'Containers', ['Containers[0].Skus[0].HsCode', chair.HsCode]);
      await saveOrder(hand);
    },
    expectedBody: {
      WarehouseId: 'US-LA1',
      ShippingType: 'Sea',
      PlanArriveDate: '2026-12-24T08:00:00+08:00',
      Location: 'GZ',
      Containers: [
        {
          CustomContainerNo: 'BOX-1',
          Weight: 7900,
          ...boxSize,
          Skus: [{ Sku: chair.Sku, Quantity: 1, HsCode: chair.HsCode }],
        },
      ],
    },
  },
  {
    name: 'batch outbound order, boxed as the warehouse likes, no pallets',
    goal: null,
    endpoint: 8,
    assignedKeyPath: ['CustomerOrderNo'],
    async enterOrder(hand) {
      await openForm(hand, 'Alt+Shift+Digit6');
      await hand.waitForFocus('ShipToAddress.Contact');
      await chooseRecipient(hand, 'SkuDetails[0].Sku');
      // The two questions before the goods are answered by going back.
      hand.countMentalStep();
      await hand.press('Shift+Tab');
      await hand.press('ArrowDown');
      hand.countMentalStep();
      await hand.press('Shift+Tab');
      await hand.press('ArrowDown');
      await scanGoods(hand, mug.Sku, ['SkuDetails[0].Quantity', '1']);
      await saveOrder(hand);
    },
    expectedBody: {
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
    assignedKeyPath: [],
    async enterOrder(hand) {
      await openForm(hand, 'Alt+Shift+Digit9');
      await hand.waitForFocus('Sku');
      const { Sku, ProductName, ProductDescription, DeclareName, DeclareNameCn, HsCode } = product;
      await typeAll(hand, Sku, ProductName, ProductDescription, '250', '9', '9', '10');
      await hand.press('Enter');
      await typeAll(hand, DeclareName, DeclareNameCn, '3', HsCode);
      await pressEnterThrough(hand, 'ProductFlag');
      for (const [letter, code] of [
        ['s', 'Simple'],
        ['g', 'GeneralCargo'],
      ] as const) {
        await hand.type(letter);
        await hand.page.getByRole('option', { name: code }).waitFor();
        await hand.press('ArrowDown');
        await hand.press('Enter');
      }
      await saveOrder(hand);
    },
    expectedBody: product,
  },
];
