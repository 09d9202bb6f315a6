import { asIoProcess } from '../../desk/threads/io-process.ts';
import { startEarly } from '../../desk/threads/start-thread.ts';
import { mayBeDebugged } from '../program-info.ts';
import { appPrivileges } from './app-scheme.ts';
import { guardContents } from './guard-contents.ts';
import { spreadsheetIn } from './opened-files.ts';
import { findRefusedSwitch, findRefusedVariable, findRefusedArgument } from './refused-switch.ts';
import { app, Menu, protocol } from 'electron';

/** A package blocks debugging and code changes; only its twin for tests allows them. */
const isDebuggable = !app.isPackaged || mayBeDebugged;
/** A switch, argument or variable that a package refuses to start with, as a person would write it; null if none. */
function findRefusedStart(): string | null {
  const word = findRefusedSwitch((name) => app.commandLine.hasSwitch(name));
  if (word !== null) return `--${word}`;
  const isCommand = process.argv[1] === '--desk' || process.argv[1] === asIoProcess;
  const given = isCommand ? null : findRefusedArgument(process.argv.slice(1), process.platform);
  return given === null ? findRefusedVariable(process.env) : (given.split('=')[0] ?? given);
}
const refused = isDebuggable ? null : findRefusedStart();
if (refused !== null) {
  process.stderr.write(`Parcel Desk does not start with ${refused}. Leave it out.\n`);
  process.exit(1);
}

// A package is also the command line, without window or display. Electron does not become ready before this ends.
if (app.isPackaged && process.argv[1] === '--desk')
  await (await import('../command-line/run-command.ts')).runAndExit(process.argv.slice(2));
if (app.isPackaged && process.argv[1] === asIoProcess) {
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
  earlyFile ??= spreadsheetIn(['', path], '/');
});

if (!app.requestSingleInstanceLock()) app.quit();
else {
  // loads the thread's program in parallel with this one's
  const startThread = startEarly();
  // not awaited: Electron becomes ready meanwhile, which it does not while its first module waits
  import('./run.ts').then(
    ({ run }) => run({ startThread, isDebuggable, earlyFile: () => earlyFile }),
    (error: unknown) => {
      // fails as a main module that cannot be loaded
      setImmediate(() => {
        throw error;
      });
    },
  );
}
