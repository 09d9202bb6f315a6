import { ask } from '../end-to-end/ask.ts';
import { findBrowser } from '../support/browser.ts';
import { receivedCreates } from '../support/practice-books.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { testMachine } from '../support/test-machine.ts';
import { savesTimed, screensTimed } from './counter/answer-times.ts';
import { bulkFlows } from './counter/bulk-flows.ts';
import { deskFlows } from './counter/desk-flows.ts';
import type { Flow } from './counter/flow.ts';
import { Hand } from './counter/hand.ts';
import { makeKnown, wasBefore } from './counter/known.ts';
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
/** limit of a step, so that one without a result fails instead of hanging */
const maxWaitMs = 20_000;
const questions = 40;
const grownEntries = 100_000;
const savesInARow = 25;

/** Time until the screen showed the result of a save. */
interface Took {
  name: string;
  ms: number;
}

const flows: readonly Flow[] = [...parcelFlows, ...declarationFlows, ...bulkFlows, ...deskFlows, ...scanFlows];

/**
 * The effort of entering orders at the real desk in a real browser: keystrokes and scans are counted, and time follows
 * from the keystroke-level model. Each order is compared with what the practice service received, so that no flow can
 * omit anything to lower its count.
 */
export async function* counter(): AsyncGenerator<Figure> {
  // Printers belong to the machine.
  process.env['PARCEL_DESK_MACHINE'] ??= testMachine;
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const saves: Took[] = [];
  const wrong: string[] = [];
  try {
    for (const flow of flows) {
      const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
      try {
        yield* figuresOf(flow, await atDesk(browser, join(home, 'desk'), (page) => run(page, flow, saves)));
      } catch (error) {
        wrong.push(`${flow.name}: ${String(error)}`);
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    }
    yield* saveFigures(saves);
    yield* await againFigures(browser);
    yield* await grownFigures(browser);
  } finally {
    await browser.close();
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** Opens the desk of a folder in the browser while `use` runs. */
async function atDesk<Answer>(browser: Browser, folder: string, use: (page: Page) => Promise<Answer>): Promise<Answer> {
  const host = await startBrowserHost(folder);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(maxWaitMs);
    await page.goto(host.url);
    return await use(page);
  } finally {
    await context.close();
    await host.end('SIGTERM');
  }
}

/** Saves the same order repeatedly, because a single save says more about the moment than about the desk. */
async function againFigures(browser: Browser): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  try {
    return await atDesk(browser, join(home, 'desk'), async (page) => {
      const [flow] = flows;
      if (!flow) return [];
      await run(page, flow, []);
      // Repeated orders are intended here.
      await ask(page, 'settings.set', { values: { duplicateHours: 0 } });
      await page.reload();
      await page.locator('h1').waitFor();
      const asked = { name: `a question to the desk, ${load()}`, value: await questionMs(page) };
      const took = await savesTimed(page);
      const times: number[] = [];
      for (let save = 0; save < savesInARow; save++) {
        await flow.work(new Hand(page));
        times.push(await took());
      }
      const of = `${String(savesInARow)} saves one after another`;
      return [
        absolute('counter', `${of}, the answer, p50`, quantile(times, 0.5), 'ms', asked, saveMs),
        absolute('counter', `${of}, the answer, p90`, quantile(times, 0.9), 'ms', asked, saveMs),
      ];
    });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The same on a desk that has been in use for long. */
async function grownFigures(browser: Browser): Promise<Figure[]> {
  const desk = sampleDesk({ searched: true, delivered: true });
  try {
    desk.grow(grownEntries);
    return await atDesk(browser, desk.handOver(), async (page) => {
      const saves: Took[] = [];
      for (const flow of flows.slice(0, 1)) await run(page, flow, saves);
      const asked = { name: `a question to the desk, ${load()}`, value: await questionMs(page) };
      const { name, most } = await screensTimed(page);
      const of = `${String(grownEntries)} entries`;
      return [
        absolute('counter', `${of}, a screen, the slowest (${name})`, most, 'ms', asked, screenMs),
        absolute('counter', `${of}, the answer to a save`, Math.max(...saves.map(({ ms }) => ms)), 'ms', asked, saveMs),
      ];
    });
  } finally {
    desk.close();
  }
}

async function run(page: Page, flow: Flow, saves: Took[]): Promise<Hand> {
  await page.locator('h1').waitFor();
  await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
  await makeKnown(page);
  const facts = (await flow.prepare?.(page)) ?? {};
  await page.reload();
  await page.locator('h1').waitFor();
  const took = await savesTimed(page);
  const hand = new Hand(page);
  await flow.work(hand);
  if (!flow.elsewhere) saves.push({ name: flow.name, ms: await took() });
  await sameArrives(page, flow, facts);
  return hand;
}

function* figuresOf({ name, goal }: Flow, hand: Hand): Generator<Figure> {
  const { keystrokes, scans, mentalSteps, seconds } = hand;
  const asked = goal === null ? '' : ` of ${String(goal.scans)}`;
  const beside = { name: `${String(scans)} scans${asked}, ${String(mentalSteps)} mental steps`, value: keystrokes };
  const keys = absolute('counter', `${name}, keystrokes`, keystrokes, 'keystrokes', beside, goal?.keystrokes ?? null);
  yield { ...keys, met: keys.met && (goal === null || scans <= goal.scans) };
  const keysAlone = { name: 'the keys alone', value: keystrokes * 0.28 };
  yield absolute('counter', `${name}, time`, seconds, 's', keysAlone, goal?.seconds ?? null);
}

/** Times depend on the load of the machine. */
const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${String(availableParallelism())} processors`;

function* saveFigures(saves: readonly Took[]): Generator<Figure> {
  const times = saves.map(({ ms }) => ms);
  const asked = { name: `the fastest, ${load()}`, value: Math.min(...times) };
  const slowest = saves.toSorted((a, b) => b.ms - a.ms)[0];
  yield absolute('counter', 'the answer to a save, median', quantile(times, 0.5), 'ms', asked, saveMs);
  const name = `the answer to a save, the slowest (${slowest?.name ?? ''})`;
  yield absolute('counter', name, Math.max(...times), 'ms', asked, saveMs);
}

/** Median time of a read-only call from the page and back (ms). */
async function questionMs(page: Page): Promise<number> {
  const took: number[] = [];
  for (let asked = 0; asked < questions; asked++) {
    const from = performance.now();
    await ask(page, 'entries.counts', {});
    took.push(performance.now() - from);
  }
  return quantile(took, 0.5);
}

/** Waits until the practice service has received the order, and compares it field by field. */
async function sameArrives(page: Page, { endpoint, arrives, ownKey }: Flow, facts: object): Promise<void> {
  const { folder } = await ask(page, 'desk.state', {});
  const wanted = { ...arrives, ...facts };
  const came = () =>
    receivedCreates(join(folder, 'practice'))
      .filter((create) => create.endpoint === endpoint && create.status < 300 && !wasBefore(create.key))
      .map(({ body }) => withoutKey(JSON.parse(body), ownKey));
  const until = Date.now() + maxWaitMs;
  while (!came().some((body) => isDeepStrictEqual(body, wanted))) {
    if (Date.now() > until)
      throw new Error(
        ['what arrived is not the order', ...came().map((body) => JSON.stringify(body)), JSON.stringify(wanted)].join(
          '\n',
        ),
      );
    await page.waitForTimeout(200);
  }
}

/** Removes the key that the desk assigned; a body whose key a person entered is unchanged. */
function withoutKey(body: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body;
  const { [name]: inner, ...others } = body as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [name]: withoutKey(inner, rest) };
}
