import type { Page } from 'playwright';
import { fateOf } from '../../../electron/practice/fate.ts';
import type { CreateNumber } from '../../../shared/service/endpoints.ts';
import { ask } from '../../end-to-end/ask.ts';
import type { Hand } from './hand.ts';
import { boxGoods, goods, recipient } from './known.ts';

export interface Flow {
  name: string;
  goal: { keystrokes: number; scans: number; seconds: number };
  endpoint: CreateNumber;
  /** what is there before the person comes; answers the key the order will be found by, where it is known */
  prepare?: (page: Page) => Promise<void>;
  work: (hand: Hand) => Promise<void>;
  /** what must arrive, but for a key that the desk made */
  arrives: Record<string, unknown>;
  /** the key is the desk's own */
  ownKey: readonly string[];
}

const line = { ...goods, Quantity: 1 };
const block = 'Name: Jane Doe\nStreet: Heidestrasse 17\nCity: Koeln\nPostcode: 51147\nCountry: Germany';

async function open(hand: Hand, keys: string): Promise<void> {
  hand.think();
  await hand.press(keys);
  await hand.page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
}

/** Looks it over and saves it. */
async function save(hand: Hand): Promise<void> {
  hand.think();
  await hand.press('Control+Enter');
}

/** Finds a recipient by two letters and takes the first that is offered. */
async function takeRecipient(hand: Hand): Promise<void> {
  await hand.type('zo');
  await hand.page.locator('[id$="-addresses"] [role=option]').first().waitFor();
  hand.think();
  await hand.press('ArrowDown');
  await hand.press('Enter');
}

/** The parcel's number by a scan, its weight, and a recipient who is known; the cursor ends in the goods. */
async function beginDeclaration(hand: Hand, weight: string): Promise<void> {
  await open(hand, 'Alt+Shift+Digit4');
  await hand.scan('PARCEL-77');
  await hand.page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#field-PackageId')?.value === 'PARCEL-77',
  );
  for (const next of ['TrackingNumber', 'Weight']) {
    await hand.press('Enter');
    await hand.cursorIn(next);
  }
  await hand.type(weight);
  await hand.press('Enter');
  await hand.cursorIn('ShipToAddress.Contact');
  await takeRecipient(hand);
  await hand.cursorIn('Skus[0].Sku');
}

const scanGoods = async (hand: Hand, Sku: string, name: string): Promise<void> => {
  await hand.scan(Sku);
  await hand.page.waitForFunction(
    (name) => [...document.querySelectorAll('input')].some((field) => field.value === name),
    name,
  );
};

/** An order the practice service refuses because of its service. */
const mended = {
  PackageId: keyRefusedFor('ServiceCode'),
  ShipToAddress: recipient,
  Weight: 300,
  Skus: [line],
  Remark: 'PRACTICE-FAIL',
};

function keyRefusedFor(field: string): string {
  for (let n = 1; ; n++) {
    const key = `REFUSED-${String(n)}`;
    if (fateOf({ key, body: {} }).reason.ExtendMessage === field) return key;
  }
}

export const flows: readonly Flow[] = [
  {
    name: 'label order, known recipient and goods',
    goal: { keystrokes: 8, scans: 1, seconds: 12 },
    endpoint: 2,
    ownKey: ['Package', 'PackageId'],
    async work(hand) {
      await open(hand, 'F2');
      await hand.type('300');
      await hand.press('Enter');
      await hand.cursorIn('Package.ShipToAddress.Contact');
      await takeRecipient(hand);
      await scanGoods(hand, goods.Sku, goods.DeclareNameEn);
      await save(hand);
    },
    arrives: { Package: { ServiceCode: 'SGP', Weight: 300, ShipToAddress: recipient, Skus: [line] } },
  },
  {
    name: 'label order, pasted address, known goods',
    goal: { keystrokes: 20, scans: 1, seconds: 30 },
    endpoint: 2,
    ownKey: ['Package', 'PackageId'],
    async work(hand) {
      await open(hand, 'F2');
      await hand.type('310');
      await hand.press('Enter');
      await hand.cursorIn('Package.ShipToAddress.Contact');
      await hand.paste(block);
      await scanGoods(hand, goods.Sku, goods.DeclareNameEn);
      await save(hand);
    },
    arrives: {
      Package: {
        ServiceCode: 'SGP',
        Weight: 310,
        ShipToAddress: {
          Contact: 'Jane Doe',
          Country: 'DE',
          City: 'Koeln',
          Postcode: '51147',
          Street1: 'Heidestrasse 17',
        },
        Skus: [line],
      },
    },
  },
  {
    name: 'declaration of a known SKU',
    goal: { keystrokes: 10, scans: 1, seconds: 15 },
    endpoint: 7,
    ownKey: [],
    async work(hand) {
      await beginDeclaration(hand, '300');
      await hand.type('mu');
      await hand.page.locator('[role=option]', { hasText: goods.Sku }).first().waitFor();
      hand.think();
      for (const key of ['ArrowDown', 'Enter']) await hand.press(key);
      await hand.cursorIn('Skus[0].Quantity');
      await hand.type('1');
      await save(hand);
    },
    arrives: { PackageId: 'PARCEL-77', Weight: 300, ShipToAddress: recipient, Skus: [line] },
  },
  {
    name: 'declaration of a new SKU',
    goal: { keystrokes: 70, scans: 1, seconds: 75 },
    endpoint: 7,
    ownKey: [],
    async work(hand) {
      await beginDeclaration(hand, '20');
      for (const text of ['pen-1', '1', 'pen', '笔', '1', '20']) {
        await hand.type(text);
        await hand.press('Enter');
      }
      await hand.type('960810');
      await save(hand);
    },
    arrives: {
      PackageId: 'PARCEL-77',
      Weight: 20,
      ShipToAddress: recipient,
      Skus: [
        {
          Sku: 'pen-1',
          Quantity: 1,
          DeclareNameEn: 'pen',
          DeclareNameCn: '笔',
          DeclareValue: 1,
          Weight: 20,
          HsCode: '960810',
        },
      ],
    },
  },
  {
    name: 'order of 10 equal boxes',
    goal: { keystrokes: 25, scans: 2, seconds: 45 },
    endpoint: 6,
    ownKey: ['PackageId'],
    async work(hand) {
      await open(hand, 'Alt+Shift+Digit3');
      await hand.cursorIn('ShipToAddress.Contact');
      await takeRecipient(hand);
      await hand.type('1');
      await hand.press('Enter');
      await hand.type('2600');
      await hand.press('Enter');
      await scanGoods(hand, boxGoods.Sku, boxGoods.DeclareNameEN);
      hand.think();
      await hand.press('Alt+Shift+KeyB');
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
        CustomContainerNo: String(n + 1),
        Weight: 2600,
        SkuInfos: [{ ...boxGoods, Quantity: 1 }],
      })),
    },
  },
  {
    name: 'mending one refused entry',
    goal: { keystrokes: 10, scans: 0, seconds: 15 },
    endpoint: 2,
    ownKey: [],
    async prepare(page) {
      const request = { endpoint: 2, body: { Package: { ...mended, ServiceCode: 'SGP' } } };
      await ask(page, 'entry.enqueue', { commandId: 'refuse-me-counter', request });
      for (let refused = 0; refused === 0;) {
        await page.waitForTimeout(200);
        ({ refused } = (await ask(page, 'entries.counts', {})).byState);
      }
    },
    async work(hand) {
      hand.think();
      await hand.press('F4');
      await hand.cursorIn('Package.ServiceCode');
      await hand.type('exp');
      await save(hand);
    },
    arrives: { Package: { ...mended, ServiceCode: 'exp' } },
  },
];
