import type { SettingPage } from '../../../../renderer/screens/settings/setting-pages.ts';
import { ask } from '../../ask.ts';
import type { Page } from '@playwright/test';

/** An answer over a network may take a while on a busy machine. */
export const patient = { timeout: 60_000 };

export const at = (page: Page, hash: string) => page.evaluate((hash) => void (location.hash = hash), hash);

/** Opens a page of the settings. */
export async function toSettings(page: Page, name: SettingPage): Promise<void> {
  await at(page, `#/settings/${name}`);
  await page.locator(`main nav [aria-current][href="#/settings/${name}"]`).waitFor();
}

/** Presses keys that open a dialog. */
export async function dialog(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys);
  await page.locator('dialog[open]').waitFor();
}

/** Closes the open dialog, if there is one. */
export async function leaveDialog(page: Page): Promise<void> {
  const open = page.locator('dialog[open]');
  if ((await open.count()) === 0) return;
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
}

/** The newest entry with this key. */
export async function entryOf(page: Page, key: string) {
  const { rows } = await ask(page, 'entries.page', { search: key });
  const row = rows.find((one) => one.key === key);
  if (!row) throw new Error(`no entry has the key ${key}`);
  return row;
}

/** Opens the panel of the entry with this key. */
export async function openEntry(page: Page, key: string): Promise<void> {
  const { id } = await entryOf(page, key);
  await at(page, `#/outbox/${id}`);
  await page.locator('.panel').getByRole('heading', { name: key }).waitFor();
  await page.locator('.panel dl').first().waitFor();
}

/** Waits until a field of a form has the focus. */
export const inForm = (page: Page) => page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
