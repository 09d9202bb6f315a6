import {
  correctService,
  openForm,
  pressEnterThrough,
  saveOrder,
  scanGoods,
  chooseGoods,
  chooseRecipient,
  type Flow,
} from './flow.ts';
import type { Hand } from './hand.ts';
import { enqueue, mug, waitForState, recipient } from './known.ts';

const goodsLine = { ...mug, Quantity: 1 };

/** Addresses as copied from a message: without labels, in the script of the country. */
const german = 'Jürgen Müßig\nHeidestraße 17\n51147 Köln\nDeutschland\n+49 221 9876543';
const japanese = '山田太郎\n〒150-0002\n東京都渋谷区渋谷2-21-1\n日本\n+81 3 1234 5678';

/** Enters a parcel with one known item: the weight comes from the goods, the service from the last order. */
async function enterParcel(hand: Hand, keys: string, enterRecipient: () => Promise<void>): Promise<void> {
  await openForm(hand, keys);
  await pressEnterThrough(hand, 'Package.ShipToAddress.Contact');
  await enterRecipient();
  await scanGoods(hand, mug.Sku, ['Package.Weight', '300']);
  await saveOrder(hand);
}

const goodsField = 'Package.Skus[0].Sku';
const chooseKnownRecipient = (hand: Hand) => () => chooseRecipient(hand, goodsField);
const labelOrder = (ShipToAddress: object) => ({
  Package: { ServiceCode: 'SGP', Weight: 300, ShipToAddress, Skus: [goodsLine] },
});
const pasteGoal = { keystrokes: 20, scans: 1, seconds: 30 };
const parcelKey = { assignedKeyPath: ['Package', 'PackageId'] };

export const parcelFlows: readonly Flow[] = [
  {
    name: 'label order, known recipient and goods',
    goal: { keystrokes: 8, scans: 1, seconds: 12 },
    endpoint: 2,
    ...parcelKey,
    enterOrder: (hand) => enterParcel(hand, 'F2', chooseKnownRecipient(hand)),
    expectedBody: labelOrder(recipient),
  },
  {
    name: 'label order, pasted address with accents, known goods',
    goal: pasteGoal,
    endpoint: 2,
    ...parcelKey,
    enterOrder: (hand) =>
      enterParcel(hand, 'F2', async () => {
        await hand.paste(german);
        await hand.waitForFocus(goodsField);
      }),
    expectedBody: labelOrder({
      Contact: 'Jürgen Müßig',
      Phone: '+49 221 9876543',
      Country: 'DE',
      City: 'Köln',
      Postcode: '51147',
      Street1: 'Heidestraße',
      HouseNumber: '17',
    }),
  },
  {
    name: 'label order, pasted Japanese address, known goods',
    goal: pasteGoal,
    endpoint: 2,
    ...parcelKey,
    enterOrder: (hand) =>
      enterParcel(hand, 'F2', async () => {
        await hand.paste(japanese);
        // The person checks the whole address if the desk is unsure.
        hand.countMentalStep();
        await hand.press('Alt+Shift+KeyJ');
        await hand.waitForFocus(goodsField);
      }),
    expectedBody: labelOrder({
      Contact: '山田太郎',
      Phone: '+81 3 1234 5678',
      Country: 'JP',
      Province: '東京都',
      City: '渋谷区',
      Postcode: '150-0002',
      Street1: '渋谷',
      HouseNumber: '2-21-1',
    }),
  },
  {
    name: 'drop-ship order, known recipient and goods',
    goal: null,
    endpoint: 1,
    ...parcelKey,
    enterOrder: (hand) => enterParcel(hand, 'Alt+Shift+Digit2', chooseKnownRecipient(hand)),
    expectedBody: { Package: { ServiceCode: 'DIRECT-EU', Weight: 300, ShipToAddress: recipient, Skus: [goodsLine] } },
  },
  {
    name: 'outbound order, known recipient and goods',
    goal: null,
    endpoint: 10,
    ...parcelKey,
    async enterOrder(hand) {
      await openForm(hand, 'Alt+Shift+Digit5');
      await hand.waitForFocus('Package.ShipToAddress.Contact');
      await chooseRecipient(hand, goodsField);
      await scanGoods(hand, mug.Sku, ['Package.Skus[0].HsCode', mug.HsCode]);
      await saveOrder(hand);
    },
    expectedBody: {
      WarehouseId: 'US-LA1',
      Package: {
        ServiceCode: 'GROUND',
        ShipToAddress: recipient,
        Skus: [{ Sku: mug.Sku, Quantity: 1, HsCode: mug.HsCode }],
      },
    },
  },
  {
    name: 'mending one refused entry',
    goal: { keystrokes: 10, scans: 0, seconds: 15 },
    endpoint: 2,
    assignedKeyPath: [],
    async prepare(page) {
      const Package = {
        PackageId: 'TOOK-1',
        ServiceCode: 'SGP',
        ShipToAddress: recipient,
        Weight: 300,
        Skus: [goodsLine],
      };
      const { id } = await enqueue(page, { endpoint: 2, body: { Package, Remark: 'PRACTICE: FAIL' } });
      await waitForState(page, id, 'refused');
      return {};
    },
    // The hardest case: the service accepted the order but failed to make it, so a person decides that it may be sent
    // with changes.
    async enterOrder(hand) {
      await correctService(hand);
      await hand.page.locator('.foot .problem').waitFor();
      hand.countMentalStep();
      await hand.press('Alt+KeyA');
    },
    expectedBody: {
      Package: { PackageId: 'TOOK-1', ServiceCode: 'exp', ShipToAddress: recipient, Weight: 300, Skus: [goodsLine] },
      Remark: 'PRACTICE: FAIL',
    },
  },
];

async function beginDeclaration(hand: Hand): Promise<void> {
  await openForm(hand, 'Alt+Shift+Digit4');
  await hand.scan('PARCEL-77');
  await hand.waitForText('PackageId', 'PARCEL-77');
}

/** Starts the declaration of a parcel that the desk does not know, up to its goods. */
async function beginUnknownDeclaration(hand: Hand): Promise<void> {
  await beginDeclaration(hand);
  await pressEnterThrough(hand, 'TrackingNumber', 'Weight');
}

const expectedPen = {
  Sku: 'pen-1',
  Quantity: 1,
  DeclareNameEn: 'pen',
  DeclareNameCn: '笔',
  DeclareValue: 1,
  Weight: 20,
  HsCode: '960810',
};
const expectedDeclaration = { PackageId: 'PARCEL-77', Weight: 300, ShipToAddress: recipient, Skus: [goodsLine] };
const declaration = { endpoint: 7, assignedKeyPath: [] } as const;

export const declarationFlows: readonly Flow[] = [
  {
    name: 'declaration of a known SKU',
    goal: { keystrokes: 10, scans: 1, seconds: 15 },
    ...declaration,
    /** the recipient comes from the parcel's order, the goods are entered here */
    async prepare(page) {
      const body = { PackageId: 'PARCEL-77', ServiceCode: 'SEA', Location: 'GZ', ShipToAddress: recipient };
      const box = { CustomContainerNo: '1', Weight: 300 };
      const { id } = await enqueue(page, { endpoint: 6, body: { ...body, ContainerInfos: [box] } });
      const { trackingNumber } = await waitForState(page, id, 'done');
      return { ServiceCode: 'SEA', ...(trackingNumber !== null && { TrackingNumber: trackingNumber }) };
    },
    async enterOrder(hand) {
      await beginDeclaration(hand);
      await hand.waitForFocus('Skus[0].Sku');
      await chooseGoods(hand, 'mu', mug.Sku, 'Skus');
      await saveOrder(hand);
    },
    expectedBody: expectedDeclaration,
  },
  {
    name: 'declaration of a parcel whose order has its goods',
    goal: null,
    ...declaration,
    async prepare(page) {
      const Package = { PackageId: 'PARCEL-77', ServiceCode: 'SGP', Weight: 300, ShipToAddress: recipient };
      const Skus = [{ Sku: mug.Sku, Quantity: 1 }];
      const { id } = await enqueue(page, { endpoint: 2, body: { Package: { ...Package, Skus } } });
      const { trackingNumber } = await waitForState(page, id, 'done');
      return { ServiceCode: 'SGP', ...(trackingNumber !== null && { TrackingNumber: trackingNumber }) };
    },
    async enterOrder(hand) {
      await beginDeclaration(hand);
      await hand.waitForText('Skus[0].HsCode', mug.HsCode);
      await saveOrder(hand);
    },
    expectedBody: expectedDeclaration,
  },
  {
    name: 'declaration of a known SKU, parcel entered elsewhere',
    goal: null,
    ...declaration,
    async enterOrder(hand) {
      await beginUnknownDeclaration(hand);
      await pressEnterThrough(hand, 'ShipToAddress.Contact');
      await chooseRecipient(hand, 'Skus[0].Sku');
      await chooseGoods(hand, 'mu', mug.Sku, 'Skus');
      await saveOrder(hand);
    },
    expectedBody: expectedDeclaration,
  },
  {
    name: 'declaration of a new SKU',
    goal: { keystrokes: 70, scans: 1, seconds: 75 },
    ...declaration,
    async enterOrder(hand) {
      await beginUnknownDeclaration(hand);
      await hand.type('20');
      await pressEnterThrough(hand, 'ShipToAddress.Contact');
      await chooseRecipient(hand, 'Skus[0].Sku');
      for (const text of ['pen-1', '1', 'pen', '笔', '1', '20']) {
        await hand.type(text);
        await hand.press('Enter');
      }
      await hand.type('960810');
      await saveOrder(hand);
    },
    expectedBody: { PackageId: 'PARCEL-77', Weight: 20, ShipToAddress: recipient, Skus: [expectedPen] },
  },
];
