import { chromium } from 'playwright';

/** What a browser is started with. */
export interface Startable {
  executablePath: string;
  /** beside the test's own environment */
  env: Record<string, string>;
}

/**
 * Starts a browser and lets it draw a page, as the tests will: one that can tell its version may still lack what drawing
 * takes. Returns the version; rejects with one line that says why it does not start.
 */
export async function tryBrowser({ executablePath, env }: Startable): Promise<string> {
  try {
    const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.setContent('<h1>Parcel Desk 包裹 <svg width="9" height="9"><circle r="9" /></svg></h1>');
      await page.screenshot();
      return browser.version();
    } finally {
      await browser.close();
    }
  } catch (error) {
    throw new Error(whyNot(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

/** The one line among all a driver says. */
function whyNot(said: string): string {
  const telling = [/error while loading shared libraries.*/, /signal=SIG\w+/, /exitCode=[1-9]\d*/];
  return telling.map((pattern) => pattern.exec(said)?.[0]).find((found) => found) ?? said.split('\n')[0] ?? said;
}
