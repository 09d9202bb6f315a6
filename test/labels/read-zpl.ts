import type { Picture } from './read-page.ts';
import { inflateSync } from 'node:zlib';
import { ready } from 'zpl-renderer-js';

/** The graphic of a label as a printer decodes it: its bits, row by row. Throws if a checksum or a length is wrong. */
export function graphicIn(zpl: string): { bytesPerRow: number; bits: Uint8Array } {
  const [, sent, total, row, data = ''] = /\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS/.exec(zpl) ?? [];
  const bytesPerRow = Number(row);
  const bits = data.startsWith(':Z64:') ? unpacked(data) : counted(data, bytesPerRow);
  if (bits.length !== Number(total) || sent !== total)
    throw new Error(`${bits.length} bytes of ${total}, ${sent} sent`);
  return { bytesPerRow, bits };
}

function unpacked(data: string): Uint8Array {
  const [, , text = '', check] = data.split(':');
  // the same checksum computed differently, as the remainder of a long division
  let left = 0;
  const bytes = [...Buffer.from(text, 'latin1'), 0, 0];
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      left = (left << 1) | ((byte >> bit) & 1);
      if (left > 0xffff) left ^= 0x11021;
    }
  }
  if (Number.parseInt(check ?? '', 16) !== left) throw new Error(`check ${check} is not ${left.toString(16)}`);
  return inflateSync(Buffer.from(text, 'base64'));
}

function counted(data: string, bytesPerRow: number): Uint8Array {
  const rows: string[] = [];
  let [row, count] = ['', 0];
  const full = bytesPerRow * 2;
  for (const sign of data) {
    if (sign === ':') rows.push(rows.at(-1) ?? '');
    else if (sign === ',') row = row.padEnd(full, '0');
    else if (sign === '!') row = row.padEnd(full, 'F');
    else if (sign >= 'g') count += 20 * (sign.charCodeAt(0) - 102);
    else if (sign >= 'G') count += sign.charCodeAt(0) - 70;
    else [row, count] = [row + sign.repeat(Math.max(count, 1)), 0];
    if (row.length < full) continue;
    if (row.length > full) throw new Error(`a row of ${row.length} digits`);
    rows.push(row);
    row = '';
  }
  if (row !== '') throw new Error('half a row');
  return Buffer.from(rows.join(''), 'hex');
}

/** A label rendered from its ZPL by a third-party program, at `dots` per millimetre. */
export async function renderedZpl(zpl: string, width: number, height: number, dots: number): Promise<Picture> {
  const { api } = await ready;
  return readPng(Buffer.from(await api.zplToBase64Async(zpl, width, height, dots), 'base64'));
}

/** Decodes a non-interlaced PNG with 8 bits per channel as grey: its first channel. */
export function readPng(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[png[25] ?? -1];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) throw new Error(`a PNG of form ${png[24]} ${png[25]}`);
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const lines = inflateSync(Buffer.concat(data));
  const length = width * channels;
  const grey = new Uint8Array(width * height);
  let above = new Uint8Array(length);
  for (let y = 0; y < height; y += 1) {
    const from = y * (length + 1);
    const line = lines.subarray(from + 1, from + 1 + length);
    unfilter(lines[from] ?? 0, line, above, channels);
    for (let x = 0; x < width; x += 1) grey[y * width + x] = line[x * channels] ?? 255;
    above = line;
  }
  return { width, height, grey };
}

/** Reverses the filter of a line in place. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, channels: number): void {
  // A label has millions of bytes, so no array is allocated per line.
  if (filter === 0) return;
  for (let x = 0; x < line.length; x += 1) {
    const left = x < channels ? 0 : line[x - channels]!;
    const up = above[x]!;
    if (filter === 1) line[x]! += left;
    else if (filter === 2) line[x]! += up;
    else if (filter === 3) line[x]! += (left + up) >> 1;
    else line[x]! += paeth(left, up, x < channels ? 0 : above[x - channels]!);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
