import { expect } from '../../desk-test.ts';
import type { Area, Place } from './place.ts';
import { leaveDialog } from './ways.ts';
import type { Page } from '@playwright/test';

/** Visits all places of the areas on one desk and calls `look` at each, once its screen and dialog are as expected. */
export async function walk(page: Page, areas: readonly Area[], look: (place: Place) => Promise<void>): Promise<void> {
  for (const { fill, places } of areas) {
    await leaveDialog(page);
    await fill?.(page);
    for (const place of places) {
      await leaveDialog(page);
      await place.go(page);
      const screen = await page.evaluate(() => location.hash.split('/')[1]);
      expect(screen ?? 'outbox', `the screen of ${place.name}`).toBe(place.screen);
      await expect(page.locator('dialog[open]'), `dialogs of ${place.name}`).toHaveCount(place.dialog ? 1 : 0);
      await look(place);
    }
  }
}
