import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Electron without an app of its own opens the folder that is named on its command line; this one came without that part. */
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

/** Makes the app that such an Electron starts with. */
export function asElectronComes(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', main: 'main.mjs' }));
  writeFileSync(join(folder, 'main.mjs'), launcher);
}
