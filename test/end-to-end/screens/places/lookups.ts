import { made } from './filling.ts';
import type { Area } from './place.ts';
import { at, entryOf, patient } from './ways.ts';

/** Tracking and orders at the service. */
export const lookups: Area = {
  name: 'tracking and orders',
  fill: (page) => made(page, 'GOOD-1'),
  places: [
    {
      name: 'tracking',
      screen: 'tracking',
      async go(page) {
        await page.keyboard.press('Alt+6');
        await page.locator('textarea').fill('LX1CN\nLX2CN');
        await page.locator('textarea').press('Enter');
        await page.getByRole('gridcell', { name: 'LX2CN' }).waitFor(patient);
      },
    },
    {
      name: 'watched parcels',
      screen: 'tracking',
      async go(page) {
        await page.getByRole('grid').press('Control+a');
        await page.keyboard.press('Alt+w');
        await page.keyboard.press('Alt+ArrowRight');
        await page.getByRole('gridcell', { name: 'LX1CN' }).waitFor(patient);
      },
    },
    {
      name: 'a parcel',
      screen: 'tracking',
      async go(page) {
        const { trackingNumber } = await entryOf(page, 'GOOD-1');
        await at(page, `#/tracking/${trackingNumber ?? ''}`);
        await page.locator('.panel [aria-posinset]').first().waitFor(patient);
      },
    },
    {
      name: 'an order of this desk',
      screen: 'orders',
      async go(page) {
        await at(page, '#/orders/GOOD-1');
        await page.locator('.panel section dl').first().waitFor(patient);
      },
    },
    {
      name: 'an unknown order',
      screen: 'orders',
      async go(page) {
        await at(page, '#/orders/NOBODY-1');
        await page.locator('.panel').getByText('NOBODY-1').first().waitFor(patient);
      },
    },
  ],
};
