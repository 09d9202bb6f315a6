import { isDeepStrictEqual } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { receivedCreates } from '../../electron/practice/inspect.ts';
import { ask } from '../end-to-end/ask.ts';
import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { savesTimed, screensTimed } from './counter/answer-times.ts';
import { bulkFlows } from './counter/bulk-flows.ts';
import type { Flow } from './counter/flow.ts';
import { Hand } from './counter/hand.ts';
import { makeKnown, wasBefore } from './counter/known.ts';
import { declarationFlows, parcelFlows } from './counter/parcel-flows.ts';
import { absolute, quantile, type Figure } from './figure.ts';

const saveMs = 100;
const screenMs = 200;
/** a step that comes to nothing is told, not waited for */
const mostWaitMs = 20_000;
const questions = 40;

/** How long a save took to be answered on the screen. */
interface Took {
  name: string;
  ms: number;
}

const flows: readonly Flow[] = [...parcelFlows, ...declarationFlows, ...bulkFlows];

/**
 * What entering costs at the real desk in a real browser: counted keys and scans, and the time by the keystroke-level model. Every order is compared with
 * what the practice service received, so that nothing is left out for the count's sake.
 */
export async function* counter(): AsyncGenerator<Figure> {
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
      const host = await startBrowserHost(join(home, 'desk'));
      const context = await browser.newContext({ locale: 'en-GB' });
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(mostWaitMs);
        await page.goto(host.url);
        yield* figuresOf(flow, await run(page, flow, saves));
        if (flow === flows[0]) yield await screenFigure(page);
        if (flow === flows.at(-1)) yield* saveFigures(saves, await questionMs(page));
      } catch (error) {
        wrong.push(`${flow.name}: ${String(error)}`);
      } finally {
        await context.close();
        await host.end('SIGTERM');
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  } finally {
    await browser.close();
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
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
  saves.push({ name: flow.name, ms: await took() });
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

/** Figures in time depend on what else the machine does. */
const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${String(availableParallelism())} processors`;

async function screenFigure(page: Page): Promise<Figure> {
  const { name, most } = await screensTimed(page);
  const asked = { name: `a question to the desk, ${load()}`, value: await questionMs(page) };
  return absolute('counter', `a screen, the slowest (${name})`, most, 'ms', asked, screenMs);
}

function* saveFigures(saves: readonly Took[], question: number): Generator<Figure> {
  const asked = { name: `a question to the desk, ${load()}`, value: question };
  const times = saves.map(({ ms }) => ms);
  const slowest = saves.toSorted((a, b) => b.ms - a.ms)[0];
  yield absolute('counter', 'the answer to a save, median', quantile(times, 0.5), 'ms', asked, saveMs);
  const name = `the answer to a save, the slowest (${slowest?.name ?? ''})`;
  yield absolute('counter', name, Math.max(...times), 'ms', asked, saveMs);
}

/** The usual time of a question that changes nothing, from the page and back (ms). */
async function questionMs(page: Page): Promise<number> {
  const took: number[] = [];
  for (let asked = 0; asked < questions; asked++) {
    const from = performance.now();
    await ask(page, 'entries.counts', {});
    took.push(performance.now() - from);
  }
  return quantile(took, 0.5);
}

/** Waits for the order at the practice service, and compares it field by field. */
async function sameArrives(page: Page, { endpoint, arrives, ownKey }: Flow, facts: object): Promise<void> {
  const { folder } = await ask(page, 'desk.state', {});
  const wanted = { ...arrives, ...facts };
  const came = () =>
    receivedCreates(join(folder, 'practice'))
      .filter((create) => create.endpoint === endpoint && create.status < 300 && !wasBefore(create.key))
      .map(({ body }) => withoutKey(JSON.parse(body), ownKey));
  const until = Date.now() + mostWaitMs;
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

/** A body without the key that a desk made; where the key is not one of a desk, the body is told as it is. */
function withoutKey(body: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body;
  const { [name]: inner, ...others } = body as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [name]: withoutKey(inner, rest) };
}
