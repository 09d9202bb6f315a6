import { Zip, type ZipInputFile } from 'fflate';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

const deflateMethod = 8;
// entries do not reveal when they were made
const fixedTime = new Date(1980, 0, 1);

/**
 * Writes a ZIP archive entry by entry as content arrives, never holding an entry in memory. `end` also ends the stream.
 * fflate writes the archive, but its compression would block the thread; zlib compresses in a thread pool.
 */
export function zipTo(out: Writable) {
  // the next operation that waits reports an error of the disk
  const ended = finished(out);
  ended.catch(() => undefined);
  const archive = new Zip((error, bytes) => {
    if (error) out.destroy(error);
    else out.write(bytes);
  });
  const waitForDrain = async (): Promise<void> => {
    if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), ended]);
  };

  return {
    async entry(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
      const file: ZipInputFile = { filename: name, compression: deflateMethod, mtime: fixedTime, crc: 0, size: 0 };
      archive.add(file);
      const deflate = createDeflateRaw();
      const reading = (async () => {
        for await (const bytes of deflate) {
          file.ondata?.(null, bytes as Buffer<ArrayBuffer>, false);
          await waitForDrain();
        }
      })();
      reading.catch(() => undefined);
      try {
        for await (const text of content) {
          const bytes = Buffer.from(text);
          file.crc = crc32(bytes, file.crc);
          file.size += bytes.length;
          if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), reading]);
        }
        deflate.end();
        await reading;
      } catch (error) {
        deflate.destroy();
        out.destroy();
        throw error;
      }
      file.ondata?.(null, new Uint8Array(0), true);
      await waitForDrain();
    },
    async end(): Promise<void> {
      archive.end();
      out.end();
      await ended;
    },
  };
}
