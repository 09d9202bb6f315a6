import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { deflateSync } from 'node:zlib';

/**
 * Compression of a bitmap: `z64` is smallest, and the printer verifies its checksum; `ascii` is for models that do not
 * support it.
 */
export type ZplPacking = 'z64' | 'ascii';

/** A bitmap as an inline graphic field, which the printer does not store. */
export function zplGraphic(bitmap: Bitmap, packing: ZplPacking): string {
  const { bits, bytesPerRow } = bitmap;
  const data = packing === 'z64' ? encodeZ64(bits) : encodeRows(bitmap).join('');
  return `^GFA,${bits.length},${bits.length},${bytesPerRow},${data}^FS`;
}

/** Z64: compressed, in base64, followed by its checksum. */
function encodeZ64(bits: Uint8Array): string {
  const text = deflateSync(bits).toString('base64');
  return `:Z64:${text}:${crc16(text)}`;
}

/** CRC table by byte. */
const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  return crc;
});

/** CRC-16 with the CCITT polynomial, initial value 0, over the characters as sent; four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0;
  for (let index = 0; index < text.length; index += 1)
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ text.charCodeAt(index)] as number);
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function* hexRows({ bits, bytesPerRow }: Bitmap): Generator<string> {
  for (let offset = 0; offset < bits.length; offset += bytesPerRow)
    yield Buffer.from(bits.subarray(offset, offset + bytesPerRow))
      .toString('hex')
      .toUpperCase();
}

/** Rows in hexadecimal with run lengths: `,` fills the rest of a row white, `!` black; `:` repeats the previous row. */
function encodeRows(bitmap: Bitmap): string[] {
  let previousRow = '';
  return Array.from(hexRows(bitmap), (row) => {
    if (row === previousRow) return ':';
    previousRow = row;
    const last = row.at(-1);
    if (last !== '0' && last !== 'F') return encodeRuns(row);
    let end = row.length;
    while (end > 0 && row[end - 1] === last) end -= 1;
    return encodeRuns(row.slice(0, end)) + (last === '0' ? ',' : '!');
  });
}

const encodeRuns = (digits: string): string =>
  digits.replaceAll(/(.)\1{2,}/g, (run, digit: string) => encodeCount(run.length) + digit);

/** `G` to `Y` are counts of 1 to 19, `g` to `z` of 20 to 400; they add up. */
function encodeCount(length: number): string {
  const [fourHundreds, rest] = [Math.floor(length / 400), length % 400];
  const [twenties, ones] = [Math.floor(rest / 20), rest % 20];
  const letter = (first: string, count: number): string =>
    count === 0 ? '' : String.fromCharCode(first.charCodeAt(0) + count - 1);
  return 'z'.repeat(fourHundreds) + letter('g', twenties) + letter('G', ones);
}

export interface ZplOptions {
  packing: ZplPacking;
  /** whether the printer itself reprints a label after running out of paper or being opened halfway */
  reprints: boolean;
}

/**
 * One label in ZPL: one bitmap, printed once. First resets settings that move or turn a picture and may be left from
 * other programs; stores nothing in the printer, and leaves media, darkness and mode unchanged.
 */
export function toZpl(bitmap: Bitmap, { packing, reprints }: ZplOptions): string {
  const resetCommands = '^PON^PMN^LRN^LS0^LH0,0';
  const size = `^PW${bitmap.width}^LL${bitmap.height}`;
  return `^XA^JZ${reprints ? 'Y' : 'N'}${resetCommands}${size}^FO0,0${zplGraphic(bitmap, packing)}^PQ1,0,1,N^XZ\n`;
}
