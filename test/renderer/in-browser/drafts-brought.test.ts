import type { MigratedDrafts } from '../../../shared/contract/desk-procedures.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Fake {
  state: object;
  handlers: Record<string, unknown>;
  emit(event: object): void;
}

/** Goes live as a user would; the desk emits its change before it answers, which it may do, and the page reloads. */
async function goLive(page: Page, drafts: MigratedDrafts): Promise<void> {
  await page.evaluate((drafts) => {
    const { fake } = globalThis as unknown as { fake: Fake };
    fake.state = { ...fake.state, live: { origin: 'https://api.example.com', account: '', bound: false } };
    fake.emit({ kind: 'desk' });
    fake.handlers['desk.switch'] = async () => {
      fake.state = { ...fake.state, mode: 'live', folder: '/desk/live' };
      fake.emit({ kind: 'desk' });
      await new Promise((later) => setTimeout(later, 400));
      return { ok: true, value: { ...fake.state, drafts } };
    };
  }, drafts);
  await page.waitForFunction(() =>
    (globalThis as unknown as { offered(): string[] }).offered().includes('switch-mode'),
  );
  await page.keyboard.press('Alt+g');
  await page.getByRole('dialog').getByRole('checkbox').check();
  const anew = page.waitForEvent('load');
  await page.keyboard.press('Control+Enter');
  await anew;
  await page.locator('h1').first().waitFor();
}

describe('after going live', () => {
  it('the screen shows once how many drafts were moved', async () => {
    const page = await screens.show('#/settings');
    await goLive(page, { made: 3, already: 1, problems: [] });
    await expect
      .poll(() => page.locator('.toasts').innerText())
      .toContain('3 drafts brought from practice. 1 was already here.');
    await page.reload();
    await page.locator('h1').first().waitFor();
    expect(await page.locator('.toasts p').count()).toBe(0);
    await page.context().close();
  });

  it.each([
    ['en', '1 draft brought from practice.', 'One could not be brought'],
    ['zh-CN', '已从练习带来 1 份草稿。', '1 份不能带过来'],
  ] as const)('drafts that could not be moved are listed by key until the user confirms, in %s', async (...told) => {
    const [language, came, stayed] = told;
    const page = await screens.show('#/settings', { language });
    const problem = { kind: 'key-in-use' as const, message: '', params: { key: 'P-7', entryId: 'e1' } };
    await goLive(page, { made: 1, already: 0, problems: [{ key: 'P-7', problem }] });
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    for (const part of [came, stayed, 'P-7']) expect(await dialog.innerText()).toContain(part);
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => location.hash.startsWith('#/outbox'));
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/Draft|草稿/);
    await page.context().close();
  });
});
