import { findBrowser } from '../support/browser.ts';
import { ordersCsv } from '../support/orders-csv.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { absolute, quantile, type Figure } from './figure.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';

const rows = 5000;
const keyCount = 150;
const keyIntervalMs = 20;

/**
 * Measures a keystroke in the label order form, from the press to the frame that shows it, while 5,000 rows are
 * imported.
 */
export async function* screens(): AsyncGenerator<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const host = await startBrowserHost(join(home, 'desk'));
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.locator('h1').waitFor();
    await openFile(page);
    // The first key presses of a page include compilation.
    await typeKeys(page);
    const idleMs = await typeKeys(page);
    await page.keyboard.press('Alt+3');
    await page.keyboard.press('Control+Enter');
    await page.locator('progress').waitFor();
    const busyMs = await typeKeys(page);
    await page.keyboard.press('Alt+3');
    if (!(await page.locator('progress').isVisible())) throw new Error('the import ended before the typing did');
    for (const [name, q] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      const against = { name: `no import ${name}`, value: quantile(idleMs, q) };
      yield absolute(
        'screens',
        `keystroke during an import of 5,000 rows, ${name}`,
        quantile(busyMs, q),
        'ms',
        against,
        50,
      );
    }
  } finally {
    await browser.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openFile(page: Page): Promise<void> {
  await page.keyboard.press('Alt+3');
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: ordersCsv(rows) };
  await page.setInputFiles('input[type=file]', file);
  await page.getByText('Every row is good.').waitFor({ timeout: 120_000 });
}

/** Types into the form and returns how long each key took until it was painted (ms). */
async function typeKeys(page: Page): Promise<number[]> {
  await page.keyboard.press('F2');
  const field = page.locator('[id="field-Package.ShipToAddress.Street1"]');
  await field.fill('');
  await field.evaluate((node) => {
    const tookMs: number[] = [];
    Reflect.set(window, 'took', tookMs);
    node.addEventListener('keydown', (event) => {
      // A message posted within a frame is received right after that frame was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => tookMs.push(performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    });
  });
  await field.focus();
  for (let keyIndex = 0; keyIndex < keyCount; keyIndex++) await page.keyboard.press('a', { delay: keyIntervalMs / 2 });
  await page.waitForFunction((keys) => (Reflect.get(window, 'took') as number[]).length >= keys, keyCount);
  return page.evaluate(() => Reflect.get(window, 'took') as number[]);
}
