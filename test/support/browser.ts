import { chooseBrowser, testBrowser, type TestBrowser } from './choose-browser.ts';

/**
 * Environment variable that passes the chosen browser to processes that start later, so that a run tries and unpacks a
 * browser only once.
 */
const browserVariable = 'PARCEL_DESK_CHOSEN_BROWSER';
let pendingChoice: Promise<TestBrowser> | undefined;

/**
 * Returns the Chromium of this run. The first process chooses it before its workers start and passes the choice to them
 * and to the programs they start.
 */
export async function findBrowser(): Promise<TestBrowser> {
  const inherited = process.env[browserVariable];
  if (inherited !== undefined) return testBrowser.parse(JSON.parse(inherited));
  pendingChoice ??= chooseBrowser((line) => process.stderr.write(`${line}\n`));
  const chosenBrowser = await pendingChoice;
  process.env[browserVariable] = JSON.stringify(chosenBrowser);
  return chosenBrowser;
}
