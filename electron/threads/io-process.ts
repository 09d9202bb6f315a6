import { type ChildProcess, fork, type ForkOptions, spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromIoProcess, IoProcess } from '../isolated-io/io-message.ts';

/** The word by which a package's program is told to be nothing but the process that touches places. */
export const asIoProcess = '--desk-places';

/** A package's program cannot be run as Node: it is begun as itself. */
const begin = (options: ForkOptions): ChildProcess =>
  'electron' in process.versions
    ? spawn(process.execPath, [asIoProcess], options)
    : fork(fileURLToPath(new URL(`./io-worker${extname(import.meta.url)}`, import.meta.url)), options);

/** Begins the process that touches places, from the command line. The host ends without waiting for it. */
export function forkIoProcess(): IoProcess {
  // it needs no secret
  const { PARCEL_DESK_HEADER: _secret, ...env } = process.env;
  const child = begin({ execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env });
  const ended = Promise.withResolvers<void>();
  child.on('exit', () => ended.resolve());
  child.on('error', () => {
    // a message that did not reach it; one that never began has no exit of its own
    if (child.pid === undefined) ended.resolve();
    else child.kill('SIGKILL');
  });
  child.unref();
  child.channel?.unref();
  return {
    send: (message) => void child.send(message),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromIoProcess)),
    onExit: (listener) => void ended.promise.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}
