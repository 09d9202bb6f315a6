import { openScreens, type Screens } from '../../support/open-screens.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

describe('a screen that was navigated to', () => {
  it('is opened once, so text typed there immediately is kept', async () => {
    const page = await screens.show('#/outbox');
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as { fake: { call(name: string, input: unknown): Promise<unknown> } };
      const call = fake.call.bind(fake);
      const heard: string[] = [];
      Reflect.set(window, 'heardCalls', heard);
      Reflect.set(window, 'heardOfPlace', 0);
      window.addEventListener('hashchange', () =>
        Reflect.set(window, 'heardOfPlace', Reflect.get(window, 'heardOfPlace') + 1),
      );
      fake.call = (name, input) => {
        heard.push(name);
        return call(name, input);
      };
    });
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.panel dl').first().waitFor();
    // The browser reports the change of address with a delay.
    const heard = () => page.evaluate(() => Number(Reflect.get(window, 'heardOfPlace')));
    await expect.poll(heard).toBe(1);
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-Length');
    await page.locator('#field-Length').fill('20');
    await expect.poll(heard).toBe(2);
    const asked = () =>
      page.evaluate(() =>
        (Reflect.get(window, 'heardCalls') as string[]).filter((name) => name === 'prices.fromEntry'),
      );
    expect(await asked()).toHaveLength(1);
    expect(await page.locator('#field-Length').inputValue()).toBe('20');
    await page.context().close();
  });
});
