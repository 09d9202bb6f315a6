import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Delays the app's `whenReady` until Playwright has attached to the running program, because Playwright never learns of
 * a window that opens while it attaches. Once attached, Playwright calls `__playwright_run`, as its own loader expects.
 * That loader is not used, because it needs Electron's default command line and switches that a desk does not have.
 */
const waitForPlaywright = (main: string): string => `import { app } from 'electron';
const ready = app.whenReady();
const joined = new Promise((resolve) => (globalThis.__playwright_run = resolve));
app.whenReady = () => Promise.all([ready, joined]).then(() => undefined);
// Electron is not ready before this is over
await import(${JSON.stringify(main)});
`;

/** Makes the app in `folder` start only after Playwright has attached. */
export function startAfterAttach(folder: string): void {
  const packagePath = join(folder, 'package.json');
  const packageJson = JSON.parse(readFileSync(packagePath, 'utf8')) as { main: string };
  writeFileSync(join(folder, 'joined-main.mjs'), waitForPlaywright(`./${packageJson.main}`));
  writeFileSync(packagePath, JSON.stringify({ ...packageJson, main: 'joined-main.mjs' }));
}
