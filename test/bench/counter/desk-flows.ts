import { ask } from '../../end-to-end/ask.ts';
import { correctService, saveOrder, type Flow } from './flow.ts';
import { enqueue, mug, waitForState, recipient } from './known.ts';
import type { Page } from 'playwright';

const goodsLine = { ...mug, Quantity: 1 };
const parcel = (PackageId: string, packageChanges: object = {}, recipientChanges: object = {}) => ({
  Package: {
    PackageId,
    ServiceCode: 'SGP',
    ShipToAddress: { ...recipient, ...recipientChanges },
    Weight: 300,
    Skus: [goodsLine],
    ...packageChanges,
  },
});
const parcelsPerDay = 300;
const perCall = 50;

/** Orders whose labels are printed. */
async function printDay(page: Page): Promise<void> {
  const ids: string[] = [];
  for (let firstIndex = 0; firstIndex < parcelsPerDay; firstIndex += perCall) {
    const requests = Array.from({ length: perCall }, (_, index) =>
      enqueue(page, { endpoint: 2, body: parcel(`DAY-${firstIndex + index}`) }),
    );
    ids.push(...(await Promise.all(requests)).map(({ id }) => id));
  }
  for (;;) {
    const { ready, provisional } = await ask(page, 'labels.counts', {});
    if (ready + provisional >= parcelsPerDay) break;
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
    assignedKeyPath: [],
    async prepare(page) {
      const { id } = await enqueue(page, { endpoint: 2, body: parcel('REF-1', { ServiceCode: 'REFUSE' }) });
      await waitForState(page, id, 'refused');
      return {};
    },
    async enterOrder(hand) {
      await correctService(hand);
    },
    expectedBody: parcel('REF-1', { ServiceCode: 'exp' }),
  },
  {
    name: 'correcting 8 refused for one reason',
    goal: { keystrokes: 10, scans: 0, seconds: 12 },
    endpoint: 2,
    assignedKeyPath: [],
    async prepare(page) {
      const pendingEntries = Array.from({ length: 8 }, (_, index) =>
        enqueue(page, { endpoint: 2, body: parcel(`REF-${index + 1}`, {}, { Postcode: 'REFUSE' }) }),
      );
      for (const { id } of await Promise.all(pendingEntries)) await waitForState(page, id, 'refused');
      return {};
    },
    savesOutsideForm: true,
    /** starts from Today, the first screen */
    async enterOrder(hand) {
      await hand.page.locator('a:focus', { hasText: '8' }).waitFor();
      hand.countMentalStep();
      await hand.press('Alt+Shift+KeyM');
      await hand.page.locator('dialog[open] input').first().waitFor();
      await hand.type('41101');
      await saveOrder(hand);
    },
    expectedBody: parcel('REF-8', {}, { Postcode: '41101' }),
  },
  {
    name: `a day of ${parcelsPerDay} parcels closed and handed over`,
    goal: { keystrokes: 20, scans: 0, seconds: 60 },
    endpoint: 2,
    assignedKeyPath: [],
    async prepare(page) {
      await printDay(page);
      return {};
    },
    savesOutsideForm: true,
    async enterOrder(hand) {
      await hand.page.evaluate(() => (window.print = () => window.dispatchEvent(new Event('afterprint'))));
      hand.countMentalStep();
      await hand.press('Alt+End');
      await hand.page.locator('.close dl').waitFor();
      hand.countMentalStep();
      await hand.press('Alt+PageDown');
      await hand.page.locator('.new h2').waitFor();
      await hand.press('Alt+KeyI');
      const count = hand.page.locator('.count strong');
      await count.filter({ hasText: `0 of ${parcelsPerDay}` }).waitFor();
      hand.countMentalStep();
      await hand.press('Alt+KeyA');
      await count.filter({ hasText: `${parcelsPerDay} of ${parcelsPerDay}` }).waitFor();
      hand.countMentalStep();
      await hand.press('Alt+KeyS');
      await hand.page.locator('.sum', { hasText: String(parcelsPerDay) }).waitFor();
      await hand.press('F8');
    },
    expectedBody: parcel(`DAY-${parcelsPerDay - 1}`),
  },
];
