import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A default app that opens the folder named on the command line, as Electron's own does. The stand-in ships without
 * one.
 */
const launcher = `import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
const folder = resolve(process.argv.slice(1).find((word) => !word.startsWith('-')));
const { main, name, productName, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(productName ?? name);
app.setVersion(version);
app.setAppPath(folder);
// Electron is not ready before this is over
await import(pathToFileURL(join(folder, main)).href);
`;

/** Writes the default app into `folder`. */
export function writeDefaultApp(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', main: 'main.mjs' }));
  writeFileSync(join(folder, 'main.mjs'), launcher);
}
