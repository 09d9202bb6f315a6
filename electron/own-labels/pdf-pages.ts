import { PDFiumLibrary } from '@hyzyla/pdfium';
import { maxOwnPages } from '../../shared/labels/own-label.ts';
import { bitmapFromGrey, hasFaintInk } from './bits.ts';
import { resolutionFor, pageSize } from './dots-for.ts';
import { drawPdfPage, missingFont } from './draw-pdf-page.ts';
import { OwnLabelError, type OwnLabelPage } from './own-label.ts';
import { readLibraryFile } from './read-carried.ts';
import { userUnitsIn } from './user-unit.ts';

let loadedLibrary: Promise<PDFiumLibrary> | null = null;

/**
 * Loads PDFium, the PDF engine of a browser: hardened against hostile files, small, and able to draw as a printer
 * would. Scripts in a file do not run.
 */
function loadLibrary(): Promise<PDFiumLibrary> {
  return (loadedLibrary ??= readLibraryFile(
    // the bundler includes a file named by a URL of this form, but not one named by a resolved package name
    new URL('../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm', import.meta.url),
  ).then((wasm) =>
    PDFiumLibrary.init({
      instantiateWasm: (imports: WasmImports, done: (instance: never) => void) =>
        startWithMemoryLimit(wasm, imports, done),
    }),
  ));
}

/** Limit for the memory of PDFium (bytes): ten times that of a page of A4 at 600 dpi. */
const maxMemory = 384 * 2 ** 20;

type WasmImports = Record<string, Record<string, unknown>>;
/** The part of the API used here; the types of Node leave it out. */
declare const WebAssembly: {
  instantiate: (wasm: Uint8Array, imports: WasmImports) => Promise<{ instance: unknown }>;
};

/** Starts PDFium with a memory limit: its own is 2 GB, and the limits of a worker thread do not cover it. */
function startWithMemoryLimit(
  wasm: Uint8Array,
  imports: WasmImports,
  done: (instance: never) => void,
): Record<string, never> {
  const growMemory = imports['env']?.['emscripten_resize_heap'] as ((wanted: number) => unknown) | undefined;
  if (!growMemory) throw new Error('PDFium has another way to grow its memory');
  const env = {
    ...imports['env'],
    emscripten_resize_heap(wanted: number): unknown {
      // an unsigned 32-bit number
      if (wanted >>> 0 > maxMemory)
        throw new OwnLabelError(
          'too-much',
          'The PDF of the own label takes more memory than a label may. Correct it, or leave it out.',
        );
      return growMemory(wanted);
    },
  };
  void WebAssembly.instantiate(wasm, { ...imports, env }).then(({ instance }) => done(instance as never));
  return {};
}

/** Draws each page of a PDF. Throws OwnLabelError. */
export async function drawPdfPages(bytes: Uint8Array, dotsPerMm: number): Promise<OwnLabelPage[]> {
  try {
    const document = await (await loadLibrary()).loadDocument(bytes);
    let isComplete = false;
    try {
      const count = document.getPageCount();
      if (count > maxOwnPages) throw tooManyPages(count);
      const unit = unitOf(bytes, count);
      const pages: OwnLabelPage[] = [];
      for (const page of document.pages()) {
        const { originalWidth, originalHeight } = page.getOriginalSize();
        if (originalWidth === 0 || originalHeight === 0) throw brokenPdf('a page of it is not there');
        const size = pageSize((originalWidth * unit * 25.4) / 72, (originalHeight * unit * 25.4) / 72);
        const dots = resolutionFor(size, dotsPerMm);
        const [width, height] = [Math.round(size.width * dots), Math.round(size.height * dots)];
        const font = missingFont(page);
        if (font !== null) throw missingFontError(font);
        const grey = drawPdfPage(document, page, width, height);
        pages.push({
          ...size,
          bitmap: bitmapFromGrey(grey, width, height),
          isFaint: hasFaintInk(grey, width, height, dots),
        });
      }
      if (pages.length === 0) throw brokenPdf('it has no page');
      isComplete = true;
      return pages;
    } finally {
      if (isComplete) document.destroy();
    }
  } catch (error) {
    // the state of the library after an interrupted call is unknown
    loadedLibrary = null;
    if (error instanceof OwnLabelError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith('Password'))
      throw new OwnLabelError('locked', 'The PDF of the own label asks for a password. Give one that opens without.');
    throw brokenPdf(message);
  }
}

/** By how much all pages are larger than what PDFium says. Throws OwnLabelError where that is not sure. */
function unitOf(bytes: Uint8Array, pages: number): number {
  const units = userUnitsIn(bytes);
  const [unit = 1] = units.map(Number);
  if (units.every((one) => Number(one) === 1)) return 1;
  if (units.length === pages && units.every((one) => Number(one) === unit) && unit > 0) return unit;
  throw new OwnLabelError(
    'user-unit',
    'Pages of the PDF of the own label have a unit of measure of their own (UserUnit), so their size on paper is not certain. Give one without.',
  );
}

export const tooManyPages = (count: number): OwnLabelError =>
  new OwnLabelError(
    'pages',
    `The own label has ${count} pages; at most ${maxOwnPages} can be printed. Give those of this parcel alone.`,
    { count, most: maxOwnPages },
  );

const missingFontError = (font: string) =>
  new OwnLabelError(
    'no-font',
    `The PDF of the own label has letters in the font ${font}, which is not in the file. Give one with its fonts embedded.`,
    { font },
  );

const brokenPdf = (said: string) =>
  new OwnLabelError('broken', `The PDF of the own label cannot be read (${said}). Correct it, or leave it out.`, {
    form: 'PDF',
  });
