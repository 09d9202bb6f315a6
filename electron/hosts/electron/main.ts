import { app, Menu, protocol } from 'electron';
import { asIoProcess } from '../../threads/io-process.ts';
import { startEarly } from '../../threads/start-thread.ts';
import { mayBeDebugged } from '../program-of.ts';
import { appPrivileges } from './app-scheme.ts';
import { spreadsheetIn } from './given-files.ts';
import { guardContents } from './guard-contents.ts';
import { refusedSwitch, refusedVariable, refusedWord } from './refused-switch.ts';

/** A package lets nobody look into it or change what it runs; only a twin of it that tests drive says otherwise. */
const isDebuggable = !app.isPackaged || mayBeDebugged;
/** What a package does not start with, as a person would write it; null for nothing. */
function whatIsRefused(): string | null {
  const word = refusedSwitch((name) => app.commandLine.hasSwitch(name));
  if (word !== null) return `--${word}`;
  const isCommand = process.argv[1] === '--desk' || process.argv[1] === asIoProcess;
  const given = isCommand ? null : refusedWord(process.argv.slice(1), process.platform);
  return given === null ? refusedVariable(process.env) : (given.split('=')[0] ?? given);
}
const refused = isDebuggable ? null : whatIsRefused();
if (refused !== null) {
  process.stderr.write(`Parcel Desk does not start with ${refused}. Leave it out.\n`);
  process.exit(1);
}

// A package is the command line too, with no window and no display. Electron is not ready before this is over.
if (app.isPackaged && process.argv[1] === '--desk')
  await (await import('../command-line/end-as-command.ts')).endAsCommand(process.argv.slice(2));
if (app.isPackaged && process.argv[1] === asIoProcess) {
  if (!process.send) process.exit(1);
  await import('../../threads/io-worker.ts');
  await new Promise(() => undefined);
}

// Before anything waits: a scheme is made known before the app is ready, or never.
protocol.registerSchemesAsPrivileged([appPrivileges]);
app.enableSandbox();
// Electron makes one of its own where it is not told before that there is none
Menu.setApplicationMenu(null);
guardContents(app);

/** macOS names a file before the app is ready. */
let openedFirst: string | null = null;
app.once('open-file', (event, path) => {
  event.preventDefault();
  openedFirst ??= spreadsheetIn(['', path], '/');
});

if (!app.requestSingleInstanceLock()) app.quit();
else {
  // it loads its program beside this thread, which has its own to load
  const startThread = startEarly();
  // not waited for: Electron gets ready meanwhile, and is not while a program's first module waits
  import('./run.ts').then(
    ({ run }) => run({ startThread, isDebuggable, openedFirst: () => openedFirst }),
    (error: unknown) => {
      // as of a first module that cannot be loaded
      setImmediate(() => {
        throw error;
      });
    },
  );
}
