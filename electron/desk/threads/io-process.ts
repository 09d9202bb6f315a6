import type { FromIoProcess, IoProcess } from '../../copies/io-process/io-message.ts';
import { type ChildProcess, fork, type ForkOptions, spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Argument that makes a package's program run only as the I/O process. */
export const ioProcessArgument = '--desk-places';

/** A package's program cannot run as Node, so it starts itself. */
const startChild = (options: ForkOptions): ChildProcess =>
  'electron' in process.versions
    ? spawn(process.execPath, [ioProcessArgument], options)
    : fork(fileURLToPath(new URL(`./io-worker${extname(import.meta.url)}`, import.meta.url)), options);

/** Starts the I/O process as a child of this one. The host exits without waiting for it. */
export function forkIoProcess(): IoProcess {
  // The I/O process needs no secret.
  const { PARCEL_DESK_HEADER: _secret, ...env } = process.env;
  const child = startChild({ execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env });
  const ended = Promise.withResolvers<void>();
  child.on('exit', () => ended.resolve());
  child.on('error', () => {
    // The error is either a message that could not be sent, or a failed start, which has no exit event.
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
