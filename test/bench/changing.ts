import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright';
import { openDesk } from '../../electron/database/open-desk.ts';
import { ask } from '../end-to-end/ask.ts';
import { seedDone } from '../end-to-end/screens/seeded.ts';
import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { absoluteOfRounds, ofRounds, quantile, type Figure, type Round } from './figure.ts';

const small = 20_000;
const large = 100_000;
const changes = 10_000;
const inMs = 60_000;
const everyMs = 300;
const turns = 2;
/** Of a clock of the system, as Linux counts processor time for a process. */
const tickMs = 10;

interface Measured {
  /** from each answer of the desk to the frame in which the outbox counts so (ms) */
  late: number[];
  /** processor time of the desk and of all pages for one entry that changed (ms) */
  deskMs: number;
  pageMs: number;
}

/** The outbox on the screen while 10,000 entries change in a minute, in an outbox of 20,000 and one of 100,000. */
export async function* changing(): AsyncGenerator<Figure> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const late: Round[] = [];
    const desk: Round[] = [];
    const page: Round[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const few = await changed(browser, small);
      const many = await changed(browser, large);
      late.push({ measured: quantile(many.late, 0.99), against: quantile(few.late, 0.99) });
      desk.push({ measured: many.deskMs, against: few.deskMs });
      page.push({ measured: many.pageMs, against: few.pageMs });
    }
    const against = `outbox of ${small}`;
    yield absoluteOfRounds(
      'changing',
      'entries that change, until the outbox counts so, p99',
      late,
      'ms',
      against,
      1000,
    );
    yield ofRounds('changing', 'an entry that changes, the desk', desk, 'ms of a processor', against, 1.5);
    yield ofRounds('changing', 'an entry that changes, the page', page, 'ms of a processor', against, 1.5);
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
  ).run(changes);
  db.close();
  const host = await startBrowserHost(join(home, 'desk'));
  const page = await browser.newPage();
  try {
    await page.goto(`${host.url}#/outbox`);
    await page.locator('[role=gridcell]').first().waitFor();
    await watchCount(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const scripted = async () =>
      1000 *
      ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    const [deskBefore, pageBefore] = [processorOf(host.pid), await scripted()];
    const batch = Math.ceil((changes * everyMs) / inMs);
    const began = performance.now();
    for (let done = 0; done < changes; done += batch) {
      const ids = Array.from({ length: Math.min(batch, changes - done) }, (_, at) => `entry-${String(done + at + 1)}`);
      await ask(page, 'entry.withdraw', { commandId: randomUUID(), ids, operator: 'Mia' });
      await page.evaluate(
        (left) => (Reflect.get(window, 'expectOpen') as (left: number) => void)(left),
        changes - done - ids.length,
      );
      await wait(Math.max(0, began + ((done + batch) / batch) * everyMs - performance.now()));
    }
    await page.waitForFunction(() => (Reflect.get(window, 'openAwaited') as unknown[]).length === 0);
    const late = await page.evaluate(() => Reflect.get(window, 'openLate') as number[]);
    return {
      late,
      deskMs: (processorOf(host.pid) - deskBefore) / changes,
      pageMs: ((await scripted()) - pageBefore) / changes,
    };
  } finally {
    await page.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Notes with each frame what the list of open entries counts, against what it is to count. */
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

/** Processor time that a process took with all its threads (ms). */
function processorOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
