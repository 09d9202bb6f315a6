import { openScreens, type Screens, type DisplayOptions } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const field = (name: string) => `[id="field-Package.${name}"]`;
const contact = field('ShipToAddress.Contact');
const dialog = (page: Page) => page.getByRole('dialog');
const options = (page: Page) => page.getByRole('option').filter({ visible: true });

async function inForm(as: Partial<DisplayOptions> = {}): Promise<Page> {
  const page = await screens.show('#/outbox', as);
  await page.keyboard.press('F2');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  return page;
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Control+g');
  await dialog(page).locator('input').waitFor();
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
  await page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`);
}

/** Saves the form as a template of this name, by keys alone. */
async function saveAs(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+Shift+KeyT');
  await dialog(page).waitFor();
  await page.keyboard.insertText(name);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

async function clear(page: Page): Promise<void> {
  await page.keyboard.press('Alt+Shift+Backspace');
  await dialog(page).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

/** Opens the list of templates, types part of a name and takes the first match. */
async function use(page: Page, part: string): Promise<void> {
  await page.keyboard.press('Alt+KeyT');
  await dialog(page).getByRole('listbox').waitFor();
  await options(page).first().waitFor();
  await page.keyboard.insertText(part);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

describe.each(['en', 'zh-CN'] as const)('by keys alone, in %s, a template', (language) => {
  it('is saved from a half-filled form and fills an empty one, marks its fields, and Enter moves to those it lacks', async () => {
    const page = await inForm({ language });
    await goTo(page, 'Package.ServiceCode');
    await page.keyboard.type('EXP');
    await goTo(page, 'Package.ShipToAddress.City');
    await page.keyboard.type('Bergen');
    await saveAs(page, 'To Bergen');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.ShipToAddress.City');
    await clear(page);
    await expect.poll(() => page.locator(field('ShipToAddress.City')).inputValue()).toBe('');
    await use(page, 'bergen');
    await expect.poll(() => page.locator(field('ShipToAddress.City')).inputValue()).toBe('Bergen');
    expect(await page.locator(field('ServiceCode')).inputValue()).toBe('EXP');
    expect(await page.locator(field('ServiceCode')).getAttribute('class')).toContain('brought');
    const said = language === 'en' ? 'The rest comes from the template' : '其余来自模板';
    expect(await page.locator('.foot').getByText(said).isVisible()).toBe(true);
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
    await page.keyboard.press('Enter');
    // The service is carried over; the weight is asked for.
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.Weight');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.ServiceCode');
    await page.context().close();
  });

  it('overwrites nothing typed, and is then not counted as used', async () => {
    const page = await inForm({ language });
    await goTo(page, 'Package.ShipToAddress.Contact');
    await page.keyboard.type('Bo');
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const before = handlers['templates.use'] as (input: unknown) => unknown;
      Object.assign(handlers, {
        'templates.use': (input: unknown) => {
          document.body.dataset['used'] = 'yes';
          return before(input);
        },
      });
    });
    await use(page, 'mugs');
    const said = language === 'en' ? 'This form is not empty' : '表单不为空';
    await page.getByText(said).waitFor();
    expect(await page.locator(contact).inputValue()).toBe('Bo');
    expect(await page.locator('body').getAttribute('data-used')).toBe(null);
    await page.context().close();
  });

  it('is found by part of its name, and a search without a match says so', async () => {
    const page = await inForm({ language });
    await goTo(page, 'Package.ServiceCode');
    await page.keyboard.type('EXP');
    await saveAs(page, '北京 Mugs');
    await page.keyboard.press('Alt+KeyT');
    await expect.poll(() => options(page).count()).toBe(2);
    await page.keyboard.insertText('北京');
    await expect.poll(() => options(page).count()).toBe(1);
    await page.keyboard.insertText(' nothing');
    await page.getByText(language === 'en' ? 'No matching template' : '没有匹配的模板').waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.ServiceCode');
    await page.context().close();
  });

  it('is renamed, but not to a used name, and forgotten on the memory screen', async () => {
    const page = await inForm({ language });
    await goTo(page, 'Package.ServiceCode');
    await page.keyboard.type('EXP');
    await saveAs(page, 'Express');
    await page.keyboard.press('Alt+Shift+G');
    await page.waitForFunction(() => document.activeElement?.id === 'memory-find');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => options(page).count()).toBe(2);
    await page.keyboard.type('express');
    await expect.poll(() => options(page).count()).toBe(1);
    await page.keyboard.press('Alt+KeyB');
    await dialog(page).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('Mugs to Sweden');
    await page.keyboard.press('Enter');
    await page.getByText(language === 'en' ? 'Another template of this kind' : '同类的另一个模板').waitFor();
    await page.keyboard.insertText(', express');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => options(page).textContent()).toContain('Mugs to Sweden, express');
    await page.keyboard.press('Alt+Shift+Backspace');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => options(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('a template name', () => {
  it('that is in use shows its owner before its template is replaced', async () => {
    const page = await inForm();
    await page.keyboard.press('Alt+Shift+KeyT');
    await dialog(page).waitFor();
    await page.keyboard.type('Mugs to Sweden');
    await page.getByText('Mugs to Sweden already exists (by Li Na, used 3 times) and would be replaced.').waitFor();
    await page.getByRole('button', { name: 'Replace the template' }).waitFor();
    await page.keyboard.type(' too');
    await page.getByRole('button', { name: 'Save as template' }).last().waitFor();
    expect(await page.getByText('would be replaced').count()).toBe(0);
    await page.context().close();
  });

  it('of a megabyte is refused with the reason and not truncated', async () => {
    const page = await inForm();
    await page.keyboard.press('Alt+Shift+KeyT');
    const input = dialog(page).getByRole('textbox');
    await input.fill('x'.repeat(1_000_000));
    await page.getByText('A name can have 100 characters at most; this one has 1,000,000.').waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog(page).isVisible()).toBe(true);
    expect(await input.evaluate((node: HTMLInputElement) => node.value.length)).toBe(1_000_000);
    await page.context().close();
  });

  it('is shown as plain text whatever it contains, and reverses no other text', async () => {
    const page = await inForm();
    await goTo(page, 'Package.ServiceCode');
    await page.keyboard.type('EXP');
    const odd = ['<img src=x onerror=alert(1)>', '\u202Ereversed', 'bell\u0007', 'عرض خاص'];
    page.on('dialog', () => expect.unreachable('a name was run as a program'));
    for (const name of odd) await saveAs(page, name);
    await page.keyboard.press('Alt+KeyT');
    await expect.poll(() => options(page).count()).toBe(odd.length + 1);
    const shown = await options(page).locator('.name').allTextContents();
    expect(shown.toSorted()).toEqual([...odd, 'Mugs to Sweden'].toSorted());
    expect(await page.locator('dialog img').count()).toBe(0);
    await page.keyboard.press('Escape');
    await clear(page);
    await use(page, 'reversed');
    await page.getByText('Filled from \u2068\u202Ereversed\u2069.').waitFor();
    await page.context().close();
  });

  it('is asked for with a note on fields that cannot be read and are left out', async () => {
    const page = await inForm();
    await goTo(page, 'Package.Weight');
    await page.keyboard.type('12..5');
    await page.keyboard.press('Alt+Shift+KeyT');
    await page.getByText('Not saved because it cannot be read: Weight.').waitFor();
    await page.context().close();
  });
});
