import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startBrowserHost } from '../support/start-browser-host.ts';

const HOUR_OF_PICTURES = 10;
/** Hours that clocks here are before Greenwich, so that it is about ten in the morning whenever pictures are drawn. */
const before = ((HOUR_OF_PICTURES - new Date().getUTCHours() + 36) % 24) - 12;
/** Both spell it the other way round: so many hours west. */
const zone = before === 0 ? 'UTC' : `Etc/GMT${before > 0 ? '-' : '+'}${Math.abs(before)}`;

interface Fixtures {
  /** a new desk in practice on the screen, in the forenoon */
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

/** Waits until a label is drawn there. */
export const hasLabel = (page: Page, place: string): Promise<unknown> =>
  page.waitForFunction((at) => {
    const label = document.querySelector<HTMLImageElement>(at);
    return label?.complete && label.naturalWidth > 0;
  }, place);

/** Compares what is on the screen with a picture of the README, or draws it. */
export async function picture(page: Page, name: string): Promise<void> {
  // news in the corner goes by itself; a picture is of what stays
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 20_000 });
  await expect(page).toHaveScreenshot(`${name}.png`, { caret: 'hide' });
}
