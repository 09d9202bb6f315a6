import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Fake {
  handlers: Record<string, unknown>;
  emit(event: object): void;
}
interface Controls {
  fake: Fake;
  stops: number;
  settle: (answer: object) => void;
}

const dialog = (page: Page) => page.locator('dialog[open]');
const emit = (page: Page, percent: number): Promise<void> =>
  page.evaluate((event) => (globalThis as unknown as Controls).fake.emit(event), { kind: 'verifying', percent });
const settle = (page: Page, answer: object): Promise<void> =>
  page.evaluate((given) => (globalThis as unknown as Controls).settle(given), answer);
const stops = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as Controls).stops);

/** The backup settings with the dialog open; the desk answers when `settle` is called. */
async function opened(): Promise<Page> {
  const page = await screens.show('#/settings/backups', { entries: 4 });
  await page.evaluate(() => {
    const controls = globalThis as unknown as Controls;
    controls.stops = 0;
    Object.assign(controls.fake.handlers, {
      'backup.verify': () => new Promise((resolve) => (controls.settle = resolve)),
      'backup.stopVerify': () => {
        controls.stops += 1;
        return { ok: true, value: { ended: true } };
      },
    });
  });
  await page.keyboard.press('Alt+Shift+B');
  await dialog(page).getByText('Reading everything that is stored: 0 %.').waitFor();
  return page;
}
const found = { structure: [], damaged: [], uncovered: 0, journal: { lines: 3, missing: [], damagedLines: 0 } };
const stopped = { ok: false, problem: { kind: 'cancelled', message: '', params: { reason: 'stopped' } } };

describe('checking all data from the settings', () => {
  it('shows its progress, then that nothing is damaged', async () => {
    const page = await opened();
    await emit(page, 42);
    await dialog(page).getByText('Reading everything that is stored: 42 %.').waitFor();
    expect(await dialog(page).getByRole('progressbar').getAttribute('value')).toBe('42');
    await settle(page, { ok: true, value: { ...found, whole: true, entries: 1234, damages: [] } });
    await dialog(page).getByText('Nothing is damaged. 1,234 entries were read').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await stops(page)).toBe(0);
    await page.context().close();
  });

  it('lists each damaged item once', async () => {
    const page = await opened();
    const of = (part: string, key: string | null) => ({ id: key, key, part, message: 'x', todo: 'y' });
    const damages = [of('entry', 'PD-7'), of('try', 'PD-7'), of('goods', null), of('structure', null)];
    await settle(page, { ok: true, value: { ...found, whole: false, entries: 9, damages } });
    await dialog(page).getByText('4 damages were found.').waitFor();
    expect(await dialog(page).locator('li').allTextContents()).toEqual([
      'Entry PD-7: compare it with the paper.',
      'remembered goods. Compare suggested goods with your papers.',
      'The data file itself. Make no more entries here; go back to the newest backup.',
    ]);
    await page.context().close();
  });

  it('is stopped by its button, by closing the dialog and by leaving the screen', async () => {
    const page = await opened();
    await dialog(page).getByRole('button', { name: 'Stop' }).click();
    await dialog(page).getByText('Stopping after the part that is being read…').waitFor();
    await settle(page, stopped);
    await dialog(page).getByText('Stopped before everything was read. Nothing was changed.').waitFor();
    await page.keyboard.press('Escape');
    expect(await stops(page)).toBe(1);
    await page.keyboard.press('Alt+Shift+B');
    await dialog(page).getByText('Reading everything that is stored: 0 %.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await stops(page)).toBe(2);
    await page.keyboard.press('Alt+Shift+B');
    await dialog(page).getByText('Reading everything that is stored: 0 %.').waitFor();
    await page.evaluate(() => (location.hash = '#/outbox'));
    await expect.poll(() => stops(page)).toBe(3);
    await page.context().close();
  });
});
