import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from '../end-to-end/playwright.config.ts';
import { shortLived } from '../support/chromium-words.ts';

const root = join(import.meta.dirname, '../..');

/**
 * `npm run test:pictures` compares the pictures of the README with the app as it is, `npm run pictures` draws anew those that differ. Hours,
 * days and numbers of tracking are others each time: so many dots may differ, a moved or renamed part has more.
 */
export default defineConfig({
  ...journeys,
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  snapshotPathTemplate: join(root, 'renderer/pictures/{arg}{ext}'),
  workers: 2,
  projects: [{ name: 'pictures' }],
  // what a journey does not look at is drawn here
  use: { ...journeys.use, launchOptions: { ...journeys.use?.launchOptions, args: [...shortLived] } },
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixelRatio: 0.006, threshold: 0.2 } },
});
