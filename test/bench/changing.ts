import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { ask } from '../end-to-end/ask.ts';
import { seedDone } from '../end-to-end/screens/seeded.ts';
import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { delaysOf, recordCalls, openScreens, screenText, type OpenScreen } from './changing/watch-screen.ts';
import { absoluteOfRounds, ofRounds, quantile, type Figure, type Round } from './figure.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';

const smallSize = 20_000;
const largeSize = 100_000;
const changeCount = 10_000;
/** Number of drafts that do not change, so that lists of open entries are never empty. */
const unchangedDrafts = 100;
const durationMs = 60_000;
const batchEveryMs = 300;
const roundCount = 2;
/** Wait after which all screens have finished updating. */
const settleMs = 2000;
/** Length of a clock tick in which Linux counts a process's processor time. */
const clockTickMs = 10;

interface Measured {
  /** from each answer of the desk to the frame in which the outbox shows the new count (ms) */
  countDelaysMs: number[];
  /** by screen: from each event about entries to the frame that shows their new state (ms) */
  screenDelaysMs: Record<string, number[]>;
  /** processor time of the desk and of all pages per changed entry (ms) */
  deskMs: number;
  pagesMs: number;
}

/**
 * Measures all screens that show entries while they are open and 10,000 entries change within a minute, in an outbox of
 * 20,000 entries and in one of 100,000.
 */
export async function* changing(): AsyncGenerator<Figure> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const against = `outbox of ${smallSize}`;
  try {
    const rounds: { few: Measured; many: Measured }[] = [];
    for (let round = 0; round < roundCount; round++)
      rounds.push({ few: await measureChanges(browser, smallSize), many: await measureChanges(browser, largeSize) });
    const p99 = (valuesOf: (measured: Measured) => readonly number[]): Round[] =>
      rounds.map(({ few, many }) => ({
        measured: quantile(valuesOf(many), 0.99),
        against: quantile(valuesOf(few), 0.99),
      }));
    const name = 'entries that change, until the outbox counts so, p99';
    yield absoluteOfRounds(
      'changing',
      name,
      p99(({ countDelaysMs: counted }) => counted),
      'ms',
      against,
      1000,
    );
    for (const screen of Object.keys(openScreens)) {
      const screenRounds = p99((one) => one.screenDelaysMs[screen] ?? []);
      yield absoluteOfRounds(
        'changing',
        `entries that change, until ${screen} is true, p99`,
        screenRounds,
        'ms',
        against,
        1000,
      );
    }
    const cost = (valueOf: (measured: Measured) => number): Round[] =>
      rounds.map(({ few, many }) => ({ measured: valueOf(many), against: valueOf(few) }));
    const unit = 'ms of a processor';
    yield ofRounds(
      'changing',
      'an entry that changes, the desk',
      cost(({ deskMs }) => deskMs),
      unit,
      against,
      1.5,
    );
    yield ofRounds(
      'changing',
      'an entry that changes, all screens',
      cost(({ pagesMs }) => pagesMs),
      unit,
      against,
      1.5,
    );
  } finally {
    await browser.close();
  }
}

async function measureChanges(browser: Browser, size: number): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  seedDone(join(home, 'desk'), size);
  const db = openDesk(join(home, 'desk', 'practice'));
  db.prepare(
    `UPDATE entry SET state = 'draft', tries = 0, accepted_at = NULL, settled_at = NULL, tracking_number = NULL, tracking_final = 0
     WHERE seq <= ?`,
  ).run(changeCount + unchangedDrafts);
  db.close();
  const host = await startBrowserHost(join(home, 'desk'));
  const context = await browser.newContext();
  await context.addInitScript(recordCalls);
  try {
    const pages = new Map<string, Page>();
    for (const [name, screen] of Object.entries(openScreens))
      pages.set(name, await openScreenPage(context, host.url, screen));
    const [countingPage, entryPage] = [pages.get('outbox, open'), pages.get('an entry')];
    if (!countingPage || !entryPage) throw new Error('no screen counts, or none shows one entry');
    await watchCount(countingPage);
    const workReaders = await Promise.all([...pages.values()].map(workReader));
    const totalWorkMs = async () =>
      (await Promise.all(workReaders.map((readWork) => readWork()))).reduce(
        (sum, milliseconds) => sum + milliseconds,
        0,
      );
    const [deskBefore, pagesBefore] = [processorMsOf(host.pid), await totalWorkMs()];
    const batch = Math.ceil((changeCount * batchEveryMs) / durationMs);
    const startedAt = performance.now();
    const shownIds: string[] = [];
    for (let changedSoFar = 0; changedSoFar < changeCount; changedSoFar += batch) {
      const ids = Array.from(
        { length: Math.min(batch, changeCount - changedSoFar) },
        (_, index) => `entry-${String(changedSoFar + index + 1)}`,
      );
      shownIds.push(ids[0] ?? '');
      await entryPage.evaluate((id) => (location.hash = `#/outbox/${id}`), ids[0] ?? '');
      await ask(countingPage, 'entry.withdraw', { commandId: randomUUID(), ids, operator: 'Mia' });
      await countingPage.evaluate(
        (openCount) => (Reflect.get(window, 'expectOpen') as (openCount: number) => void)(openCount),
        changeCount - changedSoFar - ids.length + unchangedDrafts,
      );
      await wait(Math.max(0, startedAt + ((changedSoFar + batch) / batch) * batchEveryMs - performance.now()));
    }
    await countingPage.waitForFunction(() => (Reflect.get(window, 'openAwaited') as unknown[]).length === 0);
    await wait(settleMs);
    const [deskAfter, pagesAfter] = [processorMsOf(host.pid), await totalWorkMs()];
    const screenDelaysMs: Record<string, number[]> = {};
    for (const [name, page] of pages) {
      const screen = openScreens[name];
      if (screen) screenDelaysMs[name] = await delaysOf(page, screen, shownIds);
      if (screen && !screen.showsOneEntry)
        await expectSameAsFresh(page, await openScreenPage(context, host.url, screen), name);
    }
    return {
      countDelaysMs: await countingPage.evaluate(() => Reflect.get(window, 'openLate') as number[]),
      screenDelaysMs,
      deskMs: (deskAfter - deskBefore) / changeCount,
      pagesMs: (pagesAfter - pagesBefore) / changeCount,
    };
  } finally {
    await context.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openScreenPage(
  context: BrowserContext,
  url: string,
  { address, tab, procedures: asks }: OpenScreen,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}${address}`);
  await page.locator('main h1').first().waitFor();
  if (tab !== undefined) await page.locator(`[role=tab][data-name=${tab}]`).click();
  if (asks.includes('entries.page')) await page.locator('[role=gridcell]').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Checks that a screen that stayed open throughout shows the same as one opened now. */
async function expectSameAsFresh(openPage: Page, freshPage: Page, name: string): Promise<void> {
  let [openText, freshText] = ['', ' '];
  for (let attempt = 0; openText !== freshText && attempt < 5; attempt++) {
    if (attempt > 0) await wait(1000);
    [openText, freshText] = await Promise.all([screenText(openPage), screenText(freshPage)]);
  }
  if (openText !== freshText)
    throw new Error(`${name} says after all is done\n${openText}\nand one opened then\n${freshText}`);
  await freshPage.close();
}

/** Returns a function that reads the page's own measure of its work since it opened (ms). */
async function workReader(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () =>
    1000 *
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Compares the displayed count of open entries with the expected one in each frame. */
const watchCount = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const expectedCounts: { openCount: number; since: number }[] = [];
    const delays: number[] = [];
    Object.assign(window, { openAwaited: expectedCounts, openLate: delays });
    Reflect.set(window, 'expectOpen', (openCount: number) =>
      expectedCounts.push({ openCount, since: performance.now() }),
    );
    const compareCount = (): void => {
      const text = document.querySelector('[role=tab][data-name=open] .count')?.textContent ?? '0';
      const shownCount = Number(text.replaceAll(/\D/g, ''));
      while (expectedCounts[0] && shownCount <= expectedCounts[0].openCount)
        delays.push(performance.now() - (expectedCounts.shift()?.since ?? 0));
      requestAnimationFrame(compareCount);
    };
    requestAnimationFrame(compareCount);
  });

/** Processor time of a process with all its threads (ms). */
function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
}
