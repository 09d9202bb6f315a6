import type { Page } from '@playwright/test';
import { ask } from '../ask.ts';

const patient = { timeout: 60_000 };

/** Looks of tracking and orders, of the entry with this id that is done. */
export function lookupPlaces(done: string): { name: string; go: (page: Page) => Promise<unknown> }[] {
  return [
    {
      name: 'tracking',
      go: async (page) => {
        await page.keyboard.press('Alt+6');
        await page.locator('textarea').fill('LX1CN\nLX2CN');
        await page.locator('textarea').press('Enter');
        await page.getByRole('gridcell', { name: 'LX2CN' }).waitFor(patient);
      },
    },
    {
      name: 'watched parcels',
      go: async (page) => {
        await page.getByRole('grid').press('Control+a');
        await page.keyboard.press('Alt+w');
        await page.keyboard.press('Alt+ArrowRight');
        await page.getByRole('gridcell', { name: 'LX1CN' }).waitFor(patient);
      },
    },
    {
      name: 'a parcel',
      go: async (page) => {
        const number = (await ask(page, 'entries.get', { id: done })).trackingNumber ?? '';
        await page.evaluate((hash) => (location.hash = hash), `#/tracking/${number}`);
        await page.locator('.panel [aria-posinset]').first().waitFor(patient);
      },
    },
    {
      name: 'an order at the service',
      go: async (page) => {
        await page.evaluate((hash) => (location.hash = hash), '#/orders/GOOD-1');
        await page.locator('.panel section dl').first().waitFor(patient);
      },
    },
  ];
}
