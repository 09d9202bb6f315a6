import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Grey pixels, 0 black, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

const FORMATS: ['Code128', 'QRCode'] = ['Code128', 'QRCode'];

const DOTS = { width: 800, height: 1200 };
/** A sheet of A4 as a laser printer of an office draws it: 300 dots to the inch. */
export const A4_DOTS = { width: 2480, height: 3508 };

/** Each page of a PDF as a printer would draw it, in order; without `dots` a label at 203 to the inch. */
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

/** Of each grey, since a page has millions: red, green and blue alike, and nothing to see through. */
const dotOf = Uint32Array.from({ length: 256 }, (_, grey) => 0xff000000 + grey * 0x010101);

let prepared = false;

/** What a scanner reads on a picture that has so many codes at most. */
export async function codesOn(
  { width, height, grey }: Picture,
  maxNumberOfSymbols = 4,
): Promise<{ code128: string[]; qr: string[] }> {
  if (!prepared) {
    const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer } });
    prepared = true;
  }
  const dots = new Uint32Array(width * height);
  for (let at = 0; at < dots.length; at += 1) dots[at] = dotOf[grey[at]!]!;
  const data = new Uint8ClampedArray(dots.buffer);
  const options = {
    formats: FORMATS,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
    maxNumberOfSymbols,
  };
  // What a browser calls ImageData; Node has no type of that name.
  const image = { width, height, data, colorSpace: 'srgb' } as unknown as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(image, options);
  const of = (format: string) =>
    found.filter((code) => code.format === format && code.isValid).map((code) => code.text);
  return { code128: of('Code128'), qr: of('QRCode') };
}
