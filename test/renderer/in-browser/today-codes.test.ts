import { openScreens, type Screens } from '../../support/open-screens.ts';
import { reportRefusedDay } from '../../support/refused-day.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

interface InPage {
  fake: {
    calls: { name: string; input: { text?: string } }[];
    call: (name: string, input: object) => Promise<unknown>;
    handlers: Record<string, unknown>;
  };
  answer: () => void;
  asked: string[];
}

/**
 * Runs in the page: holds the answers to these calls, or to all if none are named, until `answer` is called. Takes
 * effect as soon as there is a fake desk.
 */
function hush(names: readonly string[]): void {
  const page = globalThis as unknown as InPage;
  let answer: () => void = () => undefined;
  const told = new Promise<void>((heard) => (answer = heard));
  Object.assign(page, { answer: () => answer(), asked: [] });
  const slow = (desk: InPage['fake']): void => {
    const call = desk.call.bind(desk);
    desk.call = async (name, input) => {
      page.asked.push(name);
      if (names.length === 0 || names.includes(name)) await told;
      return call(name, input);
    };
  };
  if (Reflect.has(page, 'fake')) return slow(page.fake);
  Object.defineProperty(page, 'fake', {
    configurable: true,
    set(desk: InPage['fake']) {
      Object.defineProperty(page, 'fake', { value: desk, configurable: true, writable: true });
      slow(desk);
    },
  });
}

const answer = (page: Page) => page.evaluate(() => (globalThis as unknown as InPage).answer());
const isAsked = (page: Page, name: string) =>
  page.waitForFunction((name) => (globalThis as unknown as Partial<InPage>).asked?.includes(name) === true, name);
/** Codes the desk was asked about. */
const taken = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as InPage).fake.calls
      .filter(({ name }) => name === 'scan.find')
      .map(({ input }) => input.text),
  );
const field = (page: Page) => page.locator('header input').last();
const hasCursor = (page: Page, place: string) =>
  page.evaluate((place) => document.querySelector(place) === document.activeElement, place);
const codeField = '.today form input';
const firstNeed = '.needs a';

/** A desk with a refused entry, to which the cursor goes once Today has loaded, and without any known code. */
async function atOutbox(): Promise<Page> {
  const page = await screens.show('#/outbox', { listens: true });
  await page.locator('[role=grid]').waitFor();
  await page.evaluate(reportRefusedDay);
  page.setDefaultTimeout(8000);
  return page;
}

/** Goes to Today and holds its data. */
async function dayAwaited(page: Page): Promise<void> {
  await page.evaluate(hush, ['day.today']);
  await page.keyboard.press('Alt+Home');
  await isAsked(page, 'day.today');
}

describe('a code on the Today screen', () => {
  it('is taken whole if it is scanned before the screen has loaded', async () => {
    const page = await atOutbox();
    await dayAwaited(page);
    await scan(page, 'GONE-4711');
    await expect.poll(() => taken(page)).toContain('GONE-4711');
    await answer(page);
    await page.locator(firstNeed).first().waitFor();
    expect(await field(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('is taken whole if the screen loads while it is typed, and the cursor stays', async () => {
    const page = await atOutbox();
    await dayAwaited(page);
    await page.keyboard.type('GONE', { delay: 60 });
    await answer(page);
    await page.locator(firstNeed).first().waitFor();
    await page.keyboard.type('-4712', { delay: 60 });
    expect(await page.locator(codeField).inputValue()).toBe('GONE-4712');
    await page.keyboard.press('Enter');
    await expect.poll(() => taken(page)).toContain('GONE-4712');
    await page.context().close();
  });

  it('is taken whole while the cursor is on an entry that needs attention, and does not open it', async () => {
    const page = await atOutbox();
    await page.keyboard.press('Alt+Home');
    await expect.poll(() => hasCursor(page, firstNeed)).toBe(true);
    await page.keyboard.type('GONE-4713', { delay: 60 });
    expect(await page.locator(codeField).inputValue()).toBe('GONE-4713');
    await page.keyboard.press('Enter');
    await expect.poll(() => taken(page)).toContain('GONE-4713');
    expect(await page.evaluate(() => location.hash)).not.toMatch(/outbox\/./);
    await page.context().close();
  });

  it('does not consume keys of other actions', async () => {
    const page = await atOutbox();
    await page.keyboard.press('Alt+Home');
    await expect.poll(() => hasCursor(page, firstNeed)).toBe(true);
    await page.keyboard.press('/');
    await expect.poll(() => hasCursor(page, '#find')).toBe(true);
    await page.keyboard.type('ab', { delay: 60 });
    expect(await page.locator('#find').inputValue()).toBe('ab');
    expect(await page.locator(codeField).inputValue()).toBe('');
    await page.context().close();
  });

  it('keeps the cursor in its field if that was clicked before the screen had loaded', async () => {
    const page = await atOutbox();
    await dayAwaited(page);
    await page.locator(codeField).click();
    await answer(page);
    await page.locator(firstNeed).first().waitFor();
    expect(await hasCursor(page, codeField)).toBe(true);
    await page.context().close();
  });
});

describe('input before the screens have loaded', () => {
  /** Loads the page while the desk answers nothing. */
  async function beginning(address = '#/today'): Promise<{ page: Page; end: () => Promise<void> }> {
    const page = await atOutbox();
    await page.evaluate((hash) => history.replaceState(null, '', hash), address);
    const slow = await page.addInitScript(hush, []);
    await page.reload({ waitUntil: 'commit' });
    await isAsked(page, 'desk.state');
    return {
      page,
      async end() {
        await slow.dispose();
        await page.context().close();
      },
    };
  }

  it('is taken whole if it is scanned', async () => {
    const { page, end } = await beginning();
    await scan(page, 'GONE-4714');
    await answer(page);
    await expect.poll(() => taken(page).catch(() => [])).toEqual(['GONE-4714']);
    expect(await page.locator(codeField).inputValue()).toBe('');
    await end();
  });

  it('is taken whole if the screens load during the scan', async () => {
    const { page, end } = await beginning();
    await page.evaluate(() => {
      let keys = 0;
      const answerTenth = () => ++keys === 10 && (globalThis as unknown as InPage).answer();
      window.addEventListener('keydown', answerTenth, true);
    });
    await scan(page, 'GONE-4715-WITH-A-LONG-NUMBER');
    await expect.poll(() => taken(page).catch(() => [])).toEqual(['GONE-4715-WITH-A-LONG-NUMBER']);
    await end();
  });

  it('is taken whole if it is typed, with its Enter', async () => {
    const { page, end } = await beginning();
    await page.keyboard.type('GONE-4716', { delay: 60 });
    await page.keyboard.press('Enter');
    await answer(page);
    await expect.poll(() => taken(page).catch(() => [])).toEqual(['GONE-4716']);
    await end();
  });

  it('is written into the first field of a form', async () => {
    const { page, end } = await beginning('#/sku');
    await page.keyboard.type('MUG', { delay: 60 });
    await answer(page);
    await expect.poll(() => page.locator('[id="field-Sku"]').inputValue()).toBe('MUG');
    await end();
  });
});
