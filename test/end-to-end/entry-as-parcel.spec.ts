import { violations } from '../support/violations.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const words = {
  en: {
    label: 'Label of DONE-1',
    soFar: 'Label so far',
    print: /^Print/,
    correct: /^Correct/,
    more: 'Actions',
    withdraw: /^Withdraw/,
    typed: 'withd',
    sent: /Sent to practice: accepted/,
    refused: /Sent to practice: refused|The service refused/,
    waits: /You can still change or withdraw it. It is sent in/,
  },
  'zh-CN': {
    label: 'DONE-1 的面单',
    soFar: '面单预览',
    print: /^打印/,
    correct: /^修正/,
    more: '操作',
    withdraw: /^撤回/,
    typed: '撤回',
    sent: /发往 practice： 已受理/,
    refused: /服务方拒绝/,
    waits: /现在仍可修改或撤回/,
  },
} as const;

const add = (page: Page, key: string, more: Parameters<typeof labelOrder>[1] = {}) =>
  ask(page, 'entry.enqueue', {
    commandId: randomUUID(),
    request: labelOrder(key, more),
    operator: 'Mia',
    draft: false,
  });

/** Opens an entry from the outbox, by keyboard alone. */
async function open(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Alt+1');
  await page.getByRole('grid').getByText(key).waitFor();
  const rows = await page.locator('[role=row][aria-selected] .key').allInnerTexts();
  await page.getByRole('grid').press('Home');
  for (let step = 0; step < rows.indexOf(key); step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.panel h2').getByText(key).waitFor();
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`an entry shows its parcel, its label, one main action and its history, and other actions on one key, in ${language}`, async ({
    desk: { page },
  }) => {
    const say = words[language];
    await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
    await add(page, 'DONE-1');
    await add(page, 'BAD-1', { Remark: 'FAIL' });
    await expect
      .poll(async () => (await ask(page, 'entries.counts', {})).byState, { timeout: 60_000 })
      .toMatchObject({ done: 1, refused: 1 });
    await ask(page, 'settings.set', { values: { holdSeconds: 3600 } });
    await add(page, 'HELD-1', { Contact: 'Anna Schmidt' });
    if (language !== 'en') await page.keyboard.press('Alt+l');
    const panel = page.locator('.panel');

    await open(page, 'DONE-1');
    for (const text of ['Zoë Åkesson', 'Storgatan 1', '411 01 Göteborg', 'Mug'])
      await expect(panel.locator('.parcel').getByText(text, { exact: true })).toBeVisible();
    await expect(panel.locator('.parcel .number')).not.toBeEmpty();
    await expect(panel.getByRole('img', { name: say.label })).toBeVisible();
    await expect(panel.getByText(say.sent)).toBeVisible();
    // The one main action leads to the label, which is found and selected.
    await expect(panel.locator('.acts .strong')).toHaveText(say.print);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('F8');
    await expect(page.locator('#find-label')).toHaveValue('DONE-1');
    await expect(page.locator('.preview').getByRole('img', { name: say.label })).toBeVisible();

    await open(page, 'BAD-1');
    await expect(panel.locator('.acts .strong')).toHaveText(say.correct);
    await expect(panel.getByText(say.refused).first()).toBeVisible();
    await expect(panel.locator('.acts button')).toHaveCount(2);

    // The panel shows what the entry waits for and until when; other actions are found by typing.
    await open(page, 'HELD-1');
    await expect(panel.getByText(say.waits)).toBeVisible();
    await expect(panel.getByRole('img', { name: say.soFar })).toBeVisible();
    await page.keyboard.press('Alt+e');
    await expect(page.getByRole('listbox', { name: say.more }).getByRole('option')).not.toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.insertText(say.typed);
    await expect(page.getByRole('option')).toHaveText(say.withdraw);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /HELD-1/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await ask(page, 'entries.page', { search: 'HELD-1' })).rows[0]?.state)
      .toBe('withdrawn');
  });
}
