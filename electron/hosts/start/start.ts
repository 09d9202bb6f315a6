import { closeOnSignal, exitWithError, readArguments, openBrowserHost } from '../browser/open-browser-host.ts';
import { findElectron, runElectron } from './electron-binary.ts';
import { join } from 'node:path';

// `npm start`: opens the window, or serves the same screens to a browser if there can be no window.
const root = join(import.meta.dirname, '../../..');
const words = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const electron = await findElectron(join(root, 'node_modules/electron'), process.env, say);
const exit = 'path' in electron ? await runElectron(electron.path, root, words) : null;
if (exit !== null) process.exit(exit);

const why = 'why' in electron ? electron.why : 'it does not run on this system';
say(`Electron cannot open here: ${why}. The same screens are served to your browser instead.`);
try {
  const host = await openBrowserHost(readArguments(words, join(root, 'practice-data')));
  closeOnSignal(() => host.close());
  say(`Open ${host.url}`);
  say('Ctrl+C ends the desk; what was saved stays.');
} catch (error) {
  exitWithError(error);
}
