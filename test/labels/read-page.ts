import type { Bitmap } from '../../shared/labels/label-layout.ts';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

/** Grey pixels, 0 black, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

const FORMATS: ['Code128', 'QRCode'] = ['Code128', 'QRCode'];

const DOTS = { width: 800, height: 1200 };
/** An A4 page as an office laser printer renders it at 300 dpi. */
export const A4_DOTS = { width: 2480, height: 3508 };

/** Renders each page of a PDF as a printer would, in order; the default `dots` is a label at 203 dpi. */
export async function* picturesOf(pdf: Uint8Array, dots = DOTS): AsyncGenerator<Picture> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ ...dots, colorSpace: 'Gray', render: 'bitmap' });
    yield { width, height, grey: new Uint8Array(data) };
  }
  document.destroy();
  library.destroy();
}

/** The dots of a bitmap. */
export function pictureOf({ width, height, bytesPerRow, bits }: Bitmap): Picture {
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = bits[y * bytesPerRow + (x >> 3)] as number;
      grey[y * width + x] = (byte & (0x80 >> (x & 7))) === 0 ? 255 : 0;
    }
  }
  return { width, height, grey };
}

/** The only page; throws if there is not exactly one. */
export async function onlyPage(pages: AsyncIterable<Picture>): Promise<Picture> {
  const all: Picture[] = [];
  for await (const page of pages) all.push(page);
  const [one, ...more] = all;
  if (!one || more.length > 0) throw new Error(`${all.length} pages`);
  return one;
}

/** RGBA value of each grey level, computed once because a page has millions of dots. */
const dotOf = Uint32Array.from({ length: 256 }, (_, grey) => 0xff000000 + grey * 0x010101);

let prepared = false;

const isDark = ({ grey, width }: Picture, x: number, y: number): boolean => grey[y * width + x]! < 128;

/** The same page with dot gain: each dot is one dot wider to the right and below. */
export function withGain(picture: Picture): Picture {
  const { width, height } = picture;
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isDark(picture, x, y))
        for (const [right, down] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const)
          if (x + right < width && y + down < height) grey[(y + down) * width + x + right] = 0;
  return { width, height, grey };
}

/** Lengths in dots of the runs of one color, from the first to the last dark dot of a row. */
export function stretches(picture: Picture, y: number): number[] {
  const dark = Array.from({ length: picture.width }, (_, x) => isDark(picture, x, y));
  const [first, last] = [dark.indexOf(true), dark.lastIndexOf(true)];
  const lengths: number[] = [];
  for (let x = first; x <= last; x += 1)
    if (x > first && dark[x] === dark[x - 1]) lengths[lengths.length - 1]! += 1;
    else lengths.push(1);
  return lengths;
}

/** Codes read from a picture. */
interface CodesRead {
  code128: string[];
  qr: string[];
}
const careful = { tryRotate: false, tryInvert: false, tryDownscale: false };
/** Settings of a hand scanner: fixed threshold, a few lines through the middle, no retries. */
const plain = { ...careful, tryHarder: false, tryDenoise: false, binarizer: 'FixedThreshold' } as const;

/** Reads a picture with at most this many codes. */
export const codesOn = (picture: Picture, maxNumberOfSymbols = 4): Promise<CodesRead> =>
  read(picture, { ...careful, maxNumberOfSymbols });

/** Reads a picture as a scanner aimed at one code does. */
export const scannedOn = (picture: Picture): Promise<CodesRead> => read(picture, { ...plain, maxNumberOfSymbols: 1 });

async function read({ width, height, grey }: Picture, options: ReaderOptions): Promise<CodesRead> {
  if (!prepared) {
    const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer } });
    prepared = true;
  }
  const dots = new Uint32Array(width * height);
  for (let at = 0; at < dots.length; at += 1) dots[at] = dotOf[grey[at]!]!;
  const data = new Uint8ClampedArray(dots.buffer);
  // Matches the browser's ImageData; Node has no type of that name.
  const image = { width, height, data, colorSpace: 'srgb' } as unknown as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(image, { formats: FORMATS, ...options });
  const of = (format: string) =>
    found.filter((code) => code.format === format && code.isValid).map((code) => code.text);
  return { code128: of('Code128'), qr: of('QRCode') };
}
