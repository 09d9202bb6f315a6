import { ask } from '../end-to-end/ask.ts';
import { findBrowser } from '../support/browser.ts';
import { receivedCreates } from '../support/received-creates.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { testMachine } from '../support/test-machine.ts';
import { timeSaves, slowestScreen } from './counter/answer-times.ts';
import { bulkFlows } from './counter/bulk-flows.ts';
import { deskFlows } from './counter/desk-flows.ts';
import type { Flow } from './counter/flow.ts';
import { Hand } from './counter/hand.ts';
import { enterEarlierOrders, isEarlierOrder } from './counter/known.ts';
import { declarationFlows, parcelFlows } from './counter/parcel-flows.ts';
import { scanFlows } from './counter/scan-flows.ts';
import { absolute, quantile, type Figure } from './figure.ts';
import { sampleDesk } from './sample-desk.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';

const saveMs = 100;
const screenMs = 100;
/** Time limit of a step, so that a step without a result fails instead of hanging. */
const maxWaitMs = 20_000;
const callCount = 40;
const grownEntries = 100_000;
const repeatedSaves = 25;

/** Time until the screen showed the result of one save. */
interface SaveTime {
  name: string;
  ms: number;
}

const flows: readonly Flow[] = [...parcelFlows, ...declarationFlows, ...bulkFlows, ...deskFlows, ...scanFlows];

/**
 * Measures the effort of entering orders at the real desk in a real browser: keystrokes and scans are counted, and the
 * keystroke-level model gives the time. Each order is compared with what the practice service received, so that no flow
 * can omit anything to lower its count.
 */
export async function* counter(): AsyncGenerator<Figure> {
  // Printers belong to the machine.
  process.env['PARCEL_DESK_MACHINE'] ??= testMachine;
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const saveTimes: SaveTime[] = [];
  const failures: string[] = [];
  try {
    for (const flow of flows) {
      const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
      try {
        yield* flowFigures(flow, await withDesk(browser, join(home, 'desk'), (page) => runFlow(page, flow, saveTimes)));
      } catch (error) {
        failures.push(`${flow.name}: ${String(error)}`);
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    }
    yield* saveFigures(saveTimes);
    yield* await repeatedFigures(browser);
    yield* await grownFigures(browser);
  } finally {
    await browser.close();
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Opens the desk of a folder in the browser while `visit` runs. */
async function withDesk<Answer>(
  browser: Browser,
  folder: string,
  visit: (page: Page) => Promise<Answer>,
): Promise<Answer> {
  const host = await startBrowserHost(folder);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(maxWaitMs);
    await page.goto(host.url);
    return await visit(page);
  } finally {
    await context.close();
    await host.end('SIGTERM');
  }
}

/** Saves the same order repeatedly, because the time of a single save depends more on the moment than on the desk. */
async function repeatedFigures(browser: Browser): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  try {
    return await withDesk(browser, join(home, 'desk'), async (page) => {
      const [flow] = flows;
      if (!flow) return [];
      await runFlow(page, flow, []);
      // Repeated orders are intended here.
      await ask(page, 'settings.set', { values: { duplicateHours: 0 } });
      await page.reload();
      await page.locator('h1').waitFor();
      const baseline = { name: `a question to the desk, ${loadText()}`, value: await callMs(page) };
      const saveTime = await timeSaves(page);
      const times: number[] = [];
      for (let save = 0; save < repeatedSaves; save++) {
        await flow.enterOrder(new Hand(page));
        times.push(await saveTime());
      }
      const prefix = `${String(repeatedSaves)} saves one after another`;
      return [
        absolute('counter', `${prefix}, the answer, p50`, quantile(times, 0.5), 'ms', baseline, saveMs),
        absolute('counter', `${prefix}, the answer, p90`, quantile(times, 0.9), 'ms', baseline, saveMs),
      ];
    });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Measures saves and screens on a desk that has been in use for long. */
async function grownFigures(browser: Browser): Promise<Figure[]> {
  const desk = sampleDesk({ searched: true, delivered: true });
  try {
    desk.grow(grownEntries);
    return await withDesk(browser, desk.handOver(), async (page) => {
      const saveTimes: SaveTime[] = [];
      for (const flow of flows.slice(0, 1)) await runFlow(page, flow, saveTimes);
      const baseline = { name: `a question to the desk, ${loadText()}`, value: await callMs(page) };
      const { name, tookMs: maxMs } = await slowestScreen(page);
      const prefix = `${String(grownEntries)} entries`;
      return [
        absolute('counter', `${prefix}, a screen, the slowest (${name})`, maxMs, 'ms', baseline, screenMs),
        absolute(
          'counter',
          `${prefix}, the answer to a save`,
          Math.max(...saveTimes.map(({ ms }) => ms)),
          'ms',
          baseline,
          saveMs,
        ),
      ];
    });
  } finally {
    desk.close();
  }
}

async function runFlow(page: Page, flow: Flow, saveTimes: SaveTime[]): Promise<Hand> {
  await page.locator('h1').waitFor();
  await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
  await enterEarlierOrders(page);
  const facts = (await flow.prepare?.(page)) ?? {};
  await page.reload();
  await page.locator('h1').waitFor();
  const saveTime = await timeSaves(page);
  const hand = new Hand(page);
  await flow.enterOrder(hand);
  if (!flow.savesOutsideForm) saveTimes.push({ name: flow.name, ms: await saveTime() });
  await expectArrived(page, flow, facts);
  return hand;
}

function* flowFigures({ name, goal }: Flow, hand: Hand): Generator<Figure> {
  const { keystrokes, scans, mentalSteps, seconds } = hand;
  const scanGoal = goal === null ? '' : ` of ${String(goal.scans)}`;
  const baseline = {
    name: `${String(scans)} scans${scanGoal}, ${String(mentalSteps)} mental steps`,
    value: keystrokes,
  };
  const keystrokeFigure = absolute(
    'counter',
    `${name}, keystrokes`,
    keystrokes,
    'keystrokes',
    baseline,
    goal?.keystrokes ?? null,
  );
  yield { ...keystrokeFigure, met: keystrokeFigure.met && (goal === null || scans <= goal.scans) };
  const keysBaseline = { name: 'the keys alone', value: keystrokes * 0.28 };
  yield absolute('counter', `${name}, time`, seconds, 's', keysBaseline, goal?.seconds ?? null);
}

/** The load of the machine, on which all times depend. */
const loadText = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${String(availableParallelism())} processors`;

function* saveFigures(saveTimes: readonly SaveTime[]): Generator<Figure> {
  const times = saveTimes.map(({ ms }) => ms);
  const baseline = { name: `the fastest, ${loadText()}`, value: Math.min(...times) };
  const slowest = saveTimes.toSorted((a, b) => b.ms - a.ms)[0];
  yield absolute('counter', 'the answer to a save, median', quantile(times, 0.5), 'ms', baseline, saveMs);
  const name = `the answer to a save, the slowest (${slowest?.name ?? ''})`;
  yield absolute('counter', name, Math.max(...times), 'ms', baseline, saveMs);
}

/** Median time of a read-only call from the page and back (ms). */
async function callMs(page: Page): Promise<number> {
  const timesMs: number[] = [];
  for (let question = 0; question < callCount; question++) {
    const startedAt = performance.now();
    await ask(page, 'entries.counts', {});
    timesMs.push(performance.now() - startedAt);
  }
  return quantile(timesMs, 0.5);
}

/** Waits until the practice service has received the order, and compares it field by field. */
async function expectArrived(
  page: Page,
  { endpoint, expectedBody: arrives, assignedKeyPath: ownKey }: Flow,
  facts: object,
): Promise<void> {
  const { folder } = await ask(page, 'desk.state', {});
  const expectedBody = { ...arrives, ...facts };
  const receivedBodies = () =>
    receivedCreates(join(folder, 'practice'))
      .filter((create) => create.endpoint === endpoint && create.status < 300 && !isEarlierOrder(create.key))
      .map(({ body }) => withoutKey(JSON.parse(body), ownKey));
  const deadline = Date.now() + maxWaitMs;
  while (!receivedBodies().some((body) => isDeepStrictEqual(body, expectedBody))) {
    if (Date.now() > deadline)
      throw new Error(
        [
          'what arrived is not the order',
          ...receivedBodies().map((body) => JSON.stringify(body)),
          JSON.stringify(expectedBody),
        ].join('\n'),
      );
    await page.waitForTimeout(200);
  }
}

/** Removes the key that the desk assigned. A body whose key a person entered stays unchanged. */
function withoutKey(body: unknown, [name, ...restPath]: readonly string[]): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body;
  const { [name]: nested, ...otherFields } = body as Record<string, unknown>;
  return restPath.length === 0 ? otherFields : { ...otherFields, [name]: withoutKey(nested, restPath) };
}
