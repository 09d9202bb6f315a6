import { chromium } from 'playwright';

/** How to start a browser. */
export interface Startable {
  executablePath: string;
  /** in addition to the test's own environment */
  env: Record<string, string>;
}

/**
 * Starts a browser and renders a page, as the tests will, because a browser that reports its version may still lack
 * what rendering needs. Returns the version; rejects with a one-line reason if it does not start.
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

/** The most informative line of a driver's error message. */
function whyNot(said: string): string {
  const telling = [/error while loading shared libraries.*/, /signal=SIG\w+/, /exitCode=[1-9]\d*/];
  return telling.map((pattern) => pattern.exec(said)?.[0]).find((found) => found) ?? said.split('\n')[0] ?? said;
}
