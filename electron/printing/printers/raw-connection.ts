import { NotReachedError, type After } from './printer.ts';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Delay before a device without data or room is tried again (ms). */
const retryMs = 20;
const chunkBytes = 4096;

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
const wouldBlock = (error: unknown): boolean => ['EAGAIN', 'EWOULDBLOCK'].includes(codeOf(error));

/**
 * Opens a device that a printer is attached to, such as `/dev/usb/lp0`. Reads and writes never block in the system,
 * which has no deadline for them. Rejects with NotReachedError if there is none, or it is no device.
 */
export async function openDevice(path: string, after: After): Promise<Duplex> {
  const { O_RDWR, O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  const openWith = async (mode: number): Promise<FileHandle> => open(path, mode | O_NONBLOCK | O_NOCTTY);
  let file: FileHandle;
  let isReadable = true;
  try {
    file = await openWith(O_RDWR).catch((error: unknown) => {
      if (codeOf(error) !== 'EACCES') throw error;
      isReadable = false;
      return openWith(O_WRONLY);
    });
  } catch (error) {
    throw new NotReachedError(`${path}: ${codeOf(error)}`);
  }
  if (!(await file.stat()).isCharacterDevice()) {
    await file.close();
    throw new NotReachedError(`${path} is no device that a printer hangs on.`);
  }
  return streamOf(file, isReadable, after);
}

function streamOf(file: FileHandle, isReadable: boolean, after: After): Duplex {
  let isClosed = false;
  let pendingWrite: Promise<unknown> = Promise.resolve();
  const pause = (): Promise<void> => new Promise((resolve) => void after(retryMs, resolve));

  async function readLoop(): Promise<void> {
    const bytes = Buffer.alloc(chunkBytes);
    while (!isClosed) {
      const count = await file.read(bytes, 0, chunkBytes, null).then(
        ({ bytesRead }) => bytesRead,
        (error: unknown) => {
          if (wouldBlock(error)) return 0;
          throw error;
        },
      );
      if (count > 0) stream.push(Uint8Array.from(bytes.subarray(0, count)));
      else await pause();
    }
  }
  async function writeAll(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (isClosed) throw new Error('The device was closed.');
      try {
        at += (await file.write(bytes, at, bytes.length - at, null)).bytesWritten;
      } catch (error) {
        if (!wouldBlock(error)) throw error;
        await pause();
      }
    }
  }

  const stream = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      pendingWrite = writeAll(bytes).then(() => done(), done);
    },
    destroy(error, done) {
      isClosed = true;
      // pending system calls end first: they never block
      void Promise.allSettled([pendingWrite, reading])
        .then(() => file.close())
        .then(
          () => done(error),
          () => done(error),
        );
    },
  });
  const reading = isReadable
    ? readLoop().catch((error: unknown) => void stream.destroy(error as Error))
    : Promise.resolve();
  return stream;
}

/** Longest answer of a printer to any question, in bytes; what sends more is no printer. */
const maxBytes = 4096;

/** Where raw ZPL is sent: a port of the network, or a device of this machine. */
export type RawDestination = { host: string; port: number } | { path: string };

/** A question, and the parser of its answer; the parser answers null while that is incomplete. */
export interface Question<T> {
  command: string;
  parse: (answer: string) => T | null;
}

/** The connection ended while something was sent or asked. */
class CutError extends Error {
  override readonly name = 'CutError';
}

/**
 * One connection to a raw printer: bytes are sent completely before anything is asked, and one question at a time waits
 * for its answer.
 */
export async function openRawConnection(destination: RawDestination, connectMs: number, after: After) {
  const socket =
    'path' in destination ? await openDevice(destination.path, after) : await connectTo(destination, connectMs, after);
  let received = '';
  const waiters = new Set<() => void>();
  const wake = (): void => waiters.forEach((look) => look());
  let ended: Error | null = null;
  const end = (error?: Error): void => {
    ended ??= new CutError(error?.message ?? 'The printer closed the connection.');
    wake();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received = (received + text).slice(-maxBytes);
    wake();
  });
  socket.on('error', end);
  socket.on('close', () => end());
  socket.on('end', () => end());

  /** Settles with the answer of the check, or with null after `ms`. Throws CutError. */
  function wait<T>(ms: number, check: () => T | null): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        cancel();
        waiters.delete(look);
        act();
      };
      const cancel = after(ms, () => finish(() => resolve(null)));
      const look = (): void => {
        const found = check();
        if (found !== null) finish(() => resolve(found));
        else if (ended) finish(() => reject(ended!));
      };
      waiters.add(look);
      look();
    });
  }

  return {
    isOpen: (): boolean => ended === null,
    /**
     * Hands bytes to the system; true once it has taken all of them, false if the printer does not take them within
     * `ms`.
     */
    async send(bytes: Uint8Array, ms: number): Promise<boolean> {
      let isTaken = false;
      socket.write(bytes, (error) => {
        if (!error) isTaken = true;
        wake();
      });
      return (await wait(ms, () => isTaken || null)) ?? false;
    },
    /**
     * The answer; null if none could be read in time. A late answer would be taken for that of the next question, so
     * ask on a new connection then.
     */
    async ask<T>({ command, parse }: Question<T>, ms: number): Promise<T | null> {
      received = '';
      socket.write(command);
      return wait(ms, () => parse(received));
    },
    /** Ends the connection; bytes already sent still arrive. */
    async close(ms: number): Promise<void> {
      socket.end();
      await wait(ms, () => (ended ? true : null)).catch(() => undefined);
      socket.destroy();
    },
  };
}
export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>;

function connectTo(at: { host: string; port: number }, ms: number, after: After): Promise<Socket> {
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
