import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Playwright joins a program that already runs, and one whose first window opens while it joins is never told to be there: so the app
 * is ready for its own code only when it is joined. Playwright calls this name then (as in its own loader, which needs the command
 * line that Electron comes with, and switches that no desk has).
 */
const waits = (main: string): string => `import { app } from 'electron';
const ready = app.whenReady();
const joined = new Promise((resolve) => (globalThis.__playwright_run = resolve));
app.whenReady = () => Promise.all([ready, joined]).then(() => undefined);
// Electron is not ready before this is over
await import(${JSON.stringify(main)});
`;

/** Makes the app in `folder` begin when it is joined by the one who drives it. */
export function beginWhenJoined(folder: string): void {
  const about = join(folder, 'package.json');
  const described = JSON.parse(readFileSync(about, 'utf8')) as { main: string };
  writeFileSync(join(folder, 'joined-main.mjs'), waits(`./${described.main}`));
  writeFileSync(about, JSON.stringify({ ...described, main: 'joined-main.mjs' }));
}
