import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromPlace, PlaceProcess } from '../isolated-io/io-message.ts';

/** Begins the process that touches places, from Node. The host ends without waiting for it. */
export function forkIoProcess(): PlaceProcess {
  const program = fileURLToPath(new URL(`./io-worker${extname(import.meta.url)}`, import.meta.url));
  // it needs no secret
  const { PARCEL_DESK_HEADER: _secret, ...env } = process.env;
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env });
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
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromPlace)),
    onExit: (listener) => void ended.promise.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}
