import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { absolute, quantile, type Figure } from './figure.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';

const boxes = 50;
const keys = 600;
const perSecond = 60;
const goalMs = 50;

/**
 * Keys typed into an order with 50 boxes of 10 SKUs, 60 a second for 10 s, from the press to the frame that shows it.
 */
export async function* typing(): AsyncGenerator<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const host = await startBrowserHost(join(home, 'desk'));
  try {
    const page = await browser.newPage();
    await page.addInitScript(timePresses);
    await page.goto(host.url);
    await page.locator('h1').waitFor();
    await page.keyboard.press('Alt+Shift+3');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    const first = 'ContainerInfos[0].SkuInfos[0].DeclareNameEN';
    // The first key presses of a page include compilation.
    await type(page, first);
    const small = await type(page, first);
    await fill(page);
    const large = await type(page, `ContainerInfos[${boxes - 1}].SkuInfos[3].DeclareNameEN`);
    for (const [name, q] of [
      ['p50', 0.5],
      ['p99', 0.99],
      ['longest', 1],
    ] as const) {
      const against = { name: `one box of one SKU, ${name}`, value: quantile(small.took, q) };
      yield absolute('typing', `50 boxes of 10 SKUs, ${name}`, quantile(large.took, q), 'ms', against, goalMs);
    }
    const against = { name: 'keys typed', value: keys };
    yield { ...absolute('typing', 'keys lost', keys - large.arrived, 'keys', against, 0), ratio: 0 };
  } finally {
    await browser.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Pastes one box of ten SKUs and copies it 49 times. */
async function fill(page: Page): Promise<void> {
  const goods = Array.from({ length: 10 }, (_, at) => `SKU-${at}\t2\tMug ${at}\t杯子\t4.2\t0.3\t691110`);
  await paste(page, 'ContainerInfos[0].CustomContainerNo', 'BX-01\t2.5\t40\t30\t20\n');
  await paste(page, 'ContainerInfos[0].SkuInfos[0].Sku', goods.join('\n'));
  await page.keyboard.press('Alt+Shift+B');
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.type(String(boxes - 1));
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (id) => document.activeElement?.id === id,
    `field-ContainerInfos[${boxes - 1}].CustomContainerNo`,
  );
}

async function paste(page: Page, path: string, block: string): Promise<void> {
  await page.evaluate(
    ([path, block]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', block);
      const field = document.getElementById(`field-${path}`);
      field?.focus();
      field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [path, block] as const,
  );
}

/**
 * Records keys before the page handles them, so that a key which the desk holds back is timed from its actual press.
 */
function timePresses(): void {
  const pressed: number[] = [];
  Reflect.set(window, 'pressed', pressed);
  window.addEventListener('keydown', (event) => void (event.isTrusted && pressed.push(event.timeStamp)), true);
}

/**
 * Types into a field and returns how long each key took until its character was painted (ms), and how many characters
 * arrived.
 */
async function type(page: Page, path: string): Promise<{ took: number[]; arrived: number }> {
  const field = page.locator(`[id="field-${path}"]`);
  await field.fill('');
  await field.focus();
  await field.evaluate((node: HTMLInputElement) => {
    const pressed = Reflect.get(window, 'pressed') as number[];
    pressed.length = 0;
    const took: number[] = [];
    Reflect.set(window, 'took', took);
    const painted = (written: number): void => {
      const now = performance.now();
      while (took.length < written) took.push(now - (pressed[took.length] ?? now));
    };
    const wrote = (): void => {
      const written = node.value.length;
      // A message posted within a frame is received right after that frame was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => painted(written);
        port2.postMessage(null);
      });
    };
    node.addEventListener('input', wrote);
    Reflect.set(window, 'deaf', () => node.removeEventListener('input', wrote));
  });
  const began = performance.now();
  const presses = Array.from({ length: keys }, async (_, at) => {
    await new Promise((due) => setTimeout(due, Math.max(0, began + (at * 1000) / perSecond - performance.now())));
    await page.keyboard.press(String.fromCharCode(97 + (at % 26)));
  });
  await Promise.all(presses);
  // Lost keys are reported rather than waited for.
  await page
    .waitForFunction((keys) => (Reflect.get(window, 'took') as number[]).length >= keys, keys, { timeout: 5000 })
    .catch(() => undefined);
  const arrived = (await field.inputValue()).length;
  const took = await page.evaluate(() => {
    (Reflect.get(window, 'deaf') as () => void)();
    return Reflect.get(window, 'took') as number[];
  });
  return { took, arrived };
}
