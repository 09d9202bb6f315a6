import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Saved {
  value: { badge: string };
}
const told = (page: Page) => page.locator('.toasts p').last();
const dialog = (page: Page) => page.locator('dialog[open]');
const atDesk = (page: Page) => page.getByRole('banner').innerText();
/** at the speed of fingers, because faster input counts as a scan */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });

/** A desk with Ana, who has no PIN, and Bo, who has one; returns their badges. */
async function opened(address = '#/outbox') {
  const page = await screens.show(address, { listens: true, entries: 4 });
  const [ana, bo] = await page.evaluate(async () => {
    const { fake } = globalThis as unknown as { fake: { call(name: string, input: object): Promise<Saved> } };
    const save = (name: string, code: string, pin?: string) =>
      fake.call('operators.save', { commandId: `save-${name}`, name, code, newBadge: false, ...(pin && { pin }) });
    return [(await save('Ana', 'a1')).value.badge, (await save('Bo', 'b2', '4711')).value.badge] as const;
  });
  return { page, ana, bo };
}

describe('the operator at the desk', () => {
  it.each(['a1', 'A1', 'Ana', 'ana'])('is chosen by a short code or a name: %s', async (typed) => {
    const { page } = await opened();
    expect(await atDesk(page)).toContain('Li Na');
    await page.keyboard.press('Alt+O');
    await dialog(page).locator('li', { hasText: 'Bo' }).waitFor();
    await type(page, typed);
    await page.keyboard.press('Enter');
    await expect.poll(() => atDesk(page)).toContain('Ana');
    expect(await dialog(page).count()).toBe(0);
    await page.context().close();
  });

  it('becomes a new name typed before the operators arrive, once for two presses of Enter', async () => {
    const page = await screens.show('#/outbox', { entries: 4 });
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const asked = Promise.withResolvers<unknown>();
      const operators = () => asked.resolve({ ok: true, value: { operators: [] } });
      Object.assign(globalThis, { answerOperators: operators });
      Object.assign(handlers, { 'operators.list': () => asked.promise });
    });
    await page.keyboard.press('Alt+O');
    await dialog(page).getByRole('textbox').fill('Mia');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.evaluate(() => (globalThis as unknown as { answerOperators: () => void }).answerOperators());
    await expect.poll(() => atDesk(page)).toContain('Mia');
    expect(await dialog(page).count()).toBe(0);
    expect(await page.locator('.toasts p').count()).toBe(1);
    await page.context().close();
  });

  it('with a PIN is accepted only with it', async () => {
    const { page } = await opened();
    await page.keyboard.press('Alt+O');
    await dialog(page).locator('li', { hasText: 'Bo' }).waitFor();
    await type(page, 'b2');
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('PIN of Bo').waitFor();
    await type(page, '0000');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Wrong PIN.').waitFor();
    await page.keyboard.press('Alt+l');
    expect(await dialog(page).locator('.problem').innerText()).toContain('PIN 错误');
    await page.keyboard.press('Alt+l');
    expect(await atDesk(page)).toContain('Li Na');
    expect(await dialog(page).getByLabel('PIN of Bo').inputValue()).toBe('');
    await type(page, '4711');
    await page.keyboard.press('Enter');
    await expect.poll(() => atDesk(page)).toContain('Bo');
    await page.context().close();
  });

  it('does not change for an unknown code, which the dialog reports', async () => {
    const { page } = await opened();
    await page.keyboard.press('Alt+O');
    await dialog(page).locator('li', { hasText: 'Bo' }).waitFor();
    await type(page, 'zz');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('No operator has this code or name.').waitFor();
    expect(await atDesk(page)).toContain('Li Na');
    await page.context().close();
  });

  it('is changed by scanning a badge wherever the focus is, after the PIN if there is one', async () => {
    const { page, ana, bo } = await opened('#/box-order');
    const key = page.locator('[id="field-PackageId"]');
    await key.waitFor();
    await scan(page, ana);
    await expect.poll(() => told(page).innerText()).toContain('Ana is now at the desk.');
    await scan(page, bo);
    await dialog(page).getByLabel('PIN of Bo').waitFor();
    expect(await atDesk(page)).toContain('Ana');
    await type(page, '4711');
    await page.keyboard.press('Enter');
    await expect.poll(() => atDesk(page)).toContain('Bo');
    await scan(page, 'QDPB9999999');
    await expect.poll(() => told(page).innerText()).toContain('No operator of this desk has this badge.');
    expect(await atDesk(page)).toContain('Bo');
    await page.context().close();
  });

  it('is recorded with every later save', async () => {
    const { page, ana } = await opened('#/label-order');
    await page.locator('[id="field-Package.PackageId"]').waitFor();
    await scan(page, ana);
    await expect.poll(() => atDesk(page)).toContain('Ana');
    await page.locator('[id="field-Package.PackageId"]').fill('WHO-1');
    await page.keyboard.press('Alt+S');
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByText('No recipient.').waitFor();
    await page.keyboard.press('Alt+a');
    const saved = async () =>
      (await callsOf<{ operator?: string }>(page, 'entry.enqueue')).map(({ operator }) => operator);
    await expect.poll(saved).toContain('Ana');
    await page.context().close();
  });
});

describe('the list of operators', () => {
  const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: false }).first();

  it('adds an operator with a PIN by keys alone, and reports missing or duplicate values', async () => {
    const { page } = await opened();
    await page.keyboard.press('Alt+Shift+O');
    await page.waitForFunction(() => document.activeElement?.id.endsWith('-name'));
    await page.keyboard.press('Control+Enter');
    await page.getByText('Enter a name.').waitFor();
    await type(page, 'Ana');
    await page.getByText('An operator with this name exists.').waitFor();
    await type(page, ' B');
    await page.keyboard.press('Tab');
    await type(page, 'a1');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Ana has this code already.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id.endsWith('-code'))).toBe(true);
    await type(page, 'x');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await type(page, '123');
    await page.keyboard.press('Control+Enter');
    await page.getByText('At least four characters.').waitFor();
    await type(page, '4');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('main')
      .getByRole('button', { name: /Ana B a1x PIN/ })
      .waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('');
    await page.context().close();
  });

  it('gives an operator a new badge, and removes one after a confirmation', async () => {
    const { page, ana } = await opened();
    await page.keyboard.press('Alt+Shift+O');
    const badge = page.getByRole('main').locator('form code');
    await page.getByRole('button', { name: /Ana a1/ }).focus();
    await page.keyboard.press('Enter');
    await badge.waitFor();
    expect(await badge.innerText()).toBe(ana);
    expect(await field(page, 'Name').isDisabled()).toBe(true);
    await page.keyboard.press('Alt+B');
    await expect.poll(() => told(page).innerText()).toContain('Ana has a new badge. Print it.');
    expect(await badge.innerText()).not.toBe(ana);
    await page.keyboard.press('Alt+Backspace');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: /Ana a1/ }).count()).toBe(1);
    await page.keyboard.press('Alt+Backspace');
    await dialog(page).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.getByRole('button', { name: /Ana a1/ }).count()).toBe(0);
    await page.context().close();
  });

  it('states that names keep nothing secret', async () => {
    const { page } = await opened('#/operators');
    await page.getByText('Names show who did what').waitFor();
    await page.context().close();
  });
});
