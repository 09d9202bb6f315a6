import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { screens as allScreens, type Screen } from '../../../renderer/state/screens.ts';
import { deskToScanOn, scanMany } from '../../support/many-scans.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
let page: Page | undefined;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** One of each kind: a list, a form, a screen whose field takes scans. Whether a scan lands is told by few; what piles up, by many. */
const longest: readonly Screen[] = ['outbox', 'label-order', 'inventory'];
const scansOn = (screen: Screen) => (longest.includes(screen) ? 1000 : 60);

describe('many scans, every second through an input method, mixed with typing: none lands, none submits, none is lost', () => {
  it.each(allScreens.map((screen) => [scansOn(screen), screen] as const))(
    '%i on the screen %s',
    { timeout: 240_000 },
    async (scans, screen) => {
      // from screen to screen on one desk, as at a counter; after a fault there on another
      const desk = page ?? (await deskToScanOn(screens));
      page = undefined;
      await scanMany(desk, screen, scans);
      page = desk;
    },
  );
});
