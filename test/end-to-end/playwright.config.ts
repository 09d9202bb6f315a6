import '../support/quick-folder.ts';
import { join } from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { chromiumWords } from '../support/chromium-words.ts';
import { compiledFolder } from '../support/compiled.ts';
import { journeyZone } from '../support/journey-zone.ts';
import { hasElectron } from '../support/real-electron/run.ts';
import { testMachine } from '../support/test-machine.ts';
import type { Hosted } from './desk-test.ts';

const root = join(import.meta.dirname, '../..');
const { executablePath, env } = await findBrowser();
process.env['NODE_COMPILE_CACHE'] = compiledFolder;
process.env['TZ'] = journeyZone;
process.env['PARCEL_DESK_MACHINE'] ??= testMachine;

/**
 * Journeys about the screens: they ask the desk through the contract that is the same in both hosts, and touch nothing that a
 * host does its own way (starting, ending, files, printing, links, windows, what a page keeps over the program's end), or nothing
 * that others do not show in both. A new one runs in both.
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

/** What is asked of Electron itself, and what no double can answer. */
const onlyReal = '**/real-electron/**';

const inElectron: Project<Hosted>[] = [
  { name: 'electron', use: { host: 'electron' }, testIgnore: ['**/screens/**', ...screensOnly] },
  { name: 'electron-screens', use: { host: 'electron' }, testMatch: ['**/screens/**/*.spec.ts', ...screensOnly] },
];
/** Where no real one is prepared (`npm run test:electron`). */
const inDouble: Project<Hosted>[] = [
  {
    name: 'electron-double',
    use: { host: 'electron-double' },
    testIgnore: ['**/screens/**', onlyReal, ...screensOnly],
  },
];

/** The same journeys through both hosts, where a host can make a difference. */
export default defineConfig<Hosted>({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(root, 'test-results'),
  reporter: [['list']],
  forbidOnly: true,
  // a journey waits for its desk and its page for a third of its time, so that a core is no limit
  workers: 3,
  // what is waited for comes sooner or later; a busy machine is no fault
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath, args: [...chromiumWords], env: { ...process.env, ...env } },
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: journeyZone,
    // a trace makes a journey slower by half and more; who looks for a cause adds `--trace retain-on-failure`
    trace: 'off',
    acceptDownloads: true,
    // what moves is drawn anew for each frame; no journey is about it
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'browser-host', use: { host: 'browser-host' }, testIgnore: onlyReal },
    ...(hasElectron() ? inElectron : inDouble),
  ],
});
