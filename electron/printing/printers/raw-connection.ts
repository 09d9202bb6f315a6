import { NotReachedError, type After } from './printer.ts';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Delay before a read without data, or a write without room, is tried again (ms). */
const retryMs = 20;
const chunkBytes = 4096;

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
const wouldBlock = (error: unknown): boolean => ['EAGAIN', 'EWOULDBLOCK'].includes(codeOf(error));

/**
 * Opens a device that a printer is attached to, such as `/dev/usb/lp0`. Reads and writes are non-blocking, because the
 * system has no timeout for them. Rejects with NotReachedError if the path does not exist or is no device.
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
    for (let offset = 0; offset < bytes.length;) {
      if (isClosed) throw new Error('The device was closed.');
      try {
        offset += (await file.write(bytes, offset, bytes.length - offset, null)).bytesWritten;
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
      // the file is closed after pending calls have ended; they never block
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

/** Bytes kept of what a printer sends, more than its longest answer. */
const maxBytes = 4096;

/** Where raw ZPL is sent: a port of the network, or a device of this machine. */
export type RawDestination = { host: string; port: number } | { path: string };

/** A question, and the parser of its answer; the parser returns null while the answer is incomplete. */
export interface Question<T> {
  command: string;
  parse: (answer: string) => T | null;
}

/** The connection ended before everything was sent or answered. */
class CutError extends Error {
  override readonly name = 'CutError';
}

/**
 * One connection to a raw printer. A caller sends all bytes before it asks, and asks the next question after the answer
 * to the last. Throws NotReachedError.
 */
export async function openRawConnection(destination: RawDestination, connectMs: number, after: After) {
  const socket =
    'path' in destination ? await openDevice(destination.path, after) : await connectTo(destination, connectMs, after);
  let received = '';
  const waiters = new Set<() => void>();
  const checkWaiters = (): void => waiters.forEach((recheck) => recheck());
  let endError: Error | null = null;
  const handleEnd = (error?: Error): void => {
    endError ??= new CutError(error?.message ?? 'The printer closed the connection.');
    checkWaiters();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received = (received + text).slice(-maxBytes);
    checkWaiters();
  });
  socket.on('error', handleEnd);
  socket.on('close', () => handleEnd());
  socket.on('end', () => handleEnd());

  /** Waits until the check answers; null after the timeout. Throws CutError. */
  function waitFor<T>(timeoutMs: number, check: () => T | null): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        cancel();
        waiters.delete(recheck);
        settle();
      };
      const cancel = after(timeoutMs, () => finish(() => resolve(null)));
      const recheck = (): void => {
        const answer = check();
        if (answer !== null) finish(() => resolve(answer));
        else if (endError) finish(() => reject(endError!));
      };
      waiters.add(recheck);
      recheck();
    });
  }

  return {
    isOpen: (): boolean => endError === null,
    /** Hands bytes to the system; true once it has accepted all of them, false if it does not before the timeout. */
    async send(bytes: Uint8Array, timeoutMs: number): Promise<boolean> {
      let isAccepted = false;
      socket.write(bytes, (error) => {
        if (!error) isAccepted = true;
        checkWaiters();
      });
      return (await waitFor(timeoutMs, () => isAccepted || null)) ?? false;
    },
    /**
     * The answer; null if none could be read in time. Ask the next question on a new connection then: a late answer
     * would be taken for its own.
     */
    async ask<T>({ command, parse }: Question<T>, timeoutMs: number): Promise<T | null> {
      received = '';
      socket.write(command);
      return waitFor(timeoutMs, () => parse(received));
    },
    /** Closes the connection; bytes already sent still arrive. */
    async close(timeoutMs: number): Promise<void> {
      socket.end();
      await waitFor(timeoutMs, () => (endError ? true : null)).catch(() => undefined);
      socket.destroy();
    },
  };
}
export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>;

function connectTo(destination: { host: string; port: number }, timeoutMs: number, after: After): Promise<Socket> {
  const socket = connect({ ...destination, noDelay: true });
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      cancel();
      socket.destroy();
      reject(new NotReachedError(error.message));
    };
    const cancel = after(timeoutMs, () => fail(new Error('The printer does not answer.')));
    socket.once('error', fail);
    socket.once('connect', () => {
      cancel();
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
