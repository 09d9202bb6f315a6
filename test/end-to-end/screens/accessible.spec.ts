import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Input } from '../../../shared/desk-contract.ts';
import { ask } from '../ask.ts';
import { labelOrder } from '../label-order.ts';
import { beginIn } from '../type-order.ts';
import { expect, test } from '../live-desk-test.ts';
import { lookupPlaces } from './lookup-places.ts';
import { stockPlaces } from './stock-places.ts';

/** Only colours differ between the looks, and they are the same in each language. */
const looksIn = {
  en: [
    { theme: 'light', contrast: 'usual' },
    { theme: 'light', contrast: 'more' },
    { theme: 'dark', contrast: 'more' },
  ],
  'zh-CN': [{ theme: 'dark', contrast: 'usual' }],
};
test.describe.configure({ mode: 'parallel' });

const patient = { timeout: 60_000 };

/** A few orders, one of each kind of trouble; their ids. */
async function fill(page: Page): Promise<Record<'done' | 'bad' | 'lost' | 'held' | 'draft', string>> {
  const set = (values: Record<string, unknown>) => ask(page, 'settings.set', { values });
  const add = async (key: string, more: Partial<Input<'entry.enqueue'>> = {}) =>
    (await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder(key), ...more })).id;
  await set({ holdSeconds: 0, graceSeconds: 0, readFirstSeconds: 1, alwaysAsk: true });
  const ids = { done: await add('GOOD-1'), bad: await add('BAD-1'), lost: await add('LOST-1') };
  await expect
    .poll(async () => {
      const { byState, asking } = await ask(page, 'entries.counts', {});
      return [byState.done, byState.refused, asking];
    }, patient)
    .toEqual([1, 1, 1]);
  await set({ holdSeconds: 3600 });
  return { ...ids, held: await add('HELD-1'), draft: await add('DRAFT-1', { draft: true }) };
}

interface Place {
  name: string;
  go: (page: Page) => Promise<unknown>;
}

const at = (page: Page, hash: string) => page.evaluate((hash) => (location.hash = hash), hash);
const dialog = async (page: Page, keys: string) => {
  await page.keyboard.press(keys);
  await page.getByRole('dialog').waitFor();
};
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

/** What is to be forgotten is asked about before; the dialog is left again. */
async function forgetAsked(page: Page): Promise<void> {
  await at(page, '#/memory/addresses');
  await page.getByRole('option').first().waitFor();
  await dialog(page, 'Alt+Shift+Backspace');
}

const badRows = ['PackageId,ServiceCode,Contact,Weight,District', 'A 1,SGP,Zoë,heavy,x', 'A2,SGP,Li,12,y'].join('\n');

/** Every screen as it looks at every step, in an order in which each leaves the next one alone. */
function places(ids: Awaited<ReturnType<typeof fill>>): Place[] {
  const panel = (id: string): Place => ({
    name: `entry ${id}`,
    go: async (page) => {
      await at(page, `#/outbox/${id}`);
      await page.locator('.panel dl').first().waitFor();
    },
  });
  return [
    {
      name: 'outbox',
      go: async (page) => {
        await at(page, '#/outbox');
        await page.getByRole('grid').getByText('GOOD-1').waitFor();
      },
    },
    {
      name: 'several chosen',
      go: async (page) => {
        await page.getByRole('grid').press('Control+a');
        await page.getByRole('group').first().waitFor();
      },
    },
    { name: 'withdraw several', go: (page) => dialog(page, 'Alt+Shift+W') },
    {
      name: 'set a field',
      go: async (page) => {
        await close(page);
        await dialog(page, 'Alt+Shift+M');
      },
    },
    {
      name: 'export',
      go: async (page) => {
        await close(page);
        await dialog(page, 'Alt+Shift+E');
      },
    },
    {
      ...panel(ids.lost),
      go: async (page) => {
        await close(page);
        await panel(ids.lost).go(page);
      },
    },
    { name: 'decide', go: (page) => dialog(page, 'Alt+j') },
    {
      name: 'refused',
      go: async (page) => {
        await close(page);
        await panel(ids.bad).go(page);
        for (const details of await page.locator('.panel details').all())
          await details.locator('summary').press('Enter');
      },
    },
    panel(ids.done),
    panel(ids.held),
    {
      name: 'what the search found',
      go: async (page) => {
        await page.keyboard.press('F3');
        await page.keyboard.type('zo');
        await page.locator('[role=search] [role=option]').first().waitFor();
      },
    },
    {
      name: 'label order',
      go: async (page) => {
        await page.keyboard.press('F2');
        await beginIn(page, 'Package.PackageId');
      },
    },
    {
      name: 'label order with errors',
      go: async (page) => {
        await page.locator('[id="field-Package.PackageId"]').focus();
        await page.keyboard.type('a b');
        for (const key of ['Alt+f', 'Alt+i', 'Control+Enter']) await page.keyboard.press(key);
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    },
    { name: 'clear the form', go: (page) => dialog(page, 'Alt+Shift+Backspace') },
    {
      name: 'mend',
      go: async (page) => {
        await close(page);
        await at(page, `#/label-order/mend/${ids.bad}`);
        await page.waitForFunction(() => document.activeElement?.id === 'field-Package.ShipToAddress.Phone');
      },
    },
    {
      name: 'new',
      go: async (page) => {
        await page.keyboard.press('Alt+0');
        await page.locator('h1').waitFor();
      },
    },
    {
      name: 'the create with the most parts',
      go: async (page) => {
        await at(page, '#/batch-outbound-order');
        await page.locator('form').last().waitFor();
      },
    },
    {
      name: 'a pasted address',
      go: async (page) => {
        await page.keyboard.press('F2');
        await beginIn(page, 'Package.PackageId');
        await page.locator('[id="field-Package.ShipToAddress.City"]').fill('Bonn');
        await page.keyboard.press('Alt+Shift+V');
        await page.locator('dialog textarea').waitFor();
        await page.keyboard.insertText('Jane Doe\nHeidestraße 17\n51147 Köln\nc/o Somebody');
        await page.keyboard.press('Control+Enter');
        await page.locator('.panel pre').waitFor();
      },
    },
    { name: 'paste an address', go: (page) => dialog(page, 'Alt+Shift+V') },
    {
      name: 'address book',
      go: async (page) => {
        await close(page);
        await dialog(page, 'Alt+Shift+K');
        await page.getByRole('option').first().waitFor();
      },
    },
    ...['addresses', 'goods', 'lists', 'templates'].map((shelf) => ({
      name: `memory: ${shelf}`,
      go: async (page: Page) => {
        if (shelf === 'addresses') await close(page);
        await at(page, `#/memory/${shelf}`);
        await page.locator('#memory-find').waitFor();
        if (shelf !== 'templates') await page.getByRole('listbox').getByRole('option').first().waitFor();
      },
    })),
    { name: 'forget', go: forgetAsked },
    {
      name: 'import',
      go: async (page) => {
        await close(page);
        await page.keyboard.press('Alt+3');
        await page.locator('input[type=file]').waitFor({ state: 'attached' });
      },
    },
    { name: 'a template', go: (page) => dialog(page, 'Alt+d') },
    {
      name: 'rows with problems',
      go: async (page) => {
        await close(page);
        const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(badRows) };
        await page.setInputFiles('input[type=file]', file);
        await page.locator('li input').first().waitFor(patient);
      },
    },
    { name: 'leave as a file', go: (page) => dialog(page, 'Alt+e') },
    {
      name: 'rows queued',
      go: async (page) => {
        await close(page);
        await page.keyboard.press('Alt+Shift+Q');
        const file = {
          name: 'good.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`PackageId,ServiceCode\n${randomUUID()},SGP`),
        };
        await page.setInputFiles('input[type=file]', file);
        await page.locator('dl .good').waitFor(patient);
        await page.keyboard.press('Control+Enter');
        await page.locator('dl .good').waitFor({ state: 'hidden', ...patient });
      },
    },
    {
      name: 'labels',
      go: async (page) => {
        await page.keyboard.press('Alt+4');
        await page.getByRole('grid').getByText('GOOD-1').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.locator('.preview img').waitFor(patient);
      },
    },
    ...lookupPlaces(ids.done),
    ...stockPlaces,
    {
      name: 'settings',
      go: async (page) => {
        await page.keyboard.press('Alt+5');
        await page.locator('#setting-holdSeconds').fill('x');
      },
    },
    {
      name: 'operators',
      go: async (page) => {
        await page.keyboard.press('Alt+Shift+O');
        await page.locator('main form input').first().waitFor();
        await page.keyboard.type('Zoë');
        await page.keyboard.press('Tab');
        await page.keyboard.type('z');
        await page.keyboard.press('Control+Enter');
        await page.locator('main li button').click();
        await page.locator('main svg[role=img]').waitFor();
      },
    },
    {
      name: 'scanner',
      go: async (page) => {
        await page.keyboard.press('Alt+Shift+S');
        await page.locator('main h1').waitFor();
      },
    },
    {
      name: 'meter',
      go: async (page) => {
        await page.keyboard.press('Alt+Shift+R');
        await page.locator('main p[role=status], main table').first().waitFor();
      },
    },
    {
      name: 'design',
      go: async (page) => {
        await page.keyboard.press('Alt+Shift+D');
        await page.locator('h1').waitFor();
      },
    },
    { name: 'every act', go: (page) => dialog(page, 'Control+k') },
    {
      name: 'keys',
      go: async (page) => {
        await close(page);
        await dialog(page, 'Alt+k');
      },
    },
    {
      name: 'operator',
      go: async (page) => {
        await close(page);
        await dialog(page, 'Alt+o');
      },
    },
  ];
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** What runs out of the window sideways, and whether the page itself does. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const over = (element: Element | null) => (element ? element.scrollWidth - element.clientWidth : 0);
    const page = over(document.scrollingElement);
    const wide =
      page === 0
        ? []
        : [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
    return { page, main: over(document.querySelector('main')), wide: wide.map((one) => one.className) };
  });

for (const [language, looks] of Object.entries(looksIn)) {
  test(`axe finds nothing on any screen in ${language}`, async ({ desk }) => {
    test.setTimeout(480_000);
    const { page } = desk;
    if (language !== 'en') await page.keyboard.press('Alt+l');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await violations(page), 'an empty outbox').toEqual([]);
    for (const { name, go } of places(await fill(page))) {
      await go(page);
      for (const [turn, look] of looks.entries()) {
        await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);
        const rules = turn === 0 ? undefined : ['color-contrast'];
        expect(await violations(page, rules), `${name}, ${look.theme}`).toEqual([]);
      }
    }
  });
}

test('nothing runs out of the window at 1024 x 768, nor at 200 %', async ({ desk }) => {
  test.setTimeout(300_000);
  const { page } = desk;
  const sizes = [
    { width: 1024, height: 768 },
    // what 1280 x 800 and 1024 x 768 leave at 200 %
    { width: 640, height: 400 },
    { width: 512, height: 384 },
  ];
  for (const { name, go } of places(await fill(page))) {
    await page.setViewportSize({ width: 1280, height: 860 });
    await go(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await sideways(page), `${name} at ${String(size.width)}`).toEqual({ page: 0, main: 0, wide: [] });
    }
  }
});

test('the focus is to be seen wherever Tab takes it', async ({ desk }) => {
  test.setTimeout(300_000);
  const { page } = desk;
  for (const { name, go } of places(await fill(page))) {
    await go(page);
    const seen = new Set<string>();
    for (let step = 0; step < 150; step++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        const shown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        const all = [...document.querySelectorAll('*')];
        return {
          place: `${String(all.indexOf(focused))} ${focused.tagName}`,
          shown,
          what: focused.outerHTML.slice(0, 160),
        };
      });
      // after the last control the browser's own bar has the focus; then it begins anew
      if (!focus) continue;
      expect(focus.shown, `${name}: ${focus.what}`).toBe(true);
      if (seen.has(focus.place)) break;
      seen.add(focus.place);
    }
    expect(seen.size, name).toBeGreaterThan(0);
  }
});
