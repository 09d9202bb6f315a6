import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { callsOf } from '../../support/calls-of.ts';
import type { FakeDesk } from '../../support/fake-desk.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const field = (name: string) => `[id="field-Package.${name}"]`;

async function begin(address = '#/label-order', language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show(address, { entries: 3, language });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  return page;
}

async function fill(page: Page, key: string, Contact = `Ann ${key}`): Promise<void> {
  const texts = { PackageId: key, ServiceCode: 'SGP', 'ShipToAddress.Contact': Contact, 'ShipToAddress.Country': 'SE' };
  const more = { 'ShipToAddress.City': 'Lund', 'ShipToAddress.Street1': 'Stora 1', 'Skus[0].Sku': `MUG-${key}` };
  for (const [name, text] of Object.entries({ ...texts, ...more })) await page.locator(field(name)).fill(text);
  await page.locator(field('Skus[0].Quantity')).fill('1');
}

async function save(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.getByText(`${key} saved`).waitFor();
}

/** Changes an entry on the desk and emits the event. */
const become = (page: Page, key: string, changes: Partial<EntryDetail>) =>
  page.evaluate(
    async ({ key, changes }) => {
      const { fake } = globalThis as unknown as { fake: FakeDesk };
      const page = await fake.call('entries.page', { search: key });
      const id = page.ok ? (page.value.rows[0]?.id ?? '') : '';
      const get = fake.handlers['entries.get'];
      fake.handlers['entries.get'] = (input) => {
        const found = get?.(input);
        if (!found?.ok) return found ?? { ok: false, problem: { kind: 'unknown-entry', message: '' } };
        return input.id === id ? { ok: true, value: { ...found.value, ...changes } } : found;
      };
      fake.emit({ kind: 'entries', ids: [id] });
    },
    { key, changes },
  );

it('a form shows no problems after a save from a required field', async () => {
  const page = await begin('#/sku');
  for (const name of ['Sku', 'ProductName', 'ProductDescription', 'DeclareName', 'ProductFlag', 'ProductAttribute'])
    await page
      .locator(`[id="field-${name}"]`)
      .fill(name === 'ProductFlag' ? 'Simple' : `A ${name}`.replace('A Sku', 'S-1'));
  for (const name of ['Weight', 'Length', 'Width', 'Height', 'DeclareValue'])
    await page.locator(`[id="field-${name}"]`).fill('3');
  await page.locator('[id="field-ProductAttribute"]').focus();
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: FakeDesk };
    fake.handlers['entry.enqueue'] = () => ({
      ok: true,
      value: { id: 'e1', key: 'S-1', state: 'queued', warnings: [], already: false },
    });
  });
  await save(page, 'S-1');
  await page.waitForTimeout(300);
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  expect(await page.locator('.foot .problem').count()).toBe(0);
  // A required field that is left empty is still reported.
  await page.locator('[id="field-ProductName"]').focus();
  await page.keyboard.press('Tab');
  await page.locator('[id="field-ProductName"][aria-invalid=true]').waitFor();
  await page.context().close();
}, 60_000);

it('a field counts as visited when the cursor moves on, but not when the window loses focus', async () => {
  const page = await begin('#/sku');
  await page.locator('[id="field-Sku"]').fill('S-1');
  const name = page.locator('[id="field-ProductName"]');
  await name.focus();
  // A window that loses focus sends blur to the field, which stays the active element.
  await name.evaluate((field) => field.dispatchEvent(new FocusEvent('blur')));
  await page.waitForTimeout(200);
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.locator('[id="field-ProductName"][aria-invalid=true]').waitFor();
  await page.context().close();
}, 60_000);

it.each(['#/label-order', '#/sku', '#/declaration', '#/prices'])(
  'an untouched form shows no problems after a detour to the search or the palette, at %s',
  async (address) => {
    const page = await begin(address);
    const field = await page.evaluate(() => document.activeElement?.id);
    for (const elsewhere of ['F3', 'Control+k']) {
      await page.keyboard.press(elsewhere);
      await page.waitForFunction(() => !document.activeElement?.id.startsWith('field-'));
      await page.keyboard.press('Escape');
      await page.locator(`[id="${field}"]`).focus();
    }
    await page.waitForTimeout(200);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    expect(await page.locator('.foot .problem').count()).toBe(0);
    await page.context().close();
  },
  60_000,
);

it('a price form shows problems on return only if something was typed', async () => {
  const page = await begin('#/prices');
  for (const away of ['Alt+1', 'Alt+9']) {
    await page.keyboard.press(away);
    await page.locator('form.question').waitFor({ state: 'detached' });
    await page.keyboard.press('F6');
    await page.waitForFunction(() => document.activeElement?.id === 'field-Weight');
    await page.waitForTimeout(200);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  }
  await page.keyboard.type('480', { delay: 60 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Alt+1');
  await page.locator('form.question').waitFor({ state: 'detached' });
  await page.keyboard.press('F6');
  await page.locator('[id="field-Length"][aria-invalid=true]').waitFor();
  await page.context().close();
}, 60_000);

it('a form filled in only by the desk shows no advice until the user types', async () => {
  const page = await begin();
  await fill(page, 'GOES-0');
  await page.locator('.foot', { hasText: 'Advice' }).waitFor();
  await save(page, 'GOES-0');
  await expect.poll(() => page.locator(field('ServiceCode')).inputValue()).toBe('SGP');
  await page.waitForTimeout(200);
  expect(await page.locator('.foot').last().innerText()).not.toContain('Advice');
  await page.locator(field('Weight')).fill('480');
  await page.locator('.foot', { hasText: 'Advice' }).waitFor();
  await page.context().close();
}, 60_000);

it('the refusal of an order just saved is shown in the next form, with a key to open it', async () => {
  const page = await begin();
  await fill(page, 'GOES-1');
  await save(page, 'GOES-1');
  await page.locator(field('ShipToAddress.Contact')).fill('half typed');
  const reason = { code: '400', text: 'Phone is not a phone number.', field: 'Phone' };
  await become(page, 'GOES-1', { state: 'refused', reason, waitsFor: { for: 'mend' } });
  await page.getByText('GOES-1 was refused: Phone is not a phone number.').waitFor();
  // The form being typed shows no problem.
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  await page.keyboard.press('Alt+Shift+M');
  await page.getByRole('heading', { name: 'Correct GOES-1' }).waitFor();
  await page.keyboard.press('F2');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  expect(await page.locator(field('ShipToAddress.Contact')).inputValue()).toBe('half typed');
  await become(page, 'GOES-1', { state: 'queued', reason: null, waitsFor: { for: 'turn' } });
  await page.getByText('was refused').waitFor({ state: 'detached' });
  await page.context().close();
}, 60_000);

it('leaving a form from an address field throws no error', async () => {
  const page = await begin();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.locator(field('ShipToAddress.Contact')).focus();
  await page.keyboard.press('Alt+Shift+3');
  await page.getByRole('heading', { name: 'New box order' }).waitFor();
  await page.keyboard.press('F2');
  await page.getByRole('heading', { name: 'New label order' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
}, 60_000);

it('an order withdrawn right after its save is open in the form again, and the footer says so', async () => {
  const page = await begin();
  await fill(page, 'BACK-1');
  await save(page, 'BACK-1');
  await page.keyboard.press('Alt+z');
  await page.getByText('BACK-1 taken back. It is open again below.').waitFor();
  expect(await page.locator(field('ShipToAddress.Contact')).inputValue()).toBe('Ann BACK-1');
  expect(await page.getByText('BACK-1 saved').count()).toBe(0);
  await page.context().close();
}, 60_000);

it('an order withdrawn while another is being typed overwrites nothing', async () => {
  const page = await begin();
  await fill(page, 'BACK-2');
  await save(page, 'BACK-2');
  await page.locator(field('ShipToAddress.Contact')).fill('Someone else');
  await page.keyboard.press('Alt+z');
  await page.getByText('BACK-2 was taken back and will not be sent.').waitFor();
  expect(await page.locator(field('ShipToAddress.Contact')).inputValue()).toBe('Someone else');
  await page.context().close();
}, 60_000);

it.each(['en', 'zh-CN'] as const)(
  'an order with nothing but a key is asked about before it is saved, in %s',
  async (language) => {
    const page = await begin('#/label-order', language);
    const enqueued = async () => (await callsOf(page, 'entry.enqueue')).length;
    await page.locator(field('PackageId')).fill('EMPTY-1');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.locator('li').count()).toBe(4);
    // Pressing the same key again confirms nothing.
    await page.keyboard.press('Control+Enter');
    expect(await enqueued()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.ShipToAddress.Contact');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor();
    await page.keyboard.press('Alt+a');
    await expect.poll(enqueued).toBe(1);
    // The next order is asked about again; a draft is not.
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await page.locator(field('PackageId')).fill('EMPTY-2');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor();
    await page.keyboard.press('F9');
    await expect.poll(enqueued).toBe(2);
    await page.context().close();
  },
  60_000,
);
