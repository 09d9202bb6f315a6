import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

async function typed(page: Page, text: string): Promise<string[]> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  return page.getByRole('dialog').getByRole('option').allInnerTexts();
}

/** Holds the desk's search results until the returned function is called, then returns those for `text`. */
async function holdFinds(page: Page, text: string): Promise<() => Promise<void>> {
  await page.evaluate((text) => {
    const { handlers } = (
      globalThis as unknown as { fake: { handlers: Record<string, (input: object) => Promise<unknown>> } }
    ).fake;
    const find = handlers['search.all'];
    let letFind = (): void => undefined;
    const may = new Promise<void>((resolve) => (letFind = resolve));
    handlers['search.all'] = (input) => may.then(() => find?.({ ...input, text }));
    Object.assign(globalThis, { letFind });
  }, text);
  return () => page.evaluate(() => (globalThis as unknown as { letFind: () => void }).letFind());
}

describe('the palette', () => {
  const meant = {
    en: [
      ['retry', 'Retry all now'],
      ['printer', 'Print labels'],
      ['backup', 'Second folder for the rescue journal'],
      ['hold', 'Hold before sending'],
      ['address of the service', 'Settings'],
      ['backup', 'Make a backup now'],
      ['sound', 'Scanner'],
      ['delete', 'Outbox'],
      ['cancel', 'Outbox'],
      ['trash', 'Outbox'],
      ['bin', 'Outbox'],
      ['proxy', 'Service'],
      ['set up printer', 'Label printers'],
      ['theme', 'Light or dark'],
    ],
    'zh-CN': [
      ['密码', '设置'],
      ['备份', '立即备份'],
      ['重试', '立即全部重试'],
      ['备份', '救援日志的第二文件夹'],
      ['声音', '扫码枪'],
      ['删除', '订单记录'],
      ['取消', '订单记录'],
      ['回收站', '订单记录'],
      ['代理', '服务'],
      ['打印机', '面单打印机'],
    ],
  } as const;
  it.each(['en', 'zh-CN'] as const)('finds actions and settings in %s by synonyms', async (language) => {
    const page = await screens.show('#/outbox', { language });
    for (const [text, name] of meant[language]) {
      expect((await typed(page, text)).join(), text).toContain(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.context().close();
  });

  it('makes a backup, and shows where it is or why there is none', async () => {
    const page = await screens.show('#/outbox');
    await typed(page, 'backup');
    await page.keyboard.press('Enter');
    const told = page.locator('.toasts p').last();
    await expect.poll(() => told.innerText()).toContain('Backup made with 1 entry: /backups/parcel-desk-1.db');
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      handlers['backup.choose'] = () => ({
        ok: false,
        problem: { kind: 'bad-setting', message: '', params: { reason: 'backup-first' } },
      });
    });
    await page.keyboard.press('Alt+Shift+F9');
    await expect.poll(() => told.innerText()).toContain('--backup-folder DIR');
    await page.context().close();
  });

  it('opens the page on which printers are set up', async () => {
    const page = await screens.show('#/outbox');
    await typed(page, 'label printers');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => location.hash === '#/settings/printers' && document.activeElement?.closest('.sheet') !== null,
    );
    await page.context().close();
  });

  it('opens a result that arrives after Enter, unless it was closed meanwhile', async () => {
    const page = await screens.show('#/outbox');
    const find = await holdFinds(page, 'PKG-2025-100013');
    const listed = await page.evaluate(() => location.hash);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('PKG-2025-100013');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('PKG-2025-100013');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('option').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => location.hash)).toBe(listed);
    await find();
    await page.waitForFunction(() => location.hash.startsWith('#/outbox/'));
    await page.getByRole('heading', { name: 'PKG-2025-100013' }).waitFor();
    await page.context().close();
  });

  it('keeps the option chosen with arrow keys when more results arrive', async () => {
    const page = await screens.show('#/outbox');
    const find = await holdFinds(page, 'PKG-2025-100013');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('backup');
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
    const first = await chosen.innerText();
    await page.keyboard.press('ArrowDown');
    const second = await chosen.innerText();
    expect(second).not.toBe(first);
    const before = await page.getByRole('dialog').getByRole('option').count();
    await find();
    await expect.poll(() => page.getByRole('dialog').getByRole('option').count()).toBeGreaterThan(before);
    expect(await chosen.innerText()).toBe(second);
    await page.context().close();
  });

  it('puts the cursor into a chosen setting, and opens a chosen entry', async () => {
    const page = await screens.show('#/outbox');
    await typed(page, 'wait lost answer');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'setting-graceSeconds');
    await typed(page, 'PKG-2025-100013');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.startsWith('#/outbox/'));
    await page.getByRole('heading', { name: 'PKG-2025-100013' }).waitFor();
    await page.context().close();
  });
});

it('F4 opens the newest refused entry, then older ones, and restarts after the oldest', async () => {
  const page = await screens.show('#/outbox', { entries: 60 });
  const heading = page.getByRole('heading', { level: 1 });
  const keys: string[] = [];
  for (let press = 0; press < 4; press++) {
    const before = await heading.innerText();
    await page.keyboard.press('F4');
    await expect.poll(() => heading.innerText()).not.toBe(before);
    keys.push(await heading.innerText());
  }
  // On the fake desk, lower keys belong to newer entries.
  expect(keys.slice(0, 3)).toEqual(keys.slice(0, 3).toSorted());
  expect(keys[3]).toBe(keys[0]);
  await page.context().close();
});

it('the list of keys opens at its top', async () => {
  const page = await screens.show('#/outbox', { width: 1024, height: 768 });
  await page.keyboard.press('Alt+k');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Close');
  expect(
    await page.getByRole('dialog').evaluate((dialog) => [dialog.scrollTop, dialog.scrollHeight > dialog.clientHeight]),
  ).toEqual([0, true]);
  await page.context().close();
});
