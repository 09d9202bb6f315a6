import { isDeepStrictEqual } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { receivedCreates } from '../../electron/practice/inspect.ts';
import { ask } from '../end-to-end/ask.ts';
import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { flows, type Flow } from './counter/flows.ts';
import { Hand } from './counter/hand.ts';
import { before, makeKnown } from './counter/known.ts';
import { savesTimed, screensTimed } from './counter/answer-times.ts';
import { absolute, type Figure } from './figure.ts';

const saveMs = 100;
const screenMs = 200;
/** a step that comes to nothing is told, not waited for */
const mostWaitMs = 10_000;

/**
 * What entering costs at the real desk in a real browser: counted keys and scans, and the time by the keystroke-level model. Every order is compared with
 * what the practice service received, so that nothing is left out for the count's sake. Needs a build.
 */
export async function* counter(): AsyncGenerator<Figure> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const saves: number[] = [];
    const wrong: string[] = [];
    for (const flow of flows) {
      const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
      const host = await startBrowserHost(join(home, 'desk'));
      try {
        const page = await browser.newPage({ locale: 'en-GB' });
        page.setDefaultTimeout(mostWaitMs);
        await page.goto(host.url);
        await page.locator('h1').waitFor();
        yield* figuresOf(flow, await run(page, flow, saves));
        if (flow === flows[0]) {
          const took = await screensTimed(page);
          yield absolute(
            'counter',
            'a screen, the slowest',
            took.most,
            'ms',
            { name: took.name, value: took.most },
            screenMs,
          );
        }
      } catch (error) {
        wrong.push(`${flow.name}: ${String(error)}`);
      } finally {
        for (const context of browser.contexts()) await context.close();
        await host.end('SIGTERM');
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    }
    const slowest = Math.max(...saves);
    yield absolute(
      'counter',
      'the answer to a save, the slowest',
      slowest,
      'ms',
      { name: 'slowest', value: slowest },
      saveMs,
    );
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  } finally {
    await browser.close();
  }
}

async function run(page: Page, flow: Flow, saves: number[]): Promise<Hand> {
  // what the desk knows was entered on another day: it is no duplicate
  await ask(page, 'settings.set', { values: { holdSeconds: 0, duplicateHours: 0 } });
  await makeKnown(page);
  await flow.prepare?.(page);
  await learned(page);
  await page.reload();
  await page.locator('h1').waitFor();
  const took = await savesTimed(page);
  const hand = new Hand(page);
  await flow.work(hand);
  saves.push(await took());
  await sameArrives(page, flow);
  return hand;
}

function* figuresOf({ name, goal }: Flow, hand: Hand): Generator<Figure> {
  const scans = {
    name: `${String(hand.scans)} scans of ${String(goal.scans)}, ${String(hand.mentalSteps)} mental steps`,
    value: hand.keystrokes,
  };
  const keys = absolute('counter', `${name}, keystrokes`, hand.keystrokes, 'keystrokes', scans, goal.keystrokes);
  yield { ...keys, met: keys.met && hand.scans <= goal.scans };
  const keysAlone = { name: 'the keys alone', value: hand.keystrokes * 0.28 };
  yield absolute('counter', `${name}, time`, hand.seconds, 's', keysAlone, goal.seconds);
}

/** The desk learns a while after entries were saved. */
async function learned(page: Page): Promise<void> {
  for (let goods = null; goods === null;) ({ goods } = await ask(page, 'goods.of', { Sku: 'TEE-M' }));
}

/** Waits for the order at the practice service, and compares it field by field. */
async function sameArrives(page: Page, { name, endpoint, arrives, ownKey }: Flow): Promise<void> {
  const { folder } = await ask(page, 'desk.state', {});
  const came = () =>
    receivedCreates(join(folder, 'practice')).filter(
      (create) =>
        create.endpoint === endpoint && create.effect && !before.has(`${String(endpoint)} ${create.key ?? ''}`),
    );
  const until = Date.now() + 30_000;
  const wanted = (body: unknown) => isDeepStrictEqual(withoutKey(body, ownKey), arrives);
  while (!came().some(({ body }) => wanted(JSON.parse(body)))) {
    if (Date.now() > until)
      throw new Error(
        `${name}: what arrived is not the order\n${came()
          .map(({ body }) => body)
          .join('\n')}`,
      );
    await page.waitForTimeout(200);
  }
}

function withoutKey(body: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body;
  const { [name]: inner, ...others } = body as Record<string, unknown>;
  return rest.length === 0 ? others : { [name]: withoutKey(inner, rest), ...others };
}
