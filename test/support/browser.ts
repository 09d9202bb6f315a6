import { chooseBrowser, testBrowser, type TestBrowser } from './choose-browser.ts';

/** Hands the choice to processes that start later, so that a run tries and unpacks a browser only once. */
const chosen = 'PARCEL_DESK_CHOSEN_BROWSER';
let choosing: Promise<TestBrowser> | undefined;

/**
 * Returns the Chromium of this run. The first process chooses it before its workers start and passes it on to them and
 * to the programs they start.
 */
export async function findBrowser(): Promise<TestBrowser> {
  const told = process.env[chosen];
  if (told !== undefined) return testBrowser.parse(JSON.parse(told));
  choosing ??= chooseBrowser((line) => process.stderr.write(`${line}\n`));
  const found = await choosing;
  process.env[chosen] = JSON.stringify(found);
  return found;
}
