import { startBrowserHost } from '../support/start-browser-host.ts';
import { expect, test as base, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOUR_OF_PICTURES = 10;
/** Hours by which local time is ahead of UTC here, so that it is about 10:00 whenever pictures are taken. */
const before = ((HOUR_OF_PICTURES - new Date().getUTCHours() + 36) % 24) - 12;
/** Etc/GMT names count the hours west of Greenwich, so the sign is reversed. */
const zone = before === 0 ? 'UTC' : `Etc/GMT${before > 0 ? '-' : '+'}${Math.abs(before)}`;

interface Fixtures {
  /** a screen of a new desk in practice mode, in the morning */
  page: Page;
}

export const test = base.extend<Fixtures>({
  viewport: { width: 1200, height: 640 },
  timezoneId: zone,
  page: async ({ page }, use) => {
    const home = mkdtempSync(join(tmpdir(), 'desk-pictures-'));
    const host = await startBrowserHost(home, [], { ...process.env, TZ: zone });
    await page.goto(host.url);
    await page.locator('h1').waitFor();
    await use(page);
    await page.close();
    await host.end('SIGTERM');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** Waits until the label image at this selector is drawn. */
export const hasLabel = (page: Page, place: string): Promise<unknown> =>
  page.waitForFunction((at) => {
    const label = document.querySelector<HTMLImageElement>(at);
    return label?.complete && label.naturalWidth > 0;
  }, place);

/** Compares the screen with a picture of the README, or updates that picture. */
export async function picture(page: Page, name: string): Promise<void> {
  // Notifications in the corner disappear after a while and do not belong in a picture.
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 20_000 });
  await expect(page).toHaveScreenshot(`${name}.png`, { caret: 'hide' });
}
