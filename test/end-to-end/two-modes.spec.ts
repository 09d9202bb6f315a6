import { startRelayedPractice } from '../support/relayed-practice.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { goLive, switchTo } from './go-live.ts';
import { beginIn } from './type-order.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const contact = 'Package.ShipToAddress.Contact';
const shows = (page: Page) => page.locator(`[id="field-${contact}"]`).inputValue();
const inBrowser = (page: Page) =>
  page.evaluate(() => ({
    stays: JSON.stringify({ ...localStorage }),
    tab: window.name,
    disk: JSON.stringify({ ...sessionStorage }),
  }));

async function openForm(page: Page): Promise<void> {
  await page.keyboard.press('F2');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
}

test('a half-typed form of practice never appears in live, is kept for practice, and leaves nothing in the browser', async ({
  desk,
  home,
}) => {
  const service = await startRelayedPractice({ folder: `${home}/service` });
  try {
    const { page } = desk;
    await ask(page, 'operators.save', { commandId: randomUUID(), name: 'Zora', code: 'z', pin: '4711' });
    await page.keyboard.press('Alt+o');
    await page.getByRole('dialog').getByRole('textbox').fill('z');
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').fill('4711');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openForm(page);
    await beginIn(page, contact);
    await page.keyboard.insertText('Pia Practice');
    await expect
      .poll(async () => (await inBrowser(page)).tab, 'the desk has it, the window needs it no longer')
      .not.toContain('Pia');

    // The last letters are typed just before the desk goes live.
    await page.keyboard.insertText(' II');
    await goLive(page, service.url);
    await expect(page.locator('.toasts')).toContainText('now live');
    await openForm(page);
    expect(await shows(page)).toBe('');
    await expect(page.getByRole('banner')).toContainText('Zora');
    expect((await ask(page, 'operators.list', {})).operators).toMatchObject([{ name: 'Zora', hasPin: true }]);
    await beginIn(page, contact);
    await page.keyboard.insertText('Lea Live');
    await page.waitForTimeout(500);
    const { stays, disk } = await inBrowser(page);
    expect(stays).not.toMatch(/Pia|Lea|Zora/);
    expect(disk).toBe('{}');

    await switchTo(page, 'practice');
    await openForm(page);
    expect(await shows(page)).toBe('Pia Practice II');
  } finally {
    await service.close();
  }
});

test('going live shows how many drafts came along from practice', async ({ desk, home }) => {
  const service = await startRelayedPractice({ folder: `${home}/service` });
  try {
    const { page } = desk;
    for (const PackageId of ['PRACTISED-1', 'PRACTISED-2']) {
      const request = { endpoint: 2, body: { Package: { PackageId, ServiceCode: 'SGP' } } };
      await ask(page, 'entry.enqueue', { commandId: randomUUID(), request, draft: true });
    }
    await ask(page, 'desk.setService', { commandId: randomUUID(), address: service.url });
    await page.keyboard.press('Alt+5');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
    await page.keyboard.press('Alt+g');
    await page.getByRole('dialog').getByRole('checkbox').check();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.toasts')).toContainText('2 drafts brought from practice.');
    expect(await ask(page, 'desk.state', {})).toMatchObject({ mode: 'live' });
    expect((await ask(page, 'entries.counts', {})).byState).toMatchObject({ draft: 2 });
  } finally {
    await service.close();
  }
});
