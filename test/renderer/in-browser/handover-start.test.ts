import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

describe('handovers', () => {
  it('start with the cursor on the open one, arrow keys reach earlier ones, and Enter opens', async () => {
    const page = await screens.show('#/handover', { entries: 40 });
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '#/handover/h2');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '#/handover/h1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/handover/h2');
    await page.context().close();
  });

  it('report the result of a scanned parcel and nothing else', async () => {
    const page = await screens.show('#/handover/h2', { entries: 40, listens: true });
    await page.getByRole('textbox', { name: 'Scan or type a parcel' }).waitFor();
    const said = page.locator('.toasts p');
    await scan(page, 'NOT-OURS-1');
    await said.filter({ hasText: 'NOT-OURS-1' }).first().waitFor();
    expect(await said.filter({ hasText: 'Filled in:' }).count()).toBe(0);
    await page.context().close();
  });

  it('ask which label is on a parcel if two labels share its code, and count it only after a confirmation', async () => {
    const page = await screens.show('#/handover/h2', { entries: 40, listens: true });
    await page.getByRole('textbox', { name: 'Scan or type a parcel' }).waitFor();
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, (input: object) => unknown> } })
        .fake;
      const usual = handlers['handover.scan'];
      handlers['handover.scan'] = (input) => {
        const { confirmed, handover } = input as { confirmed: boolean; handover: string };
        const found = handlers['handover.get']?.({ handover }) as { value: unknown };
        const which = { by: 'copy', id: 'e1', copy: 2, printedAt: Date.parse('2026-03-02T14:05:00') };
        const asks = { end: 'which-print', key: 'PARCEL-1', which, handover: found.value };
        return confirmed ? usual?.(input) : { ok: true, value: asks };
      };
    });
    const question = page.getByRole('dialog', { name: 'Which label is this?' });
    const last = page.locator('.last');
    await scan(page, 'LX000000001CN');
    await question.getByText('Does this one say COPY 2?', { exact: false }).waitFor();
    await question.getByText(/The valid label was printed .*(2:05|14:05)/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing was counted for PARCEL-1.', { exact: false }).first().waitFor();
    await last.getByText('PARCEL-1 has two labels with this code.', { exact: false }).waitFor();
    await scan(page, 'LX000000001CN');
    await question.waitFor();
    await page.keyboard.press('Control+Enter');
    await last.filter({ hasText: 'has two labels' }).waitFor({ state: 'detached' });
    expect(await question.count()).toBe(0);
    await page.context().close();
  });

  it('show an error under their heading if the desk cannot answer', async () => {
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
