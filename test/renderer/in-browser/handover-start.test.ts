import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

describe('handovers', () => {
  it('have the cursor on one that is open, arrow keys go to those of before, and Enter opens', async () => {
    const page = await screens.show('#/handover', { entries: 40 });
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '#/handover/h2');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '#/handover/h1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/handover/h2');
    await page.context().close();
  });

  it('tell of a parcel that is scanned what became of it, and nothing else', async () => {
    const page = await screens.show('#/handover/h2', { entries: 40, listens: true });
    await page.getByRole('textbox', { name: 'Scan or type a parcel' }).waitFor();
    const said = page.locator('.toasts p');
    await scan(page, 'NOT-OURS-1');
    await said.filter({ hasText: 'NOT-OURS-1' }).first().waitFor();
    expect(await said.filter({ hasText: 'is filled in' }).count()).toBe(0);
    await page.context().close();
  });

  it('say under their heading that the desk cannot answer', async () => {
    const page = await screens.show('#/outbox', { entries: 40 });
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      handlers['handover.list'] = () => ({ ok: false, problem: { kind: 'disk', message: 'No disk.', params: {} } });
      location.hash = '#/handover';
    });
    await page.getByRole('heading', { level: 1, name: 'Handover' }).waitFor();
    await page.getByRole('main').getByRole('alert').filter({ hasText: 'disk' }).waitFor();
    await page.context().close();
  });
});
