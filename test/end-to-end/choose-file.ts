import { expect, type Page } from '@playwright/test';

export type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

/** Answers the file dialog that Alt+B opens on the screen with this heading, which one is on or on the way to. */
export async function chooseFile(page: Page, heading: string, file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // keys of the screen rest while a dialog is closing
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.keyboard.press('Alt+b');
  await (await chooser).setFiles(file);
}
