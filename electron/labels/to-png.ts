import { crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from '../../shared/labels/bitmap.ts';

/** One chunk of a PNG: length, name, bytes and checksum. */
function chunk(name: string, bytes: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A bitmap as a two-colour PNG: ink, and transparent where white. */
export function toPng({ width, height, bytesPerRow, bits }: Bitmap): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // one bit per dot, with a palette
  head.set([1, 3, 0, 0, 0], 8);
  // each row starts with its filter type: 0, none
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * (bytesPerRow + 1) + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.of(255, 255, 255, 0, 0, 0)),
    chunk('tRNS', Uint8Array.of(0, 255)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}
