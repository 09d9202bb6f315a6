import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run icons`: renders `renderer/icon.svg` in the sizes and file formats of each system.
const here = import.meta.dirname;
const drawing = readFileSync(join(here, '../renderer/icon.svg'), 'utf8');

/** Linux, in pixels. */
const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
/** Windows, in pixels: from the tray to the largest tile. */
const icoSizes = [16, 24, 32, 48, 64, 128, 256];
/** macOS: the type and pixels of each picture; every second one is for screens of twice the density. */
const icnsTypes = {
  ...{ icp4: 16, ic11: 32, icp5: 32, ic12: 64, ic07: 128 },
  ...{ ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 },
};

/** A PNG of `size` times `size` pixels. */
const renderPng = (size: number): Buffer =>
  Buffer.from(new Resvg(drawing, { fitTo: { mode: 'width', value: size } }).render().asPng());

/** The ICO format: header, one directory row per picture, pictures. */
function encodeIco(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const row = head.subarray(6 + 16 * index);
    // 256 is written as 0
    row.writeUInt8(size % 256, 0);
    row.writeUInt8(size % 256, 1);
    row.writeUInt16LE(1, 4);
    row.writeUInt16LE(32, 6);
    row.writeUInt32LE(png.length, 8);
    row.writeUInt32LE(at, 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The ICNS format: type, length and picture, one after the other. */
function encodeIcns(pictures: readonly { kind: string; png: Buffer }[]): Buffer {
  const icnsChunk = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return icnsChunk('icns', Buffer.concat(pictures.map(({ kind, png }) => icnsChunk(kind, png))));
}

/** Renders the files of `icons/`, by name. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  return new Map([
    ...sizes.map((size) => [`${String(size)}x${String(size)}.png`, renderPng(size)] as const),
    ['icon.ico', encodeIco(icoSizes.map((size) => ({ size, png: renderPng(size) })))],
    ['icon.icns', encodeIcns(Object.entries(icnsTypes).map(([kind, size]) => ({ kind, png: renderPng(size) })))],
  ]);
}

if (import.meta.main) {
  mkdirSync(join(here, 'icons'), { recursive: true });
  for (const [name, bytes] of await drawIcons()) writeFileSync(join(here, 'icons', name), bytes);
}
