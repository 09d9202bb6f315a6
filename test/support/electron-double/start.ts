import { youngHeap } from '../young-heap.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';

const root = join(import.meta.dirname, '../../..');

export interface StartedApp {
  page: Page;
  /** closes the window as a user does, waits for the app to end and returns its exit code */
  close(): Promise<number | null>;
  /** kills the app, as a power cut would */
  kill(): Promise<void>;
  /** what the app has written to stderr so far */
  stderrOutput(): string;
}

/**
 * Starts the built app under the double with the data folder `userData` and connects to its window. `app` is the folder
 * of the app's code: the project or an unpacked package.
 */
export async function startApp(userData: string, args: readonly string[] = [], app = root): Promise<StartedApp> {
  const child = spawn(
    process.execPath,
    [
      ...youngHeap,
      '--import',
      join(root, 'test/support/electron-double/register.ts'),
      join(app, 'dist/electron/main.js'),
      `--user-data-dir=${userData}`,
      ...args,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
  );
  let stderrText = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderrText += chunk.toString()));
  const exitCode = once(child, 'exit').then(([code]) => code as number | null);

  const firstMessage = await Promise.race([once(child, 'message'), exitCode]);
  if (!Array.isArray(firstMessage))
    throw new Error(`the app ended before it opened a window (${String(firstMessage)})\n${stderrText}`);
  const { browser: address } = firstMessage[0] as { browser: string };
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0];
  if (!context) throw new Error('the browser shows no window');
  const page = context.pages().find((one) => one.url().startsWith('https://desk.app.invalid/'));
  if (!page) throw new Error('the window shows no page of the app');

  return {
    page,
    stderrOutput: () => stderrText,
    async close() {
      await page.close();
      return exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await exitCode;
      await browser.close().catch(() => undefined);
    },
  };
}
