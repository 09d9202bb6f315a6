import { expect, type Page } from '@playwright/test';

export type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

/** Waits for the screen with this heading and answers the file dialog that Alt+B opens on it. */
export async function chooseFile(page: Page, heading: string, file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // Keys of the screen have no effect while a dialog is closing.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.keyboard.press('Alt+b');
  await (await chooser).setFiles(file);
}
