import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

interface Packed {
  name: Buffer;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

// sizes come after the content, since it is not known before; names are UTF-8
const flags = 0x0808;
const deflated = 8;
// 1980-01-01: when a file of an archive was made is nobody's business
const noTime = 0x00210000;

/** Writes a ZIP archive, entry by entry, as their content comes: none is ever whole in memory. `end` ends the stream too. */
export function zipTo(out: Writable) {
  // an error of the disk is told by whatever waits next
  const ended = finished(out);
  ended.catch(() => undefined);
  const entries: Packed[] = [];
  let at = 0;

  async function put(bytes: Buffer): Promise<void> {
    at += bytes.length;
    if (!out.write(bytes)) await Promise.race([once(out, 'drain'), ended]);
  }

  return {
    async entry(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
      const entry: Packed = { name: Buffer.from(name), crc: 0, packed: 0, unpacked: 0, at };
      await put(localHead(entry));
      const deflate = createDeflateRaw();
      const reading = (async () => {
        for await (const bytes of deflate) {
          entry.packed += (bytes as Buffer).length;
          await put(bytes as Buffer);
        }
      })();
      reading.catch(() => undefined);
      try {
        for await (const text of content) {
          const bytes = Buffer.from(text);
          entry.crc = crc32(bytes, entry.crc);
          entry.unpacked += bytes.length;
          if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), reading]);
        }
        deflate.end();
        await reading;
      } catch (error) {
        deflate.destroy();
        out.destroy();
        throw error;
      }
      await put(sizesOf(entry));
      entries.push(entry);
    },
    async end(): Promise<void> {
      const directoryAt = at;
      for (const entry of entries) await put(directoryEntry(entry));
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(entries.length, 8);
      end.writeUInt16LE(entries.length, 10);
      end.writeUInt32LE(at - directoryAt, 12);
      end.writeUInt32LE(directoryAt, 16);
      await put(end);
      out.end();
      await ended;
    },
  };
}

function localHead({ name }: Packed): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt32LE(noTime, 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesOf({ crc, packed, unpacked }: Packed): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(unpacked, 12);
  return sizes;
}

function directoryEntry({ name, crc, packed, unpacked, at }: Packed): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt32LE(noTime, 12);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(unpacked, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, name]);
}
