import { scan } from '../support/scanner.ts';
import { serveFakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { violations } from '../support/violations.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import { machineOfItsOwn, setUp, takeAway } from './own-printer.ts';
import { randomUUID } from 'node:crypto';

test.use({ listens: true });
machineOfItsOwn();
const patient = { timeout: 60_000 };

test('a scanned draft is sent and printed by one key, and reprinted after another scan by two', async ({
  desk,
  host,
}) => {
  const { page } = desk;
  const printer = await serveFakeZplPrinter();
  try {
    await setUp(desk, host, `127.0.0.1:${printer.at.port}`);
    await ask(page, 'settings.set', { values: { readFirstSeconds: 1, holdSeconds: 1 } });
    await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder('LISTED-1'), draft: true });
    // The page reads the list of printers again.
    await page.reload();
    await page.locator('h1').first().waitFor();

    await scan(page, 'LISTED-1');
    const send = page.locator('.panel').getByRole('button', { name: /^Send and print/ });
    await expect(send).toBeVisible(patient);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('F8');
    await expect(page.locator('.way [aria-current=step]')).toHaveText(/^Printed/, patient);
    expect(printer.paper).toHaveLength(1);

    await page.keyboard.press('Alt+Home');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await scan(page, 'LISTED-1');
    await expect(page.locator('.panel').getByRole('button', { name: /^Reprint label/ })).toBeVisible(patient);
    await page.keyboard.press('F8');
    const why = page.getByRole('dialog').getByRole('textbox', { name: 'Why' });
    await expect(why).toBeFocused();
    await expect(why).toHaveValue('badly printed');
    for (const usual of ['torn', 'lost', 'badly printed', 'torn']) {
      await page.keyboard.press('ArrowDown');
      await expect(why).toHaveValue(usual);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => printer.paper.length, patient).toBe(2);
    await expect.poll(async () => (await ask(page, 'print.jobs', {})).jobs, patient).toEqual([]);
  } finally {
    await takeAway(page);
    await printer.stop();
  }
});

test('an incomplete draft raises a question first, and is sent and printed by the same key once a person confirms it', async ({
  desk,
  host,
}) => {
  const { page } = desk;
  const printer = await serveFakeZplPrinter();
  try {
    await setUp(desk, host, `127.0.0.1:${printer.at.port}`);
    await ask(page, 'settings.set', { values: { readFirstSeconds: 1, holdSeconds: 1 } });
    const { Package, ...rest } = labelOrder('LISTED-2').body as { Package: Record<string, unknown> };
    const { Skus: _, ...without } = Package;
    const request = { ...labelOrder('LISTED-2'), body: { ...rest, Package: without } };
    await ask(page, 'entry.enqueue', { commandId: randomUUID(), request, draft: true });
    await page.reload();
    await page.locator('h1').first().waitFor();

    await scan(page, 'LISTED-2');
    await expect(page.locator('.panel').getByRole('button', { name: /^Send and print/ })).toBeVisible(patient);
    await page.keyboard.press('F8');
    const asked = page.getByRole('dialog');
    await expect(asked.getByRole('button', { name: /^Send and print/ })).toBeVisible(patient);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    expect(await ask(page, 'entries.counts', {})).toMatchObject({ byState: { draft: 1 } });
    await page.keyboard.press('F8');
    await asked.waitFor();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.way [aria-current=step]')).toHaveText(/^Printed/, patient);
    expect(printer.paper).toHaveLength(1);
    await expect.poll(async () => (await ask(page, 'print.jobs', {})).jobs, patient).toEqual([]);
  } finally {
    await takeAway(page);
    await printer.stop();
  }
});
