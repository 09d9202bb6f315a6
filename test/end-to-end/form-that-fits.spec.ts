import { violations } from '../support/violations.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { beginIn, typeSteps } from './type-order.ts';
import type { Page } from '@playwright/test';

const words = {
  en: {
    save: /^Save/,
    number: 'Package number',
    name: 'PackageId',
    label: 'Label so far',
    missing: 'Country: missing',
  },
  'zh-CN': { save: /^保存/, number: '包裹编号', name: 'PackageId', label: '面单预览', missing: '国家: 未填写' },
} as const;

/** How far a form can scroll, in px. */
const scrolls = (page: Page) =>
  page.locator('form .sheet').evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
const values = (page: Page, ...names: string[]) =>
  Promise.all(names.map((name) => page.locator(`[id="field-Package.${name}"]`).inputValue()));

for (const language of ['en', 'zh-CN'] as const) {
  test(`a label order fits on a screen, Save never moves, boxes are chosen by name, and names of the interface are shown on request, by keyboard alone, in ${language}`, async ({
    desk,
  }) => {
    const { page } = desk;
    const say = words[language];
    await ask(page, 'settings.set', { values: { boxSizes: 'S 20x15x10; Mug box 30x20x15.5', holdSeconds: 3600 } });
    if (language !== 'en') await page.keyboard.press('Alt+l');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('F2');
    await beginIn(page, 'Package.PackageId');
    const save = page.getByRole('button', { name: say.save });
    const place = await save.boundingBox();
    const stays = async (when: string) => expect(await save.boundingBox(), when).toEqual(place);
    expect(await scrolls(page)).toBe(0);

    // Names of the interface are hidden until they are switched on, which lasts over a reload.
    const names = page.locator('form code');
    await expect(names).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText(language === 'en' ? 'API field names' : '接口字段名');
    await page.keyboard.press('Enter');
    await expect(names.getByText(say.name, { exact: true })).toBeVisible();
    await page.reload();
    await expect(names.getByText(say.name, { exact: true })).toBeVisible();
    await page.keyboard.press('Alt+Shift+F6');
    await expect(names).toHaveCount(0);
    await expect(page.getByLabel(say.number)).toBeVisible();

    // Messages grow upwards.
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await typeSteps(page, [{ to: 'Package.PackageId', type: 'a b' }]);
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('[aria-invalid=true]')).not.toHaveCount(0);
    await stays('with what is wrong');
    await typeSteps(page, [
      { to: 'Package.PackageId', type: 'FITS-1' },
      'SGP',
      '480',
      'Zoë Åkesson',
      '',
      '',
      '',
      'Göteborg',
    ]);

    // a box by the beginning of its name, three sides in one text, and a box chosen by an arrow key
    await typeSteps(page, [{ to: 'Package.Length', type: 'mug' }]);
    expect(await values(page, 'Length', 'Width', 'Height')).toEqual(['30', '20', '15.5']);
    await typeSteps(page, [{ to: 'Package.Length', type: '40x31x22' }]);
    expect(await values(page, 'Length', 'Width', 'Height')).toEqual(['40', '31', '22']);
    await typeSteps(page, [{ to: 'Package.Length', press: 'Delete' }]);
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await values(page, 'Length', 'Width', 'Height')).toEqual(['20', '15', '10']);
    expect(await violations(page)).toEqual([]);

    // A wide screen shows the label and the missing fields beside the form.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(page.getByRole('complementary').getByRole('img', { name: say.label })).toBeVisible();
    await expect(page.getByRole('complementary').getByText(say.missing, { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await typeSteps(page, [{ to: 'Package.ShipToAddress.Country', type: 'SE' }]);
    await expect(page.getByRole('complementary').getByText(say.missing, { exact: true })).toHaveCount(0);

    await page.setViewportSize({ width: 1280, height: 800 });
    await typeSteps(page, [{ to: 'Package.Skus[].Sku', type: 'MUG-BLUE' }, '2', 'Mug', '杯子', '4.2', '300']);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/FITS-1/).first()).toBeVisible();
    await stays('with what was saved');
    expect((await ask(page, 'entries.page', { search: 'FITS-1' })).rows[0]).toMatchObject({ state: 'queued' });
  });
}
