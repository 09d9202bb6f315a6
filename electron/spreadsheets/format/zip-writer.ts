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
export function zipWriter(output: Writable) {
  // a write error is reported by the next call that awaits `outputEnd`
  const outputEnd = finished(output);
  outputEnd.catch(() => undefined);
  const archive = new Zip((error, bytes) => {
    if (error) output.destroy(error);
    else output.write(bytes);
  });
  const waitForDrain = async (): Promise<void> => {
    if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), outputEnd]);
  };

  return {
    async addEntry(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
      const file: ZipInputFile = { filename: name, compression: deflateMethod, mtime: fixedTime, crc: 0, size: 0 };
      archive.add(file);
      const deflate = createDeflateRaw();
      const compression = (async () => {
        for await (const bytes of deflate) {
          file.ondata?.(null, bytes as Buffer<ArrayBuffer>, false);
          await waitForDrain();
        }
      })();
      compression.catch(() => undefined);
      try {
        for await (const text of content) {
          const bytes = Buffer.from(text);
          file.crc = crc32(bytes, file.crc);
          file.size += bytes.length;
          if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), compression]);
        }
        deflate.end();
        await compression;
      } catch (error) {
        deflate.destroy();
        output.destroy();
        throw error;
      }
      file.ondata?.(null, new Uint8Array(0), true);
      await waitForDrain();
    },
    async end(): Promise<void> {
      archive.end();
      output.end();
      await outputEnd;
    },
  };
}
