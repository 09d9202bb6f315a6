import { inflateSync } from 'node:zlib';
import { isDark, createWhiteBitmap, darken } from './bits.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { OwnLabelError } from './own-label.ts';

/** Limit for one picture (bytes): a label of 4 x 6 in at 600 dpi. */
const maxBytes = 1_200_000;

const brokenPicture = (said: string) =>
  new OwnLabelError(
    'broken',
    `A picture in the ZPL of the own label cannot be read (${said}). Correct it, or leave it out.`,
    { form: 'ZPL' },
  );

/**
 * Unpacks the picture of a ^GF field and checks its size, so that a printer gets exactly the bytes that the field
 * announces. Throws OwnLabelError.
 */
export function decodePicture(text: string): Bitmap {
  const [, sent, all, row, data = ''] = /^A,(\d{1,7}),(\d{1,7}),(\d{1,5}),(.*)$/is.exec(text) ?? [];
  const [total, bytesPerRow] = [Number(all), Number(row)];
  if (sent === undefined || !(total > 0) || !(bytesPerRow > 0) || total > maxBytes) throw brokenPicture('its size');
  const bits = data.startsWith(':')
    ? unpackBase64(data, total)
    : Buffer.from(expandHex(data, bytesPerRow, total), 'hex');
  if (bits.length !== total) throw brokenPicture(`${bits.length} bytes of ${total}`);
  return { width: bytesPerRow * 8, height: Math.ceil(total / bytesPerRow), bytesPerRow, bits };
}

function unpackBase64(data: string, total: number): Uint8Array {
  const [, , how, text = ''] = /^(:(Z64|B64):)([A-Za-z0-9+/=]*):[0-9A-F]{4}$/i.exec(data) ?? [];
  if (how === undefined) throw brokenPicture('how it is packed');
  const bytes = Buffer.from(text, 'base64');
  if (how.toUpperCase() === 'B64') return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: total });
  } catch {
    throw brokenPicture('it does not unpack to what it says');
  }
}

/** Expands the run-length hexadecimal of Zebra's manual: G to Y repeat 1 to 19 times, g to z 20 to 400 times. */
function expandHex(data: string, bytesPerRow: number, total: number): string {
  const [full, most] = [bytesPerRow * 2, total * 2];
  let [all, row, count] = ['', '', 0];
  for (const char of data) {
    if (/[0-9A-Fa-f]/.test(char)) [row, count] = [row + char.repeat(Math.min(Math.max(count, 1), most)), 0];
    else if (char >= 'G' && char <= 'Y') count += char.charCodeAt(0) - 70;
    else if (char >= 'g' && char <= 'z') count += 20 * (char.charCodeAt(0) - 102);
    else if (char === ',') row = row.padEnd(full, '0');
    else if (char === '!') row = row.padEnd(full, 'F');
    else if (char === ':' && row === '') row = all.slice(-full);
    else if (char !== ' ') throw brokenPicture(`the sign ${char}`);
    for (; row.length >= full; row = row.slice(full)) all += row.slice(0, full);
    if (all.length > most) throw brokenPicture('more than it says');
  }
  return all + row;
}

/** Draws the dark dots of one bitmap onto another; what lies outside is cut off. */
export function drawDarkDots(target: Bitmap, source: Bitmap, left: number, top: number): void {
  for (let y = Math.max(0, -top); y < source.height && top + y < target.height; y += 1)
    for (let x = Math.max(0, -left); x < source.width && left + x < target.width; x += 1)
      if (isDark(source, x, y)) darken(target, left + x, top + y);
}

/** A ^GB box: a frame of this line thickness, or filled. */
export function drawFrame(width: number, height: number, thick: number): Bitmap {
  const bitmap = createWhiteBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (x < thick || y < thick || x >= width - thick || y >= height - thick) darken(bitmap, x, y);
  return bitmap;
}
