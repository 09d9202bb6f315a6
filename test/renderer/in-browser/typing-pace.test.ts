import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

async function paste(page: Page, path: string, block: string): Promise<void> {
  await page.evaluate(
    ([path, block]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', block);
      const field = document.getElementById(`field-${path}`)!;
      field.focus();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [path, block] as const,
  );
}

it('a form of 50 boxes with 10 SKUs each, copied from a pasted one, accepts 60 keys a second in order', async () => {
  const page = await screens.show('#/box-order');
  const goods = Array.from({ length: 10 }, (_, at) => `SKU-${at}\t2\tMug ${at}\t杯子\t4.2\t0.3\t691110`);
  await page.waitForFunction(() => document.activeElement?.id === 'field-PackageId');
  await paste(page, 'ContainerInfos[0].CustomContainerNo', 'BX-01\t2.5\t40\t30\t20\n');
  await paste(page, 'ContainerInfos[0].SkuInfos[0].Sku', goods.join('\n'));
  await page.keyboard.press('Alt+Shift+KeyB');
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.type('49');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'field-ContainerInfos[49].CustomContainerNo');
  const sums = page.locator('.sums').first();
  await expect.poll(() => sums.innerText()).toMatch(/50 lines\s+1000 pieces\s+weighs 125/);

  const id = 'field-ContainerInfos[49].SkuInfos[3].DeclareNameEN';
  await page.evaluate((id) => {
    const field = document.getElementById(id) as HTMLInputElement;
    field.focus();
    field.select();
  }, id);
  const typed = Array.from({ length: 600 }, (_, at) => String.fromCharCode(97 + (at % 26)));
  const began = performance.now();
  const presses: Promise<void>[] = [];
  // One timer after another: of parallel ones, one that a busy machine starts late may end after that of the next key.
  for (const [at, key] of typed.entries()) {
    await new Promise((due) => setTimeout(due, Math.max(0, began + (at * 1000) / 60 - performance.now())));
    presses.push(page.keyboard.press(key));
  }
  await Promise.all(presses);
  // How soon each key is drawn is measured by a bench.
  expect(await page.locator(`[id="${id}"]`).inputValue()).toBe(typed.join(''));
  await page.context().close();
});
