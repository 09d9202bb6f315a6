import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { tellRefusedDay } from '../../support/refused-day.ts';
import { scan } from '../../support/scanner.ts';

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

/** In the page: from now on, or from the moment that there is one, the desk answers none of these calls, or none, until `answer` is called. */
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
/** The codes that the desk was asked about. */
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

/** A desk where something is refused, so that the cursor goes to that when the day is there; and no code means anything. */
async function atOutbox(): Promise<Page> {
  const page = await screens.show('#/outbox', { listens: true });
  await page.locator('[role=grid]').waitFor();
  await page.evaluate(tellRefusedDay);
  page.setDefaultTimeout(8000);
  return page;
}

/** The day is gone to, and is not told yet. */
async function dayAwaited(page: Page): Promise<void> {
  await page.evaluate(hush, ['day.today']);
  await page.keyboard.press('Alt+Home');
  await isAsked(page, 'day.today');
}

describe('a code that comes to the first screen', () => {
  it('is taken whole where it is scanned before the day is there', async () => {
    const page = await atOutbox();
    await dayAwaited(page);
    await scan(page, 'GONE-4711');
    await expect.poll(() => taken(page)).toContain('GONE-4711');
    await answer(page);
    await page.locator(firstNeed).first().waitFor();
    expect(await field(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('is taken whole where the day comes in the midst of it, and the cursor stays', async () => {
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

  it('is taken whole where the cursor has gone to what a person is needed for, and opens nothing of that', async () => {
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

  it('leaves keys that do something else what they are', async () => {
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

  it('keeps the cursor of who has clicked into its field while the day was asked for', async () => {
    const page = await atOutbox();
    await dayAwaited(page);
    await page.locator(codeField).click();
    await answer(page);
    await page.locator(firstNeed).first().waitFor();
    expect(await hasCursor(page, codeField)).toBe(true);
    await page.context().close();
  });
});

describe('what comes before the screens are there', () => {
  /** The page has begun, and the desk has answered nothing yet. */
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

  it('is taken whole where it is scanned', async () => {
    const { page, end } = await beginning();
    await scan(page, 'GONE-4714');
    await answer(page);
    await expect.poll(() => taken(page).catch(() => [])).toEqual(['GONE-4714']);
    expect(await page.locator(codeField).inputValue()).toBe('');
    await end();
  });

  it('is taken whole where the screens come in the midst of the scan', async () => {
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

  it('is taken whole where it is typed, with its Enter', async () => {
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
