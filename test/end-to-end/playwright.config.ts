import '../support/quick-folder.ts';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { compiledFolder } from '../support/compiled.ts';
import { testMachine } from '../support/test-machine.ts';
import type { Hosted } from './desk-test.ts';

const root = join(import.meta.dirname, '../..');
const { executablePath, env } = await findBrowser();
process.env['NODE_COMPILE_CACHE'] = compiledFolder;
process.env['PARCEL_DESK_MACHINE'] ??= testMachine;

/**
 * Journeys about the screens: they ask the desk through the contract that is the same in both hosts, and touch nothing that a
 * host does its own way (starting, ending, files, printing, links, windows, what a page keeps). A new one runs in both.
 */
const screensOnly = [
  'address',
  'bad-input',
  'change-creates',
  'change-only',
  'mend-and-replace',
  'mend-failed',
  'mend-lost',
  'nine-creates',
  'scans',
  'set-field',
].map((journey) => `**/${journey}.spec.ts`);

/** The same journeys through both hosts, where a host can make a difference. */
export default defineConfig<Hosted>({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(root, 'test-results'),
  reporter: [['list']],
  forbidOnly: true,
  workers: 2,
  // what is waited for comes sooner or later; a busy machine is no fault
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath, env: { ...process.env, ...env } },
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // a trace makes a journey slower by half and more; who looks for a cause adds `--trace retain-on-failure`
    trace: 'off',
    acceptDownloads: true,
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'browser-host', use: { host: 'browser-host' } },
    {
      name: 'electron-double',
      use: { host: 'electron-double' },
      testIgnore: ['**/screens/**', ...screensOnly],
    },
  ],
});
