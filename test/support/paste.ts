import type { Page } from 'playwright';

/** Pastes into the focused field as a user does. Playwright's `fill` takes minutes for thousands of lines. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press('Control+V');
}
