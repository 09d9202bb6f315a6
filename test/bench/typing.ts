import { findBrowser } from '../support/browser.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { absolute, quantile, type Figure } from './figure.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';

const boxCount = 50;
const keyCount = 600;
const keysPerSecond = 60;
const goalMs = 50;

/**
 * Measures keys typed into an order with 50 boxes of 10 SKUs, 60 a second for 10 s, from the press to the frame that
 * shows the character.
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
    await page.addInitScript(recordPresses);
    await page.goto(host.url);
    await page.locator('h1').waitFor();
    await page.keyboard.press('Alt+Shift+3');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    const firstField = 'ContainerInfos[0].SkuInfos[0].DeclareNameEN';
    // The first key presses of a page include compilation.
    await typeKeys(page, firstField);
    const small = await typeKeys(page, firstField);
    await fillBoxes(page);
    const large = await typeKeys(page, `ContainerInfos[${boxCount - 1}].SkuInfos[3].DeclareNameEN`);
    for (const [name, q] of [
      ['p50', 0.5],
      ['p99', 0.99],
      ['longest', 1],
    ] as const) {
      const against = { name: `one box of one SKU, ${name}`, value: quantile(small.tookMs, q) };
      yield absolute('typing', `50 boxes of 10 SKUs, ${name}`, quantile(large.tookMs, q), 'ms', against, goalMs);
    }
    const against = { name: 'keys typed', value: keyCount };
    yield { ...absolute('typing', 'keys lost', keyCount - large.arrivedCount, 'keys', against, 0), ratio: 0 };
  } finally {
    await browser.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Pastes one box of ten SKUs and copies it 49 times. */
async function fillBoxes(page: Page): Promise<void> {
  const goods = Array.from({ length: 10 }, (_, index) => `SKU-${index}\t2\tMug ${index}\t杯子\t4.2\t0.3\t691110`);
  await paste(page, 'ContainerInfos[0].CustomContainerNo', 'BX-01\t2.5\t40\t30\t20\n');
  await paste(page, 'ContainerInfos[0].SkuInfos[0].Sku', goods.join('\n'));
  await page.keyboard.press('Alt+Shift+B');
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.type(String(boxCount - 1));
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (id) => document.activeElement?.id === id,
    `field-ContainerInfos[${boxCount - 1}].CustomContainerNo`,
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
 * Records key presses before the page handles them, so that a key that the desk holds back is timed from its actual
 * press.
 */
function recordPresses(): void {
  const pressTimes: number[] = [];
  Reflect.set(window, 'pressed', pressTimes);
  window.addEventListener('keydown', (event) => void (event.isTrusted && pressTimes.push(event.timeStamp)), true);
}

/**
 * Types into a field and returns how long each key took until its character was painted (ms), and how many characters
 * arrived.
 */
async function typeKeys(page: Page, path: string): Promise<{ tookMs: number[]; arrivedCount: number }> {
  const field = page.locator(`[id="field-${path}"]`);
  await field.fill('');
  await field.focus();
  await field.evaluate((node: HTMLInputElement) => {
    const pressTimes = Reflect.get(window, 'pressed') as number[];
    pressTimes.length = 0;
    const tookMs: number[] = [];
    Reflect.set(window, 'took', tookMs);
    const recordPainted = (writtenLength: number): void => {
      const paintedAt = performance.now();
      while (tookMs.length < writtenLength) tookMs.push(paintedAt - (pressTimes[tookMs.length] ?? paintedAt));
    };
    const handleInput = (): void => {
      const writtenLength = node.value.length;
      // A message posted within a frame is received right after that frame was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => recordPainted(writtenLength);
        port2.postMessage(null);
      });
    };
    node.addEventListener('input', handleInput);
    Reflect.set(window, 'deaf', () => node.removeEventListener('input', handleInput));
  });
  const startedAt = performance.now();
  const presses = Array.from({ length: keyCount }, async (_, index) => {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, startedAt + (index * 1000) / keysPerSecond - performance.now())),
    );
    await page.keyboard.press(String.fromCharCode(97 + (index % 26)));
  });
  await Promise.all(presses);
  // The wait ends without all keys if some are lost; they are reported.
  await page
    .waitForFunction((keys) => (Reflect.get(window, 'took') as number[]).length >= keys, keyCount, { timeout: 5000 })
    .catch(() => undefined);
  const arrivedCount = (await field.inputValue()).length;
  const tookMs = await page.evaluate(() => {
    (Reflect.get(window, 'deaf') as () => void)();
    return Reflect.get(window, 'took') as number[];
  });
  return { tookMs, arrivedCount };
}
