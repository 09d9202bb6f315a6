import { codesOn } from '../labels/read-page.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { codes, pdf } from '../own-labels/own-samples.ts';
import { serveFakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { violations } from '../support/violations.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { machineOfItsOwn, setUp, takeAway } from './own-printer.ts';
import { beginIn, typeSteps } from './type-order.ts';

const patient = { timeout: 60_000 };

machineOfItsOwn();

test('the second own label of an outbound order is printed by keyboard from its form, and again with a reason', async ({
  desk,
  host,
}) => {
  const { page } = desk;
  const printer = await serveFakeZplPrinter();
  try {
    await setUp(desk, host, `127.0.0.1:${printer.at.port}`);
    await ask(page, 'settings.set', { values: { holdSeconds: 6, readFirstSeconds: 1 } });
    await page.reload();
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('Alt+Shift+Digit5');
    await beginIn(page, 'Package.PackageId');
    await typeSteps(page, ['OWN-2', 'US-LA1', 'GROUND', 'Bob Ray', '503 555 0123', 'US', 'OR', 'Portland', '97201']);
    await typeSteps(page, ['12 Oak St', 'MUG-3', '2', { to: 'Package.ImportLabel2', type: pdf() }]);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: /^Print when its number arrives/ })).toBeVisible(patient);
    await page.keyboard.press('F8');
    await expect(page.locator('.way [aria-current=step]')).toHaveText(/^Printed/, patient);
    expect(printer.paper).toHaveLength(1);

    await page.keyboard.press('Alt+4');
    await page.getByRole('tab', { name: /^Printed/ }).click();
    const list = page.getByRole('grid');
    await expect(list).toHaveAttribute('aria-rowcount', '2', patient);
    await list.press('Home');
    await expect(page.getByRole('img', { name: 'Label of OWN-2' })).toBeVisible(patient);
    expect(await violations(page)).toEqual([]);
    await expect(page.getByRole('button', { name: /^Print 1 label/ })).toBeEnabled();
    await page.keyboard.press('F8');
    await page.getByRole('dialog').getByRole('textbox').fill('torn');
    await page.keyboard.press('Enter');
    await expect.poll(() => printer.paper.length, patient).toBe(2);
    await expect.poll(async () => (await ask(page, 'print.jobs', {})).jobs, patient).toEqual([]);
    for (const zpl of printer.zpl) expect(await codesOn(await renderedZpl(zpl, 100, 150, 8))).toEqual(codes);

    await page.keyboard.press('Alt+End');
    await expect(page.getByRole('heading', { name: 'Close of day' })).toBeVisible(patient);
    await expect(page.locator('dt', { hasText: /^Printed$/ }).locator('+ dd')).toHaveText('1', patient);
  } finally {
    await takeAway(page);
    await printer.stop();
  }
});
