import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

const deflated = 8;
// when a file of an archive was made is nobody's business
const noTime = new Date(1980, 0, 1);

/**
 * Writes a ZIP archive, entry by entry, as their content comes: none is ever whole in memory. `end` ends the stream too. The archive is
 * fflate's, whose own packing would hold the thread; what is packed comes from zlib, which does it beside.
 */
export function zipTo(out: Writable) {
  // an error of the disk is told by whatever waits next
  const ended = finished(out);
  ended.catch(() => undefined);
  const archive = new Zip((error, bytes) => {
    if (error) out.destroy(error);
    else out.write(bytes);
  });
  const hasRoom = async (): Promise<void> => {
    if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), ended]);
  };

  return {
    async entry(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
      const file: ZipInputFile = { filename: name, compression: deflated, mtime: noTime, crc: 0, size: 0 };
      archive.add(file);
      const deflate = createDeflateRaw();
      const reading = (async () => {
        for await (const bytes of deflate) {
          file.ondata?.(null, bytes as Buffer<ArrayBuffer>, false);
          await hasRoom();
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
      await hasRoom();
    },
    async end(): Promise<void> {
      archive.end();
      out.end();
      await ended;
    },
  };
}
