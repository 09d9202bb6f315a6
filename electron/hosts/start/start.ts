import { closeOnSignal, exitWithError, readArguments, openBrowserHost } from '../browser/open-browser-host.ts';
import { findElectron, runElectron } from './electron-binary.ts';
import { join } from 'node:path';

// `npm start`: opens the window, or serves the same screens to a browser if there can be no window.
const root = join(import.meta.dirname, '../../..');
const args = process.argv.slice(2);
const printLine = (line: string) => process.stdout.write(`${line}\n`);

const electron = await findElectron(join(root, 'node_modules/electron'), process.env, printLine);
const exitCode = 'path' in electron ? await runElectron(electron.path, root, args) : null;
if (exitCode !== null) process.exit(exitCode);

const reason = 'why' in electron ? electron.why : 'it does not run on this system';
printLine(`Electron cannot open here: ${reason}. The same screens are served to your browser instead.`);
try {
  const host = await openBrowserHost(readArguments(args, join(root, 'practice-data')));
  closeOnSignal(() => host.close());
  printLine(`Open ${host.url}`);
  printLine('Ctrl+C ends the desk; what was saved stays.');
} catch (error) {
  exitWithError(error);
}
