import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { NotReachedError } from './not-reached.ts';
import type { After } from './printer.ts';

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
