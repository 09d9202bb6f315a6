import type { Page } from 'playwright';

/** Pastes into the field that has the focus, as a person does: a test's own `fill` costs minutes where there are thousands of lines. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press('Control+V');
}
