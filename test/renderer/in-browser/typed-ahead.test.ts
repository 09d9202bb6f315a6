import { screens as allScreens } from '../../../renderer/state/screens.ts';
import { labelOrder } from '../../end-to-end/label-order.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const contact = 'Package.ShipToAddress.Contact';
let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** Holds the answers to these calls, or to all if none are named, until `answer`. */
const hush = (page: Page, ...names: string[]) =>
  page.evaluate((names) => {
    const { fake } = globalThis as unknown as { fake: { call: (name: string, input: unknown) => Promise<unknown> } };
    const call = fake.call.bind(fake);
    let answer: () => void = () => undefined;
    const told = new Promise<void>((heard) => (answer = heard));
    Reflect.set(window, 'answer', answer);
    Reflect.set(window, 'asked', []);
    fake.call = async (name, input) => {
      (Reflect.get(window, 'asked') as string[]).push(name);
      if (names.length === 0 || names.includes(name)) await told;
      return call(name, input);
    };
    void told.then(() => (fake.call = call));
  }, names);

const answer = (page: Page) => page.evaluate(() => (Reflect.get(window, 'answer') as () => void)());
const isAsked = (page: Page, name: string) =>
  page.waitForFunction((name) => (Reflect.get(window, 'asked') as string[]).includes(name), name);
const go = (page: Page, address: string) => page.evaluate((hash) => (location.hash = hash), address);
const field = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);

/** Id and text of the focused text field; null: no text field has the focus. */
const typedIn = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const isText = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type !== 'radio');
    return isText ? { id: at.id, value: at.value } : null;
  });

const fieldless: readonly string[] = ['outbox', 'close', 'handover', 'new', 'import', 'labels', 'settings', 'scanner'];

/** A label order form on a desk that has a last order, of which the recipient usually changes. */
async function begun(): Promise<Page> {
  const page = await screens.show('#/outbox', { listens: true });
  await page.evaluate(
    ({ body, changing }) => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const ok = (value: unknown) => ({ ok: true, value });
      let made = 0;
      Object.assign(handlers, {
        'packageId.next': () => ok({ ids: [`OWN-${String(++made)}`] }),
        'entries.last': () => ok({ last: { id: 'x', key: 'P-1', request: { query: {}, body } } }),
        'entries.changing': () => ok({ fields: changing }),
      });
    },
    { body: labelOrder('P-1').body, changing: [contact] },
  );
  await go(page, '#/label-order');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  return page;
}

describe('text typed before the desk has answered', () => {
  it('is entered into the first field of every screen that has one', async () => {
    const page = await screens.show('#/outbox', { entries: 40, listens: true });
    await page.locator('[role=grid]').waitFor();
    for (const name of allScreens.filter((name) => !fieldless.includes(name))) {
      await hush(page);
      await go(page, `#/${name}`);
      await page.locator('h1').waitFor();
      await page.keyboard.type('57', { delay: 60 });
      await answer(page);
      await expect.poll(async () => (await typedIn(page))?.value, { message: name }).toMatch(/57$/);
      await go(page, '#/outbox');
      await page.locator('[role=grid]').waitFor();
    }
    await page.context().close();
  }, 120_000);

  it('includes Enter and Backspace, even without scanner detection', async () => {
    const page = await screens.show('#/outbox', { entries: 40 });
    await hush(page);
    await go(page, '#/sku');
    await page.locator('h1').waitFor();
    for (const key of ['M', 'U', 'H', 'Backspace', 'G', 'Enter', 'C', 'u', 'p']) await page.keyboard.press(key);
    await answer(page);
    await expect.poll(() => typedIn(page)).toMatchObject({ value: 'Cup' });
    expect(await field(page, 'Sku').inputValue()).toBe('MUG');
    await page.context().close();
  });

  it('is entered into a form being started from another, and does not block that start', async () => {
    const page = await begun();
    await hush(page, 'entries.changing');
    await page.keyboard.press('Alt+KeyR');
    await isAsked(page, 'entries.changing');
    await page.keyboard.type('Zed', { delay: 60 });
    await answer(page);
    await expect.poll(() => typedIn(page)).toEqual({ id: `field-${contact}`, value: 'Zed' });
    await page.context().close();
  });
});

describe('a stored form that arrives late', () => {
  /** A form of a desk that has a stored value for one of its fields and sends it only after `answer`. */
  async function late(address: string): Promise<Page> {
    const page = await screens.show('#/outbox', { entries: 40 });
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const first = { 'form/prices/17': 'Weight', 'form/label-order': 'Package.ServiceCode' };
      handlers['desk.recall'] = ({ name }: { name: string }) => {
        const path = Object.hasOwn(first, name) ? first[name as keyof typeof first] : undefined;
        const kept = { whole: 'w', at: 1, lists: [], leftOut: [], texts: [[path, '480']] };
        return { ok: true, value: { value: path === undefined ? null : kept } };
      };
    });
    await hush(page, 'desk.recall');
    await go(page, address);
    await isAsked(page, 'desk.recall');
    await page.locator('h1').waitFor();
    return page;
  }

  it.each([
    ['prices', 'Weight'],
    ['label-order', 'Package.ServiceCode'],
  ])('is filled in before the user can type, so that nothing mixes, in %s', async (name, path) => {
    const page = await late(`#/${name}`);
    // Holding back keys would not stop a click, a paste or an input method.
    expect(await field(page, path).count()).toBe(0);
    await page.keyboard.type('1.5', { delay: 60 });
    await answer(page);
    // The held keys replace the text of the field that gets the cursor.
    await expect.poll(async () => (await typedIn(page))?.value).toBe('1.5');
    const { id } = (await typedIn(page)) ?? {};
    if (id !== `field-${path}`) expect(await field(page, path).inputValue()).toBe('480');
    await page.context().close();
  });
});

describe('input while an order is being saved', () => {
  /** Saves an order, and enters the next one while the answer is held. */
  async function savedAndOn(page: Page): Promise<void> {
    await page.keyboard.press('Alt+KeyR');
    await page.waitForFunction((id) => document.activeElement?.id === id, `field-${contact}`);
    await page.keyboard.type('Zed', { delay: 60 });
    await hush(page, 'entry.enqueue');
    await page.keyboard.press('Control+Enter');
    await isAsked(page, 'entry.enqueue');
    await page.keyboard.type('SG', { delay: 60 });
    await scan(page, 'SKU-77');
  }
  const goods = 'Package.Skus[0].Sku';

  it('belongs to the next order: typed text to its first field, a scanned SKU to its goods', async () => {
    const page = await begun();
    await savedAndOn(page);
    await answer(page);
    await expect.poll(() => field(page, goods).inputValue()).toBe('SKU-77');
    expect(await typedIn(page)).toMatchObject({ value: 'SG' });
    expect(await field(page, contact).inputValue()).toBe('');
    const sent = await page.evaluate(() => {
      const { calls } = (globalThis as unknown as { fake: { calls: { name: string; input: unknown }[] } }).fake;
      return calls.filter(({ name }) => name === 'entry.enqueue').map(({ input }) => JSON.stringify(input));
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('"Zed"');
    expect(sent[0]).not.toMatch(/ZedSG|SKU-77/);
    await page.context().close();
  });

  it('is not entered into an order that could not be saved', async () => {
    const page = await begun();
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const problem = { kind: 'internal', message: 'The disk is full.' };
      handlers['entry.enqueue'] = () => ({ ok: false, problem });
    });
    await page.keyboard.press('Alt+KeyR');
    await page.waitForFunction((id) => document.activeElement?.id === id, `field-${contact}`);
    await page.keyboard.type('Zed', { delay: 60 });
    await hush(page, 'entry.enqueue');
    await page.keyboard.press('Control+Enter');
    await isAsked(page, 'entry.enqueue');
    await page.keyboard.type('SG', { delay: 60 });
    await answer(page);
    await page.getByText('An error in this program').first().waitFor();
    expect(await field(page, contact).inputValue()).toBe('Zed');
    await page.keyboard.type('!', { delay: 60 });
    await expect.poll(() => field(page, contact).inputValue()).toBe('Zed!');
    await page.context().close();
  });
});
