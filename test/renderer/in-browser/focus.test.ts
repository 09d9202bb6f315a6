import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actNames, rowOf, type ActName } from '../../../renderer/keys/key-table.ts';
import { screens as allScreens } from '../../../renderer/state/screens.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** Keys as the browser's driver names them. */
const pressOf = (act: ActName): string => (rowOf(act).keys[0] ?? '').replace('Ctrl', 'Control');

/** What has the focus, once nothing moves it any more; null where nothing has. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    const holder = () => (document.activeElement === document.body ? null : document.activeElement);
    for (let look = 0; look < 20; look++) {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      if (holder()) break;
    }
    return holder()?.outerHTML.slice(0, 120) ?? null;
  });

const once: readonly ActName[] = actNames.filter((act) => ['desk', 'go', 'dialog'].includes(rowOf(act).group));

describe('the focus is never lost', () => {
  it.each([...allScreens, 'outbox/e13', 'outbox/e7', 'outbox/e18', 'label-order/mend/e13'])(
    'by any act on the screen %s, nor by leaving it',
    { timeout: 90_000 },
    async (address) => {
      const page = await screens.show(`#/${address}`, { entries: 40 });
      await page.evaluate(
        () => (window.print = () => void setTimeout(() => window.dispatchEvent(new Event('afterprint')))),
      );
      expect(await focused(page), 'at the beginning').not.toBe(null);
      const here = actNames.filter((act) => address === 'outbox' || !once.includes(act));
      for (const act of here) {
        await page.keyboard.press(pressOf(act));
        expect(await focused(page), act).not.toBe(null);
        if (await page.locator('dialog[open]').count()) {
          await page.keyboard.press('Control+Enter');
          expect(await focused(page), `${act}, confirmed`).not.toBe(null);
        }
        if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
        expect(await focused(page), `${act}, closed`).not.toBe(null);
        if (await page.evaluate((address) => location.hash !== `#/${address}`, address)) {
          await page.evaluate((address) => (location.hash = `#/${address}`), address);
          expect(await focused(page), `back after ${act}`).not.toBe(null);
        }
      }
      await page.context().close();
    },
  );

  it('by a form that is ready only after somebody has gone to a field', async () => {
    const page = await screens.show('#/outbox');
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as { fake: { call: (name: string, input: unknown) => Promise<unknown> } };
      const call = fake.call.bind(fake);
      let answer: () => void = () => undefined;
      const asked = new Promise<void>((heard) => (answer = heard));
      Reflect.set(window, 'answer', answer);
      fake.call = async (name, input) => {
        if (name === 'entries.last') await asked;
        return call(name, input);
      };
      location.hash = '#/label-order';
    });
    const contact = page.locator('[id="field-Package.ShipToAddress.Contact"]');
    await contact.focus();
    await page.evaluate(async () => {
      (Reflect.get(window, 'answer') as () => void)();
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await focused(page)).toContain('Package.ShipToAddress.Contact');
    await page.context().close();
  });

  it('when the row it was in is dropped, and when the button it was on is switched off', async () => {
    const page = await screens.show('#/box-order');
    await page.locator('[id="field-PackageId"]').waitFor();
    await page.evaluate(() => {
      const button = [...document.querySelectorAll<HTMLButtonElement>('main button:enabled')].at(-1)!;
      button.focus();
      button.disabled = true;
    });
    await page.waitForTimeout(200);
    expect(await focused(page)).not.toBe(null);
    await page.evaluate(() => {
      const row = document.querySelector('[id^="field-ContainerInfos[0].Sku"]')!;
      (row as HTMLElement).focus();
      row.parentElement!.remove();
    });
    await page.waitForTimeout(200);
    const near = await page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(near).toBe(true);
    await page.context().close();
  });
});
