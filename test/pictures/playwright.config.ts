import journeys from '../end-to-end/playwright.config.ts';
import { shortLivedFlags } from '../support/chromium-flags.ts';
import { defineConfig } from '@playwright/test';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * `npm run test:pictures` compares the pictures of the README with the app, `npm run pictures` replaces those that
 * differ. Times, dates and tracking numbers change with each run, so a small share of the pixels may differ; a moved or
 * renamed part changes more.
 */
export default defineConfig({
  ...journeys,
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  snapshotPathTemplate: join(root, 'renderer/pictures/{arg}{ext}'),
  workers: 2,
  projects: [{ name: 'pictures' }],
  // Journeys run without pixels (test/support/chromium-flags.ts), which pictures need.
  use: { ...journeys.use, launchOptions: { ...journeys.use?.launchOptions, args: [...shortLivedFlags] } },
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixelRatio: 0.006, threshold: 0.2 } },
});
