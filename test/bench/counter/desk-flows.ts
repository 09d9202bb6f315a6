import { ask } from '../../end-to-end/ask.ts';
import { correctService, save, type Flow } from './flow.ts';
import { enqueue, mug, reaches, recipient } from './known.ts';
import type { Page } from 'playwright';

const line = { ...mug, Quantity: 1 };
const parcel = (PackageId: string, change: object = {}, to: object = {}) => ({
  Package: {
    PackageId,
    ServiceCode: 'SGP',
    ShipToAddress: { ...recipient, ...to },
    Weight: 300,
    Skus: [line],
    ...change,
  },
});
const ofDay = 300;
const perCall = 50;

/** Orders whose labels are printed. */
async function printDay(page: Page): Promise<void> {
  const ids: string[] = [];
  for (let from = 0; from < ofDay; from += perCall) {
    const some = Array.from({ length: perCall }, (_, n) =>
      enqueue(page, { endpoint: 2, body: parcel(`DAY-${from + n}`) }),
    );
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  for (;;) {
    const { ready, provisional } = await ask(page, 'labels.counts', {});
    if (ready + provisional >= ofDay) break;
    await page.waitForTimeout(500);
  }
  // Labels from before the flow stay unprinted.
  await ask(page, 'labels.printed', { commandId: `printed-${ids.length}-counter`, ids });
}

/** Flows with the parcels of a day that start from any screen. */
export const deskFlows: readonly Flow[] = [
  {
    name: 'correcting one refused entry, whose field is named',
    goal: { keystrokes: 6, scans: 0, seconds: 8 },
    endpoint: 2,
    ownKey: [],
    async prepare(page) {
      const { id } = await enqueue(page, { endpoint: 2, body: parcel('REF-1', { ServiceCode: 'REFUSE' }) });
      await reaches(page, id, 'refused');
      return {};
    },
    async work(hand) {
      await correctService(hand);
    },
    arrives: parcel('REF-1', { ServiceCode: 'exp' }),
  },
  {
    name: 'correcting 8 refused for one reason',
    goal: { keystrokes: 10, scans: 0, seconds: 12 },
    endpoint: 2,
    ownKey: [],
    async prepare(page) {
      const entered = Array.from({ length: 8 }, (_, n) =>
        enqueue(page, { endpoint: 2, body: parcel(`REF-${n + 1}`, {}, { Postcode: 'REFUSE' }) }),
      );
      for (const { id } of await Promise.all(entered)) await reaches(page, id, 'refused');
      return {};
    },
    elsewhere: true,
    /** starts from Today, the first screen */
    async work(hand) {
      await hand.page.locator('a:focus', { hasText: '8' }).waitFor();
      hand.think();
      await hand.press('Alt+Shift+KeyM');
      await hand.page.locator('dialog[open] input').first().waitFor();
      await hand.type('41101');
      await save(hand);
    },
    arrives: parcel('REF-8', {}, { Postcode: '41101' }),
  },
  {
    name: `a day of ${ofDay} parcels closed and handed over`,
    goal: { keystrokes: 20, scans: 0, seconds: 60 },
    endpoint: 2,
    ownKey: [],
    async prepare(page) {
      await printDay(page);
      return {};
    },
    elsewhere: true,
    async work(hand) {
      await hand.page.evaluate(() => (window.print = () => window.dispatchEvent(new Event('afterprint'))));
      hand.think();
      await hand.press('Alt+End');
      await hand.page.locator('.close dl').waitFor();
      hand.think();
      await hand.press('Alt+PageDown');
      await hand.page.locator('.new h2').waitFor();
      await hand.press('Alt+KeyI');
      const count = hand.page.locator('.count strong');
      await count.filter({ hasText: `0 of ${ofDay}` }).waitFor();
      hand.think();
      await hand.press('Alt+KeyA');
      await count.filter({ hasText: `${ofDay} of ${ofDay}` }).waitFor();
      hand.think();
      await hand.press('Alt+KeyS');
      await hand.page.locator('.sum', { hasText: String(ofDay) }).waitFor();
      await hand.press('F8');
    },
    arrives: parcel(`DAY-${ofDay - 1}`),
  },
];
