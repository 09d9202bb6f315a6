import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const dialog = (page: Page) => page.locator('dialog[open]');
const pins = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { pins: string[] }).pins);
const nameOperators = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { nameOperators: () => void }).nameOperators());

/** Saves a setting that needs Mia's PIN and types a PIN; the list of operators arrives only after `nameOperators`. */
async function asked(): Promise<Page> {
  const page = await screens.show('#/settings/privacy', { entries: 4 });
  await page.evaluate(() => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    const named = Promise.withResolvers<unknown>();
    const mia = { name: 'Mia', code: 'mi', pin: true, badge: null, rights: ['settings'] };
    const pins: string[] = [];
    Object.assign(globalThis, {
      pins,
      nameOperators: () => named.resolve({ ok: true, value: { operators: [mia] } }),
    });
    Object.assign(handlers, {
      'operators.list': () => named.promise,
      'settings.set': ({ approval }: { approval?: { pin: string } }) => {
        if (approval) pins.push(approval.pin);
        return {
          ok: false,
          problem: {
            kind: 'needs-right',
            message: '',
            params: { right: 'settings', reason: approval ? 'pin-wrong' : 'none-given', lasts: 0 },
          },
        };
      },
    });
  });
  await page.locator('#setting-retentionDays').fill('40');
  await page.keyboard.press('Control+Enter');
  await dialog(page).getByLabel('PIN').waitFor();
  await page.keyboard.type('0000');
  return page;
}

describe('the PIN prompt', () => {
  it('submits the PIN once, when the operators arrive, after two early presses of Enter', async () => {
    const page = await asked();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await pins(page)).toEqual([]);
    await nameOperators(page);
    await dialog(page).getByText('Wrong PIN.').waitFor();
    expect(await pins(page)).toEqual(['0000']);
    await page.context().close();
  });

  it('submits nothing if it is closed before the operators arrive', async () => {
    const page = await asked();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    await nameOperators(page);
    await page.evaluate(() => new Promise((after) => setTimeout(after)));
    expect(await pins(page)).toEqual([]);
    await page.context().close();
  });
});
