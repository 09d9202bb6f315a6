import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const told = (page: Page) => page.locator('.toasts p').last();
const fieldOf = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
/** Key of an order of the fake desk. */
const known = 'PKG-2025-100010';
const slowly = { gap: 30 };

async function openForm(): Promise<Page> {
  const page = await screens.show('#/box-order', { listens: true });
  await page.waitForFunction(() => document.activeElement?.id === 'field-PackageId');
  await page.keyboard.type('AB', { delay: 60 });
  return page;
}

describe('a scan that is not recognised', () => {
  it('is typed and reported if it is slow, and a key undoes and processes it and makes the desk recognise such scans', async () => {
    const page = await openForm();
    await scan(page, known, slowly);
    await expect.poll(() => told(page).innerText()).toContain('Was that a scan');
    expect(await told(page).innerText()).toContain(known);
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe(`AB${known}`);
    await page.keyboard.press('Shift+F9');
    await page.locator('.panel h2 .code', { hasText: known }).waitFor();
    await page.evaluate(() => (location.hash = '#/box-order'));
    await fieldOf(page, 'PackageId').waitFor();
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('AB');

    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await fieldOf(page, 'ServiceCode').focus();
    await scan(page, 'NOT-KNOWN-1', slowly);
    await expect.poll(() => told(page).innerText()).toContain('NOT-KNOWN-1');
    expect(await told(page).innerText()).toContain('Unknown');
    expect(await fieldOf(page, 'ServiceCode').inputValue()).toBe('');
    expect(await focusedId(page)).toBe('field-ServiceCode');
    await page.context().close();
  });

  it.each([30, 4])(
    'is also reported without an end key, and then recognised without one: %d ms between keys',
    async (gap) => {
      const page = await openForm();
      await scan(page, known, { gap, end: '' });
      await expect.poll(() => told(page).innerText()).toContain('came without Enter');
      expect(await told(page).innerText()).toContain(known);
      expect(await fieldOf(page, 'PackageId').inputValue()).toBe(`AB${known}`);
      await page.keyboard.press('Alt+l');
      expect(await told(page).innerText()).toContain('后面没有回车');
      await page.keyboard.press('Alt+l');
      await page.keyboard.press('Shift+F9');
      await page.locator('.panel h2 .code', { hasText: known }).waitFor();
      await page.evaluate(() => (location.hash = '#/box-order'));
      await fieldOf(page, 'PackageId').waitFor();
      expect(await fieldOf(page, 'PackageId').inputValue()).toBe('AB');

      await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
      await fieldOf(page, 'ServiceCode').focus();
      await scan(page, 'NOT-KNOWN-1', { gap, end: '' });
      await expect.poll(() => told(page).innerText()).toContain('Unknown');
      expect(await fieldOf(page, 'ServiceCode').inputValue()).toBe('');
      await page.context().close();
    },
  );

  it('is processed without changing its field if that was edited since', async () => {
    const page = await openForm();
    await scan(page, known, slowly);
    await expect.poll(() => told(page).innerText()).toContain('Was that a scan');
    await fieldOf(page, 'PackageId').fill('CD');
    await page.keyboard.press('Shift+F9');
    await page.locator('.panel h2 .code', { hasText: known }).waitFor();
    await page.evaluate(() => (location.hash = '#/box-order'));
    await fieldOf(page, 'PackageId').waitFor();
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('CD');
    await page.context().close();
  });

  it('is in its field once if that expects the number', async () => {
    const page = await openForm();
    const number = fieldOf(page, 'ContainerInfos[0].CustomContainerNo');
    await number.focus();
    await scan(page, 'BX-2026-0001', slowly);
    await expect.poll(() => told(page).innerText()).toContain('Was that a scan');
    await page.keyboard.press('Shift+F9');
    await expect.poll(() => told(page).innerText()).toContain('Filled in');
    expect(await number.inputValue()).toBe('BX-2026-0001');
    await page.context().close();
  });

  it('is never in a field in part, even at the edge of the pace', async () => {
    const page = await openForm();
    for (const gap of [14, 15, 16, 17, 18, 20]) {
      await fieldOf(page, 'PackageId').fill('AB');
      const code = `NOT-KNOWN-${gap}`;
      await scan(page, code, { gap });
      await expect.poll(() => told(page).innerText()).toContain(code);
      const heard = (await told(page).innerText()).includes('Unknown');
      expect(await fieldOf(page, 'PackageId').inputValue()).toBe(heard ? 'AB' : `AB${code}`);
    }
    await page.context().close();
  });

  it('is not shown if it was typed into a secret field', async () => {
    const page = await screens.show('#/settings', { listens: true });
    const secret = page.locator('input[type="password"]').first();
    await secret.focus();
    await scan(page, 'hidden-word-1', slowly);
    await expect.poll(() => secret.inputValue()).toBe('hidden-word-1');
    expect(await page.locator('.toasts p').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain('hidden-word-1');
    await page.context().close();
  });
});
