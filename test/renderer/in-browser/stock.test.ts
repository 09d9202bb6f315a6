import type { FakeDesk } from '../../support/fake-desk.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { pasteText } from '../../support/paste.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const fake = <T>(page: Page, act: (fake: FakeDesk) => T) =>
  page.evaluate<Awaited<T>>(`(${act.toString()})(window.fake)`);
/** Calls that ask the service and not the desk alone. */
const freshOf = (page: Page) =>
  fake(page, (desk) => desk.calls.filter(({ input }) => (input as { mode?: string }).mode === 'fresh'));
const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const panel = (page: Page) => page.getByRole('complementary');
const manySkus = (page: Page) => page.locator('main textarea').first();

async function enter(page: Page, lines: readonly string[]): Promise<void> {
  await manySkus(page).focus();
  await pasteText(page, lines.join('\n'));
  await manySkus(page).press('Enter');
}

async function look(page: Page, skus: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: 'Warehouse' }).fill('W1');
  await enter(page, skus);
}

describe('inventory', { timeout: 60_000 }, () => {
  it('shows bars, low stock first, and quantities waiting on this desk on a separate line', async () => {
    const page = await screens.show('#/inventory');
    await look(page, ['MUG-1', 'OWN-1', 'GONE-1', 'LOW-1']);
    await page.getByText('Up to date, as of').first().waitFor();
    const texts = await rows(page).allInnerTexts();
    expect(texts.map((text) => /[A-Z]+-1/.exec(text)?.[0] ?? text.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('SKU'),
      'LOW-1',
      'OWN-1',
      expect.stringMatching(/Entered here, not delivered yet: −7 in 1 order leaves 23 2 more in refused orders/),
      'MUG-1',
      'GONE-1',
    ]);
    const own = rows(page).nth(2);
    // Quantities waiting here do not reduce the number of the service.
    expect(await own.getByRole('gridcell').nth(2).innerText()).toBe('30');
    const widths = await own
      .locator('.scale i')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    expect(widths).toHaveLength(4);
    expect(widths[0]).toBeGreaterThan(0);
    await rows(page).nth(5).getByText('not found').waitFor();
    await page.context().close();
  });

  it('looks up 5,000 pasted SKUs in one request and renders those in view', async () => {
    const page = await screens.show('#/inventory');
    const skus = Array.from({ length: 5000 }, (_, at) => `SKU-${String(at)}`);
    await look(page, skus);
    await page.getByText('5,000 SKUs').waitFor();
    await page.getByText('Short lookup').waitFor();
    const asked = await freshOf(page);
    expect(asked.filter(({ name }) => name === 'inventory.look').length).toBe(1);
    expect(await rows(page).count()).toBeLessThan(80);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
    await page.context().close();
  });

  it('requests only an added SKU, nothing for a removed one, and keeps the answers for the others', async () => {
    const page = await screens.show('#/inventory');
    await look(page, ['MUG-1', 'OWN-1']);
    await page.getByText('Up to date, as of').first().waitFor();
    const before = (await fake(page, (desk) => desk.calls)).length;
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as { fake: FakeDesk };
      const call = fake.call.bind(fake);
      fake.call = async (name, input) => {
        const isFresh = name === 'inventory.look' && (input as { mode?: string }).mode === 'fresh';
        if (isFresh) await new Promise<void>((answer) => Reflect.set(window, 'answer', answer));
        return call(name, input);
      };
    });
    await enter(page, ['LOW-1']);
    await rows(page).filter({ hasText: 'LOW-1' }).waitFor();
    // The service has not answered yet.
    expect(await rows(page).filter({ hasText: 'MUG-1' }).getByRole('gridcell').nth(2).innerText()).toBe('30');
    await page.waitForFunction(() => Reflect.has(window, 'answer'));
    await page.evaluate(() => (Reflect.get(window, 'answer') as () => void)());
    await page.getByText('Up to date, as of').first().waitFor();
    await page.getByText('3 SKUs').waitFor();
    await page.getByRole('grid').press('Home');
    await page.getByRole('grid').press('Alt+q');
    await page.getByText('2 SKUs').waitFor();
    expect(await rows(page).filter({ hasText: 'LOW-1' }).count()).toBe(0);
    const asked = (await fake(page, (desk) => desk.calls))
      .slice(before)
      .flatMap(({ name, input }) => (name === 'inventory.look' ? [(input as { Skus: string[] }).Skus] : []));
    expect(asked).toEqual([['LOW-1'], ['LOW-1']]);
    await page.context().close();
  });

  it('shows which kind of lookup was used and which columns it lacks', async () => {
    const page = await screens.show('#/inventory');
    await look(page, ['A-1']);
    await page.getByText('Detailed lookup').waitFor();
    await manySkus(page).fill('B,2');
    await manySkus(page).press('Enter');
    await page.getByText(/Short lookup.*Approval, Blocked/).waitFor();
    await page.getByRole('grid').press('End');
    await panel(page).getByText('not included in this lookup').first().waitFor();
    await page.context().close();
  });

  it('shows the age of an answer with the reason, exact numbers of any size, and unexpected values as text', async () => {
    const page = await screens.show('#/inventory');
    await look(page, ['OLD-1', 'HUGE-1', 'STRANGE-1']);
    await page.getByText('As of 2 days ago, outdated').first().waitFor();
    await page.getByText('cannot be reached now').first().waitFor();
    await page.getByRole('gridcell', { name: '123,456,789,012,345,678,901', exact: true }).last().waitFor();
    await page.getByText('Unexpected answer in 1 place').waitFor();
    await page.getByRole('grid').press('End');
    await panel(page).getByText('<img src=x onerror=alert(1)>').first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.context().close();
  });
});

describe('SKUs', { timeout: 60_000 }, () => {
  it('are grouped by approval, together with those that wait to be created', async () => {
    const page = await screens.show('#/skus');
    await page.getByRole('tab', { name: /All\s*4/ }).waitFor();
    for (const [tab, name] of [
      ['Awaiting', 'PENDING-1'],
      ['Approved', 'MUG-1'],
      ['Rejected', 'REJECTED-1'],
      ['Other', 'STRANGE-1'],
    ]) {
      await page.keyboard.press('Alt+ArrowRight');
      await page.getByRole('tab', { name: new RegExp(tab ?? ''), selected: true }).waitFor();
      expect(await rows(page).count()).toBe(2);
      expect(await rows(page).nth(1).innerText()).toContain(name);
    }
    await page.getByRole('grid').press('ArrowDown');
    await panel(page).getByText('<img src=x onerror=alert(1)>').first().waitFor();
    await page.getByRole('link', { name: 'HERE-2' }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.context().close();
  });

  it('show the age of an answer, and which of them neither the service nor the desk knows', async () => {
    const page = await screens.show('#/skus');
    await enter(page, ['OLD-1', 'GONE-9']);
    await page.getByText('As of 2 days ago, outdated').waitFor();
    await page.getByText('One SKU is unknown to the service and to this desk: GONE-9').waitFor();
    await page.context().close();
  });
});

describe('prices', { timeout: 60_000 }, () => {
  const ask = async (page: Page, WarehouseId = 'W1'): Promise<void> => {
    for (const name of ['Weight', 'Length', 'Width', 'Height']) await page.locator(`#field-${name}`).fill('10');
    await page.locator('#field-WarehouseId').fill(WarehouseId);
    await page.locator('#field-Country').fill('ES');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').first().waitFor();
  };
  const names = (page: Page) => page.getByRole('article').locator('h2').allInnerTexts();

  it('are sorted by price or by time, failures below with their reason, each with a total per currency', async () => {
    const page = await screens.show('#/prices');
    await ask(page);
    const of = (...codes: string[]) => codes.map((code) => `Name of ${code}`);
    expect(await names(page)).toEqual(of('FAIR', 'DEAR', 'EXACT', 'MIXED'));
    await page.keyboard.press('Alt+d');
    expect(await names(page)).toEqual(of('DEAR', 'FAIR', 'EXACT', 'MIXED'));
    const sums = await page.getByRole('article').nth(3).locator('tfoot tr').allInnerTexts();
    expect(sums.map((sum) => sum.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/0\.30 USD/),
      expect.stringMatching(/ 12 JPY/),
    ]);
    await page.getByText('12,345,678,901,234,567,890.123').waitFor();
    await page.getByText('One amount cannot be read').waitFor();
    expect(await page.locator('.fails dd').innerText()).toBe('Over 30 kg <img src=x onerror=alert(1)>');
    expect(await page.locator('main img').count()).toBe(0);
    await page.context().close();
  });

  it('are shown with their age if the service cannot be reached, and marked once the form has changed', async () => {
    const page = await screens.show('#/prices');
    await ask(page, 'OLD');
    await page.getByText('As of 2 days ago, outdated').waitFor();
    await page.getByText('cannot be reached now').waitFor();
    await page.locator('#field-Weight').fill('11');
    await page.getByText('The form has changed.').waitFor();
    await page.context().close();
  });
});
