import '../support/quick-folder.ts';
import { findBrowser } from '../support/browser.ts';
import { chromiumFlags } from '../support/chromium-flags.ts';
import { compileCacheFolder } from '../support/compiled.ts';
import { journeyTimeZone } from '../support/journey-zone.ts';
import { hasElectron } from '../support/real-electron/run.ts';
import { testMachine } from '../support/test-machine.ts';
import type { Hosted } from './desk-test.ts';
import { defineConfig, type Project } from '@playwright/test';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { executablePath, env } = await findBrowser();
process.env['NODE_COMPILE_CACHE'] = compileCacheFolder;
process.env['TZ'] = journeyTimeZone;
process.env['PARCEL_DESK_MACHINE'] ??= testMachine;

/**
 * Journeys about the screens: they call the desk through the contract, which is the same in both hosts, and depend on
 * nothing that a host does in its own way (starting, ending, files, printing, links, windows, what a page keeps beyond
 * the end of the program), or on nothing that other journeys do not show in both. A journey not listed runs in both.
 */
const screensOnly = [
  'address',
  'bad-input',
  'brought-label',
  'by-keyboard',
  'change-creates',
  'change-only',
  'entry-as-parcel',
  'form-that-fits',
  'import-2000',
  'mend-and-replace',
  'mend-failed',
  'mend-lost',
  'nine-creates',
  'outbox-views',
  'scan-to-label',
  'scans',
  'set-field',
  'true-lists',
].map((journey) => `**/${journey}.spec.ts`);

/** Tests of Electron itself, which no double can replace. */
const onlyReal = '**/real-electron/**';

const inElectron: Project<Hosted>[] = [
  { name: 'electron', use: { host: 'electron' }, testIgnore: ['**/screens/**', ...screensOnly] },
  { name: 'electron-screens', use: { host: 'electron' }, testMatch: ['**/screens/**/*.spec.ts', ...screensOnly] },
];
/** Used if no real Electron is prepared (`npm run test:electron`). */
const inDouble: Project<Hosted>[] = [
  {
    name: 'electron-double',
    use: { host: 'electron-double' },
    testIgnore: ['**/screens/**', onlyReal, ...screensOnly],
  },
];

/** Runs the same journeys in both hosts if the host can make a difference. */
export default defineConfig<Hosted>({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(root, 'test-results'),
  reporter: [['list']],
  forbidOnly: true,
  // A journey spends a third of its time waiting for its desk and its page, so workers may outnumber cores.
  workers: 3,
  // Generous, since a busy machine is not a fault.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath, args: [...chromiumFlags], env: { ...process.env, ...env } },
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: journeyTimeZone,
    // A trace slows a journey by half or more; add `--trace retain-on-failure` to look for a cause.
    trace: 'off',
    acceptDownloads: true,
    // Animations redraw the page in each frame, and no journey tests them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'browser-host', use: { host: 'browser-host' }, testIgnore: onlyReal },
    ...(hasElectron() ? inElectron : inDouble),
  ],
});
