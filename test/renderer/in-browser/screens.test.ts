import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../../../renderer/screens/outbox/story-of.ts';
import { states as english } from '../../../renderer/texts/states-en.ts';
import { states as chinese } from '../../../renderer/texts/states-zh-CN.ts';
import type { StateTexts } from '../../../renderer/texts/states.ts';
import { fakeEntry, kinds } from '../../support/fake-entries.ts';
import { openScreens, type Screens, type ShownAs } from '../../support/open-screens.ts';
import { lowContrast } from '../../support/low-contrast.ts';
import { violations } from '../../support/violations.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** What no journey on a real desk comes to: strange answers of the service, and every state. Each screen and dialog is looked at end to end. */
const addresses = [
  '#/outbox',
  '#/outbox/e13',
  '#/outbox/e10',
  '#/label-order/mend/e13',
  '#/tracking/STRANGE-1',
  '#/orders/INBOUND-1',
  '#/orders/FAILED-1',
  '#/design',
];
const looks: Partial<ShownAs>[] = [
  { language: 'en', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
  { language: 'zh-CN', theme: 'light', contrast: 'more' },
];

const rest = (page: Page) => page.waitForTimeout(300);

/** Goes to another screen of an open page. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), address);
  await rest(page);
}

describe('accessibility', () => {
  it.each(looks)(
    'axe finds nothing on any screen: %o',
    async (look) => {
      const page = await screens.show('#/settings', look);
      // between the looks only colours and words differ, and each word has its place in both languages
      const found = (): Promise<string[]> => (look === looks[0] ? violations(page) : lowContrast(page, 'other'));
      for (const address of addresses) {
        await go(page, address);
        expect(await found(), address).toEqual([]);
      }
      await page.context().close();
    },
    180_000,
  );

  it.each([
    { width: 1024, height: 768 },
    { width: 512, height: 384 },
  ])(
    'nothing runs out of the window sideways at %o',
    async (size) => {
      const page = await screens.show('#/outbox', size);
      for (const address of addresses) {
        await go(page, address);
        const wide = await page.evaluate(() => {
          const root = document.scrollingElement!;
          const main = document.querySelector('main')!;
          return { root: root.scrollWidth - root.clientWidth, main: main.scrollWidth - main.clientWidth };
        });
        expect(wide, address).toEqual({ root: 0, main: 0 });
      }
      await page.context().close();
    },
    120_000,
  );

  it('the focus is always somewhere, and always to be seen', async () => {
    const page = await screens.show('#/outbox');
    for (const address of addresses) {
      await go(page, address);
      for (let step = 0; step < 25; step++) {
        await page.keyboard.press('Tab');
        const seen = await page.evaluate(() => {
          const focused = document.activeElement;
          if (!focused || focused === document.body) return 'the page itself';
          const { outlineStyle, outlineWidth } = getComputedStyle(focused);
          return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? 'seen' : focused.outerHTML.slice(0, 200);
        });
        // past the last control the browser's own bar has the focus
        if (seen !== 'the page itself') expect(seen, `${address}, step ${step}`).toBe('seen');
      }
    }
    await page.context().close();
  }, 120_000);
});

/** The two sentences of an entry as the catalogue has them, whatever stands where a time or a number goes. */
function sentencesOf(at: number, texts: StateTexts): { happened: RegExp; next: RegExp } {
  const gap = '§';
  const words = { texts, now: -Infinity, at: () => gap, number: () => gap, reason: () => gap, answerLimit: gap };
  const { happened, next } = storyOf(fakeEntry(at, 0), null, words);
  const literal = (piece: string) => piece.replaceAll(/[.*+?()[\]{}|^$\\]/g, '\\$&');
  const pattern = (sentence: string) => new RegExp(`^${sentence.split(gap).map(literal).join('.+')}$`);
  return { happened: pattern(happened), next: pattern(next) };
}

describe('a stranger reads what happened, what is next, and when', () => {
  it.each([
    ['en', english],
    ['zh-CN', chinese],
  ] as const)(
    'for every state and mark in %s',
    async (language, texts) => {
      const page = await screens.show('#/outbox', { language });
      for (const at of kinds.keys()) {
        await page.evaluate((id) => (location.hash = `#/outbox/${id}`), `e${at}`);
        await page.locator('.panel dl').first().waitFor();
        await page.locator('.panel h2 .code', { hasText: String(100_000 + at) }).waitFor();
        const panel = await page.locator('.panel').innerText();
        expect(panel).toContain(texts.word[kinds[at]!.state]);
        expect(panel).not.toMatch(/undefined|\[object|NaN/);
        const [happened, next] = await page.locator('.panel dl').first().locator('dd').allInnerTexts();
        const story = sentencesOf(at, texts);
        expect(happened).toMatch(story.happened);
        expect(next).toMatch(story.next);
      }
      await page.context().close();
    },
    60_000,
  );
});

describe('long lists', () => {
  it('scroll through 100,000 entries with a bounded number of rows and no blank frame', async () => {
    const page = await screens.show('#/outbox', { entries: 100_000 });
    await page.locator('[role=row] .key').nth(3).waitFor();
    const seen = await page.evaluate(async () => {
      const list = document.querySelector('[role=grid]')!;
      let rows = 0;
      let blank = 0;
      for (let step = 0; step <= 120; step++) {
        list.scrollTop = ((list.scrollHeight - list.clientHeight) * step) / 120;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const drawn = [...list.querySelectorAll('.drawn [role=row]')].map((row) => row.getBoundingClientRect());
        const view = list.getBoundingClientRect();
        rows = Math.max(rows, drawn.length);
        const top = Math.min(...drawn.map((box) => box.top));
        const bottom = Math.max(...drawn.map((box) => box.bottom));
        if (top > view.top + 34 || bottom < view.bottom - 4) blank++;
      }
      return { rows, blank, count: list.getAttribute('aria-rowcount') };
    });
    expect(seen).toMatchObject({ blank: 0, count: '100001' });
    expect(seen.rows).toBeLessThan(60);
    await page.context().close();
  }, 60_000);

  it.each([
    ['#/outbox', 'the outbox'],
    ['#/labels', 'the labels'],
  ])(
    'show at once what stands where the scroll bar is put, and move nothing there: %s',
    async (hash) => {
      const page = await screens.show(hash, { entries: 8_000 });
      const list = page.getByRole('grid');
      await list.locator('.row .key').nth(3).waitFor();
      await expect.poll(() => list.evaluate((node) => node.scrollHeight / node.clientHeight)).toBeGreaterThan(20);
      const rowsInSight = () =>
        list.evaluate((node) => {
          const view = node.getBoundingClientRect();
          const rows = [...node.querySelectorAll('.row')];
          const inSight = rows.filter((row) => row.getBoundingClientRect().top > view.top + 30);
          return { at: node.scrollTop, rows: inSight.slice(0, 8).map((row) => row.textContent.trim().slice(0, 40)) };
        });
      const seen: string[] = [];
      for (const share of [0.5, 0.2, 0.97, 0.5]) {
        await list.evaluate((node, part) => (node.scrollTop = (node.scrollHeight - node.clientHeight) * part), share);
        // a row is drawn in the frame after the scroll bar moved, and says "…" until it is read
        await expect.poll(async () => (await rowsInSight()).rows.join()).toMatch(/^[^…]+$/);
        const first = await rowsInSight();
        // what is read on above and below
        await page.waitForTimeout(300);
        expect(await rowsInSight()).toEqual(first);
        seen.push(first.rows.join());
      }
      expect(seen[3]).toBe(seen[0]);
      expect(new Set(seen).size).toBe(3);
      await page.context().close();
    },
    60_000,
  );
});

describe('by keyboard alone', () => {
  const calls = (page: Page, name: string) =>
    page.evaluate(
      (wanted) =>
        (globalThis as unknown as { fake: { calls: { name: string; input: Record<string, unknown> }[] } }).fake.calls
          .filter((call) => call.name === wanted)
          .map(({ input }) => input),
      name,
    );

  it('a label order is entered, saved once whatever is pressed twice, and the cursor is ready for the next', async () => {
    const page = await screens.show('#/outbox');
    await page.keyboard.press('F2');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
    const type = async (...texts: string[]) => {
      for (const text of texts) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
    };
    await type('PKG-NEW-1', 'EXP-EU', '1250.5', '王小明', '+46 70 123', 'SE', '', 'Göteborg', '411 01', 'Storgatan 1');
    await type('MUG', '2', 'Mug', '杯子', '4.2', '300', '691110');
    await type('PEN', '1', 'Pen', '笔', '1', '20', '960810');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.locator('.saved').waitFor();
    await page.keyboard.press('Control+Enter');
    const sent = await calls(page, 'entry.enqueue');
    expect(new Set(sent.map(({ commandId }) => commandId)).size).toBe(1);
    expect(sent[0]).toMatchObject({
      operator: 'Li Na',
      request: {
        endpoint: 2,
        body: {
          Package: {
            PackageId: 'PKG-NEW-1',
            Weight: 1250.5,
            ShipToAddress: { Contact: '王小明', Country: 'SE', City: 'Göteborg', Street1: 'Storgatan 1' },
            Skus: [
              { Sku: 'MUG', Quantity: 2, DeclareValue: 4.2 },
              { Sku: 'PEN', Quantity: 1 },
            ],
          },
        },
      },
    });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.PackageId');
    await page.context().close();
  }, 60_000);

  it('what is typed survives a reload, and Escape', async () => {
    const page = await screens.show('#/label-order');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
    await page.keyboard.type('PKG-HALF');
    await page.reload();
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => {
      const field = document.getElementById('field-Package.PackageId');
      return field instanceof HTMLInputElement && field.value === 'PKG-HALF';
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.waitForFunction(() => {
      const field = document.getElementById('field-Package.PackageId');
      return field instanceof HTMLInputElement && field.value === 'PKG-HALF';
    });
    await page.context().close();
  }, 60_000);

  it('a refused entry opens with the cursor in the field the service named', async () => {
    const page = await screens.show('#/outbox');
    await page.keyboard.press('F4');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.ShipToAddress.Phone');
    await page.keyboard.type('+81 3 1234');
    await page.keyboard.press('Control+Enter');
    await page.locator('.panel').waitFor();
    const [mended] = await calls(page, 'entry.mend');
    expect(mended).toMatchObject({ request: { body: { Package: { ShipToAddress: { Phone: '+81 3 1234' } } } } });
    await page.context().close();
  }, 60_000);

  it('entries are chosen and withdrawn together, and the doubtful ones only when it is decided', async () => {
    const page = await screens.show('#/outbox');
    await page.locator('[role=row] .key').nth(3).waitFor();
    await page.locator('[role=grid]').focus();
    for (const key of ['Home', 'Shift+End', 'Alt+Shift+W']) await page.keyboard.press(key);
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .warn').waitFor();
    await page.keyboard.press('Control+Enter');
    expect(await calls(page, 'entry.withdraw')).toHaveLength(1);
    await page.locator('dialog input[type=checkbox]').press('Space');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const sent = await calls(page, 'entry.withdraw');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ decided: true });
    await page.context().close();
  }, 60_000);

  it('a decision is asked for, and who decides may say why', async () => {
    const page = await screens.show('#/outbox/e7');
    await page.locator('.panel dl').first().waitFor();
    await page.keyboard.press('Alt+j');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.type('Mrs Chen said so');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await calls(page, 'entry.decide')).toMatchObject([{ id: 'e7', decision: 'taken', why: 'Mrs Chen said so' }]);
    await page.context().close();
  }, 60_000);

  it('nothing a service says becomes part of the page', async () => {
    const page = await screens.show('#/outbox/e13');
    await page.locator('.panel details').first().waitFor();
    expect(await page.locator('.panel b, .panel script').count()).toBe(0);
    expect(await page.locator('.panel').innerText()).toContain('<b>country</b>');
    await page.context().close();
  });
});
