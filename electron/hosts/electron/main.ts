import { ioProcessArgument } from '../../desk/threads/io-process.ts';
import { startEarly } from '../../desk/threads/start-thread.ts';
import { mayBeDebugged } from '../program-info.ts';
import { appPrivileges } from './app-scheme.ts';
import { guardContents } from './guard-contents.ts';
import { findSpreadsheet } from './opened-files.ts';
import { findRefusedSwitch, findRefusedVariable, findRefusedArgument } from './refused-switch.ts';
import { app, Menu, protocol } from 'electron';

/** A package blocks debugging and code changes; only its twin for tests allows them. */
const isDebuggable = !app.isPackaged || mayBeDebugged;
/** A switch, argument or variable that a package refuses to start with, as a person would write it; null if none. */
function findRefusedStart(): string | null {
  const refusedSwitch = findRefusedSwitch((name) => app.commandLine.hasSwitch(name));
  if (refusedSwitch !== null) return `--${refusedSwitch}`;
  const isCommand = process.argv[1] === '--desk' || process.argv[1] === ioProcessArgument;
  const refusedArgument = isCommand ? null : findRefusedArgument(process.argv.slice(1), process.platform);
  return refusedArgument === null
    ? findRefusedVariable(process.env)
    : (refusedArgument.split('=')[0] ?? refusedArgument);
}
const refusedStart = isDebuggable ? null : findRefusedStart();
if (refusedStart !== null) {
  process.stderr.write(`Parcel Desk does not start with ${refusedStart}. Leave it out.\n`);
  process.exit(1);
}

// A package is also the command line. No window opens: Electron does not become ready before this module has loaded.
if (app.isPackaged && process.argv[1] === '--desk')
  await (await import('../command-line/run-command.ts')).runAndExit(process.argv.slice(2));
if (app.isPackaged && process.argv[1] === ioProcessArgument) {
  if (!process.send) process.exit(1);
  await import('../../desk/threads/io-worker.ts');
  await new Promise(() => undefined);
}

// Before any await: schemes can only be registered before the app is ready.
protocol.registerSchemesAsPrivileged([appPrivileges]);
app.enableSandbox();
// without this Electron creates a default menu
Menu.setApplicationMenu(null);
guardContents(app);

/** macOS reports a file to open before the app is ready. */
let earlyFile: string | null = null;
app.once('open-file', (event, path) => {
  event.preventDefault();
  earlyFile ??= findSpreadsheet(['', path], '/');
});

if (!app.requestSingleInstanceLock()) app.quit();
else {
  // loads the thread's program in parallel with this one's
  const startThread = startEarly();
  // not awaited: Electron becomes ready only after its first module has loaded
  import('./run.ts').then(
    ({ run }) => run({ startThread, isDebuggable, earlyFile: () => earlyFile }),
    (error: unknown) => {
      // exits as if this module could not be loaded
      setImmediate(() => {
        throw error;
      });
    },
  );
}
