import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { ask } from '../end-to-end/ask.ts';
import { seedDone } from '../end-to-end/screens/seeded.ts';
import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { lateOf, noteAsks, openScreens, textOf, type OpenScreen } from './changing/watch-screen.ts';
import { absoluteOfRounds, ofRounds, quantile, type Figure, type Round } from './figure.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';

const small = 20_000;
const large = 100_000;
const changes = 10_000;
/** drafts that do not change, so that lists of open entries are never empty */
const stay = 100;
const inMs = 60_000;
const everyMs = 300;
const turns = 2;
/** by then all screens have finished updating */
const endMs = 2000;
/** Length of a clock tick in which Linux counts a process's processor time. */
const tickMs = 10;

interface Measured {
  /** from each answer of the desk to the frame in which the outbox shows the new count (ms) */
  counted: number[];
  /** by screen: from each event about entries to the frame that shows their new state (ms) */
  late: Record<string, number[]>;
  /** processor time of the desk and of all pages per changed entry (ms) */
  deskMs: number;
  pagesMs: number;
}

/**
 * All screens that show entries are open while 10,000 entries change within a minute, in an outbox of 20,000 and one of
 * 100,000.
 */
export async function* changing(): AsyncGenerator<Figure> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const against = `outbox of ${small}`;
  try {
    const rounds: { few: Measured; many: Measured }[] = [];
    for (let turn = 0; turn < turns; turn++)
      rounds.push({ few: await changed(browser, small), many: await changed(browser, large) });
    const p99 = (of: (one: Measured) => readonly number[]): Round[] =>
      rounds.map(({ few, many }) => ({ measured: quantile(of(many), 0.99), against: quantile(of(few), 0.99) }));
    const name = 'entries that change, until the outbox counts so, p99';
    yield absoluteOfRounds(
      'changing',
      name,
      p99(({ counted }) => counted),
      'ms',
      against,
      1000,
    );
    for (const screen of Object.keys(openScreens)) {
      const late = p99((one) => one.late[screen] ?? []);
      yield absoluteOfRounds(
        'changing',
        `entries that change, until ${screen} is true, p99`,
        late,
        'ms',
        against,
        1000,
      );
    }
    const cost = (of: (one: Measured) => number): Round[] =>
      rounds.map(({ few, many }) => ({ measured: of(many), against: of(few) }));
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

async function changed(browser: Browser, size: number): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  seedDone(join(home, 'desk'), size);
  const db = openDesk(join(home, 'desk', 'practice'));
  db.prepare(
    `UPDATE entry SET state = 'draft', tries = 0, accepted_at = NULL, settled_at = NULL, tracking_number = NULL, tracking_final = 0
     WHERE seq <= ?`,
  ).run(changes + stay);
  db.close();
  const host = await startBrowserHost(join(home, 'desk'));
  const context = await browser.newContext();
  await context.addInitScript(noteAsks);
  try {
    const pages = new Map<string, Page>();
    for (const [name, screen] of Object.entries(openScreens)) pages.set(name, await open(context, host.url, screen));
    const [counting, ofOne] = [pages.get('outbox, open'), pages.get('an entry')];
    if (!counting || !ofOne) throw new Error('no screen counts, or none shows one entry');
    await watchCount(counting);
    const works = await Promise.all([...pages.values()].map(workOf));
    const worked = async () => (await Promise.all(works.map((work) => work()))).reduce((sum, one) => sum + one, 0);
    const [deskBefore, pagesBefore] = [processorOf(host.pid), await worked()];
    const batch = Math.ceil((changes * everyMs) / inMs);
    const began = performance.now();
    const shown: string[] = [];
    for (let done = 0; done < changes; done += batch) {
      const ids = Array.from({ length: Math.min(batch, changes - done) }, (_, at) => `entry-${String(done + at + 1)}`);
      shown.push(ids[0] ?? '');
      await ofOne.evaluate((id) => (location.hash = `#/outbox/${id}`), ids[0] ?? '');
      await ask(counting, 'entry.withdraw', { commandId: randomUUID(), ids, operator: 'Mia' });
      await counting.evaluate(
        (left) => (Reflect.get(window, 'expectOpen') as (left: number) => void)(left),
        changes - done - ids.length + stay,
      );
      await wait(Math.max(0, began + ((done + batch) / batch) * everyMs - performance.now()));
    }
    await counting.waitForFunction(() => (Reflect.get(window, 'openAwaited') as unknown[]).length === 0);
    await wait(endMs);
    const [deskAfter, pagesAfter] = [processorOf(host.pid), await worked()];
    const late: Record<string, number[]> = {};
    for (const [name, page] of pages) {
      const screen = openScreens[name];
      if (screen) late[name] = await lateOf(page, screen, shown);
      if (screen && !screen.ofOne) await isAsFresh(page, await open(context, host.url, screen), name);
    }
    return {
      counted: await counting.evaluate(() => Reflect.get(window, 'openLate') as number[]),
      late,
      deskMs: (deskAfter - deskBefore) / changes,
      pagesMs: (pagesAfter - pagesBefore) / changes,
    };
  } finally {
    await context.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function open(context: BrowserContext, url: string, { address, tab, asks }: OpenScreen): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}${address}`);
  await page.locator('main h1').first().waitFor();
  if (tab !== undefined) await page.locator(`[role=tab][data-name=${tab}]`).click();
  if (asks.includes('entries.page')) await page.locator('[role=gridcell]').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Checks that a screen that was open all along shows the same as one opened now. */
async function isAsFresh(left: Page, fresh: Page, name: string): Promise<void> {
  let [one, other] = ['', ' '];
  for (let looks = 0; one !== other && looks < 5; looks++) {
    if (looks > 0) await wait(1000);
    [one, other] = await Promise.all([textOf(left), textOf(fresh)]);
  }
  if (one !== other) throw new Error(`${name} says after all is done\n${one}\nand one opened then\n${other}`);
  await fresh.close();
}

/** Reads the page's own measure of its work so far (ms). */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () =>
    1000 *
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Compares the count of open entries with the expected one in each frame. */
const watchCount = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const awaited: { left: number; since: number }[] = [];
    const late: number[] = [];
    Object.assign(window, { openAwaited: awaited, openLate: late });
    Reflect.set(window, 'expectOpen', (left: number) => awaited.push({ left, since: performance.now() }));
    const look = (): void => {
      const text = document.querySelector('[role=tab][data-name=open] .count')?.textContent ?? '0';
      const counted = Number(text.replaceAll(/\D/g, ''));
      while (awaited[0] && counted <= awaited[0].left) late.push(performance.now() - (awaited.shift()?.since ?? 0));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Processor time of a process with all its threads (ms). */
function processorOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
