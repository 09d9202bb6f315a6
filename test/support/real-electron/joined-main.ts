import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Delays the app's `whenReady` until Playwright has attached to the running program, because Playwright never learns of
 * a first window that opens while it attaches. Playwright calls `__playwright_run` once attached, as in its own loader,
 * which needs Electron's default command line and switches that a desk does not have.
 */
const waits = (main: string): string => `import { app } from 'electron';
const ready = app.whenReady();
const joined = new Promise((resolve) => (globalThis.__playwright_run = resolve));
app.whenReady = () => Promise.all([ready, joined]).then(() => undefined);
// Electron is not ready before this is over
await import(${JSON.stringify(main)});
`;

/** Makes the app in `folder` start only after Playwright has attached. */
export function beginWhenJoined(folder: string): void {
  const about = join(folder, 'package.json');
  const described = JSON.parse(readFileSync(about, 'utf8')) as { main: string };
  writeFileSync(join(folder, 'joined-main.mjs'), waits(`./${described.main}`));
  writeFileSync(about, JSON.stringify({ ...described, main: 'joined-main.mjs' }));
}
