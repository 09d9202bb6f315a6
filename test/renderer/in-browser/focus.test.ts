import { actionNames, keyRowOf, type ActionName } from '../../../renderer/keys/key-table.ts';
import { screens as allScreens } from '../../../renderer/state/screens.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/** Key of an action in Playwright's notation. */
const pressOf = (act: ActionName): string => (keyRowOf(act).keys[0] ?? '').replace('Ctrl', 'Control');

interface Seen {
  /** the focused element once the focus has settled; null: none */
  focused: string | null;
  isDialog: boolean;
  hash: string;
  /** actions available now; no other key has an effect */
  offered: ActionName[];
}

/** The state after a key, read in one call because a round trip to the page costs more than the key. */
const seen = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    const holder = () => (document.activeElement === document.body ? null : document.activeElement);
    for (let look = 0; look < 20; look++) {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      if (holder()) break;
    }
    const focused = holder()?.outerHTML.slice(0, 120) ?? null;
    const { offered } = globalThis as unknown as { offered: () => ActionName[] };
    const isDialog = document.querySelector('dialog[open]') !== null;
    return { focused, isDialog, hash: location.hash, offered: offered() };
  });

const focused = async (page: Page) => (await seen(page)).focused;

const once: readonly ActionName[] = actionNames.filter((act) => ['desk', 'go', 'dialog'].includes(keyRowOf(act).group));

/** Every screen, and those that offer further actions. */
const addresses = [
  ...allScreens,
  ...['outbox/e13', 'outbox/e7', 'outbox/e18', 'label-order/mend/e13'],
  ...['tracking/STRANGE-1', 'orders/INBOUND-1', 'settings/backups'],
];

/** Actions run on any screen. */
const done = new Set<ActionName>();

describe('the focus is never lost', () => {
  it.each(addresses)('by any action on the screen %s or by leaving it', async (address) => {
    const page = await screens.show(`#/${address}`, { entries: 40 });
    await page.evaluate(
      () => (window.print = () => void setTimeout(() => window.dispatchEvent(new Event('afterprint')))),
    );
    let now = await seen(page);
    expect(now.focused, 'at the beginning').not.toBe(null);
    const here = actionNames.filter((act) => address === 'outbox' || !once.includes(act));
    for (const act of here) {
      if (!now.offered.includes(act)) continue;
      done.add(act);
      const press = async (key: string, what: string): Promise<Seen> => {
        await page.keyboard.press(key);
        const after = await seen(page);
        expect(after.focused, what).not.toBe(null);
        return after;
      };
      now = await press(pressOf(act), act);
      if (now.isDialog) now = await press('Control+Enter', `${act}, confirmed`);
      if (now.isDialog) now = await press('Escape', `${act}, closed`);
      if (now.hash !== `#/${address}`) {
        await page.evaluate((address) => (location.hash = `#/${address}`), address);
        now = await seen(page);
        expect(now.focused, `back after ${act}`).not.toBe(null);
      }
    }
    await page.context().close();
  });

  it('in a test that ran more than half of all actions', () => {
    expect(done.size).toBeGreaterThan(actionNames.length / 2);
  });

  it('when a form becomes ready after the user moved to Save', async () => {
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
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.evaluate(async () => {
      (Reflect.get(window, 'answer') as () => void)();
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await focused(page)).toContain('Control+Enter');
    await page.context().close();
  });

  it('when its row is removed or its button is disabled', async () => {
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

  it('when the window becomes too narrow for the focused element', async () => {
    const page = await screens.show('#/outbox/e13');
    await page.setViewportSize({ width: 1280, height: 860 });
    const list = page.getByRole('grid');
    await list.focus();
    expect(await focused(page)).toContain('role="grid"');
    // Beside an open panel there is no room for the list.
    await page.setViewportSize({ width: 640, height: 600 });
    await list.waitFor({ state: 'hidden' });
    expect(await focused(page)).not.toBe(null);
    await page.context().close();
  });

  it('when the nearest remaining element takes up space but is invisible', async () => {
    const page = await screens.show('#/box-order');
    await page.locator('[id="field-PackageId"]').waitFor();
    await page.evaluate(() => {
      const field = document.querySelector<HTMLElement>('[id="field-PackageId"]')!;
      const kept = document.createElement('p');
      kept.innerHTML = '<button style="visibility: hidden">a</button><button>b</button>';
      field.closest('main')!.querySelector('h1')!.after(kept);
      const button = kept.querySelectorAll('button')[1]!;
      button.focus();
      button.remove();
    });
    expect(await focused(page)).not.toBe(null);
    await page.context().close();
  });
});
