import { chromium } from 'playwright';

/** How to start a browser. */
export interface BrowserLaunch {
  executablePath: string;
  /** in addition to the test's own environment */
  env: Record<string, string>;
}

/**
 * Starts a browser and renders a page as the tests will, because a browser that reports its version may still lack what
 * rendering needs. Returns the version. Rejects with a one-line reason if the browser does not start.
 */
export async function tryBrowser({ executablePath, env }: BrowserLaunch): Promise<string> {
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
    throw new Error(mainErrorLine(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

/** The most informative line of a driver's error message. */
function mainErrorLine(message: string): string {
  const informativePatterns = [/error while loading shared libraries.*/, /signal=SIG\w+/, /exitCode=[1-9]\d*/];
  return (
    informativePatterns.map((pattern) => pattern.exec(message)?.[0]).find((match) => match) ??
    message.split('\n')[0] ??
    message
  );
}
