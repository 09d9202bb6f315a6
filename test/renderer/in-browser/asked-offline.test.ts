import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

interface Fake {
  sync: object;
  call(name: string, input: { mode?: string }): Promise<unknown>;
  emit(event: object): void;
}

/** Cuts the service off: lookups return nothing fresh, and the desk reports that it is offline. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: Fake };
    const call = fake.call.bind(fake);
    Reflect.set(window, 'lineIsBack', () => {
      fake.call = (name, input) => {
        if (input.mode === 'fresh') Reflect.set(window, 'askedAgain', true);
        return call(name, input);
      };
      fake.emit({ kind: 'sync', status: fake.sync });
    });
    const unreached = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(unreached)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([name, part]) =>
                name === 'fresh'
                  ? [name, false]
                  : name === 'why'
                    ? [name, { kind: 'offline', message: '' }]
                    : name === 'at'
                      ? [name, null]
                      : [name, unreached(part)],
              ),
            )
          : value;
    fake.call = async (name, input) => {
      const answer = await call(name, input);
      return input.mode === undefined ? answer : unreached(answer);
    };
    fake.emit({ kind: 'sync', status: { ...fake.sync, connection: 'offline', cause: 'name', since: 0 } });
  });
const lineIsBack = (page: Page) => page.evaluate(() => (Reflect.get(window, 'lineIsBack') as () => void)());

/** Makes a request on each screen as a user would. */
const asks: Record<string, (page: Page) => Promise<unknown>> = {
  tracking: async (page) => {
    await page.locator('textarea').fill('LX1CN');
    await page.locator('textarea').press('Enter');
  },
  orders: async (page) => {
    await page.locator('textarea').fill('PKG-1');
    await page.locator('textarea').press('Enter');
  },
  inventory: async (page) => {
    await page.getByLabel('Warehouse').fill('W1');
    await page.locator('textarea').fill('MUG-1');
    await page.locator('textarea').press('Enter');
  },
  skus: async (page) => {
    await page.locator('textarea').first().fill('MUG-1');
    await page.locator('textarea').first().press('Enter');
  },
  prices: async (page) => {
    const needed = { Weight: '1', Length: '1', Width: '1', Height: '1', WarehouseId: 'W1', Country: 'ES' };
    for (const [path, text] of Object.entries(needed)) await page.locator(`[id="field-${path}"]`).fill(text);
    await page.keyboard.press('Control+Enter');
  },
};

/** Texts shown while there is no answer. */
const unreached = /Nothing known yet|cannot be reached|\boffline\b/i;
const said = (page: Page) => page.locator('main > :not(.line)').allInnerTexts();

describe.each(Object.keys(asks))('a request made offline on the screen %s', (screen) => {
  it.each([
    ['is repeated as soon as the service is back', false],
    ['is repeated when the user returns to the screen after the service is back', true],
  ])('%s, and no longer shows as offline', async (_, away) => {
    const page = await screens.show(`#/${screen}`);
    await page.locator('main :is(input, textarea):visible').first().waitFor();
    await cutOff(page);
    await asks[screen]?.(page);
    await expect.poll(async () => (await said(page)).join(' ')).toMatch(unreached);
    if (away) {
      await page.keyboard.press('Alt+5');
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    }
    await lineIsBack(page);
    if (away) await page.evaluate((screen) => (location.hash = `#/${screen}`), screen);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'askedAgain') as unknown)).toBe(true);
    await expect.poll(async () => (await said(page)).join(' ')).not.toMatch(unreached);
    await page.context().close();
  });
});
