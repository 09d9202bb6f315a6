import { chooseBrowser, testBrowser, type TestBrowser } from './choose-browser.ts';

/** Tells processes that are started later what was chosen, so that one run tries and unpacks once. */
const chosen = 'PARCEL_DESK_CHOSEN_BROWSER';
let choosing: Promise<TestBrowser> | undefined;

/**
 * The Chromium of this run: chosen by the process that begins it, before its workers start, and handed on to them and to
 * the programs they start.
 */
export async function findBrowser(): Promise<TestBrowser> {
  const told = process.env[chosen];
  if (told !== undefined) return testBrowser.parse(JSON.parse(told));
  choosing ??= chooseBrowser((line) => process.stderr.write(`${line}\n`));
  const found = await choosing;
  process.env[chosen] = JSON.stringify(found);
  return found;
}
