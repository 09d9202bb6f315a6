import { connect, type Socket } from 'node:net';
import { openDevice } from './device-stream.ts';
import { NotReachedError } from './not-reached.ts';
import type { After } from './printer.ts';

/** The longest answer a printer gives to any question of ours, in bytes; who sends more is no printer. */
const maxBytes = 4096;

/** Where ZPL goes as it comes: a port of the network, or a device of this machine. */
export type RawPlace = { host: string; port: number } | { path: string };

/** How a question is asked, and what in its answer tells that it is whole; null: not yet. */
export interface Question<T> {
  ask: string;
  read: (answer: string) => T | null;
}

/** It ended while something was sent or asked. */
class CutError extends Error {
  override readonly name = 'CutError';
}

/** One connection to a raw printer: what is sent goes out whole before anything is asked, and one question waits for its answer at a time. */
export async function openRawConnection(at: RawPlace, connectMs: number, after: After) {
  const socket = 'path' in at ? await openDevice(at.path, after) : await connected(at, connectMs, after);
  let heard = '';
  const waiting = new Set<() => void>();
  const wake = (): void => waiting.forEach((look) => look());
  let ended: Error | null = null;
  const end = (error?: Error): void => {
    ended ??= new CutError(error?.message ?? 'The printer closed the connection.');
    wake();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    heard = (heard + text).slice(-maxBytes);
    wake();
  });
  socket.on('error', end);
  socket.on('close', () => end());
  socket.on('end', () => end());

  /** Settles when `done` says so, or with null when the time is over. Throws CutError. */
  function wait<T>(ms: number, done: () => T | null): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        cancel();
        waiting.delete(look);
        act();
      };
      const cancel = after(ms, () => finish(() => resolve(null)));
      const look = (): void => {
        const found = done();
        if (found !== null) finish(() => resolve(found));
        else if (ended) finish(() => reject(ended!));
      };
      waiting.add(look);
      look();
    });
  }

  return {
    isOpen: (): boolean => ended === null,
    /** Hands bytes to the system; true once it has taken all of them, false where the printer takes no more for so long. */
    async send(bytes: Uint8Array, ms: number): Promise<boolean> {
      let isTaken = false;
      socket.write(bytes, (error) => {
        if (!error) isTaken = true;
        wake();
      });
      return (await wait(ms, () => isTaken || null)) ?? false;
    },
    /** The answer; null where none that can be read came in time: what comes later would be taken for another's, so ask on a new connection. */
    async ask<T>({ ask, read }: Question<T>, ms: number): Promise<T | null> {
      heard = '';
      socket.write(ask);
      return wait(ms, () => read(heard));
    },
    /** Ends it; what was sent is on its way all the same. */
    async close(ms: number): Promise<void> {
      socket.end();
      await wait(ms, () => (ended ? true : null)).catch(() => undefined);
      socket.destroy();
    },
  };
}
export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>;

function connected(at: { host: string; port: number }, ms: number, after: After): Promise<Socket> {
  const socket = connect({ ...at, noDelay: true });
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      cancel();
      socket.destroy();
      reject(new NotReachedError(error.message));
    };
    const cancel = after(ms, () => fail(new Error('The printer does not answer.')));
    socket.once('error', fail);
    socket.once('connect', () => {
      cancel();
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
