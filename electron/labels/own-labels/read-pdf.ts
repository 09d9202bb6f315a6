import { maxOwnPages } from '../../../shared/labels/own-label.ts';
import { bitmapFromGrey, hasDarkGround, hasFaintInk } from './bitmap-operations.ts';
import { limitResolution, pageSize, OwnLabelError, type OwnLabelPage } from './own-label-page.ts';
import { readLibraryFile } from './read-library-file.ts';
import { type PDFiumDocument, type PDFiumPage, PDFiumLibrary } from '@hyzyla/pdfium';
import { pipeline } from 'node:stream/promises';
import { createInflate, createInflateRaw, inflateSync } from 'node:zlib';

/** Maximum size of all unpacked object streams (bytes); those of a label take some kilobytes. */
const maxUnpackedBytes = 20_000_000;
/** A name of eight characters, the length of `UserUnit`, each plain or escaped as `#55`; and the number after it. */
const nameAndNumber = /\/((?:#[0-9a-f]{2}|[a-z]){8})\s*([-+.\d]+(?:\s+\d+\s+R)?)/gi;

/**
 * The units of measure that pages of a PDF define for themselves (`UserUnit`, in 1/72 in: PDF 32000-1, table 30), as
 * text. PDFium ignores them and has no call for them, so the text of the file and its compressed object streams are
 * searched for them.
 */
export function userUnitsIn(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return [file.toString('latin1'), ...objectStreams(file)].flatMap((text) =>
    [...text.matchAll(nameAndNumber)]
      .filter(([, name = '']) => unescapeName(name) === 'UserUnit')
      .map(([, , number = '']) => number),
  );
}

const unescapeName = (name: string): string =>
  name.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The text of each stream that holds objects: PDF 32000-1, 7.5.7. */
function* objectStreams(file: Buffer): Generator<string> {
  let bytesLeft = maxUnpackedBytes;
  for (
    let offset = file.indexOf('/ObjStm');
    offset >= 0 && bytesLeft > 0;
    offset = file.indexOf('/ObjStm', offset + 1)
  ) {
    const keywordOffset = file.indexOf('stream', offset);
    if (keywordOffset < 0) return;
    const start = keywordOffset + (file[keywordOffset + 6] === 0x0d ? 8 : 7);
    const end = file.indexOf('endstream', start);
    try {
      const unpacked = inflateSync(file.subarray(start, end < 0 ? file.length : end), { maxOutputLength: bytesLeft });
      bytesLeft -= unpacked.length;
      yield unpacked.toString('latin1');
    } catch {
      // a stream that is not compressed is searched as part of the file's text; other compressions are not searched
    }
  }
}

/** A dictionary in front of its stream is shorter (bytes). */
const mostDictionary = 4096;
/** Content that is packed by Deflate first of all: PDF 32000-1, 7.4.4. */
const isDeflated = /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)\b/;
/** Of packed content: RFC 1950. */
const headerBytes = 2;
const isEncrypted = /\/Encrypt\s*(?:<<|\d+\s+\d+\s+R)/;

/** The streams of a file that are packed, each up to the word behind it. */
function* packedStreams(file: Buffer): Generator<Buffer> {
  for (let pointer = file.indexOf('stream'); pointer >= 0; pointer = file.indexOf('stream', pointer + 1)) {
    const before = file.toString('latin1', Math.max(0, pointer - mostDictionary), pointer);
    const [lineEnd, next] = [file[pointer + 6], file[pointer + 7]];
    if (!/>>\s*$/.test(before) || (lineEnd !== 0x0a && lineEnd !== 0x0d)) continue;
    const begin = pointer + (lineEnd === 0x0d && next === 0x0a ? 8 : 7);
    const end = file.indexOf('endstream', begin);
    if (end < 0) return;
    if (isDeflated.test(unescapeName(before.slice(before.lastIndexOf('obj') + 1)))) yield file.subarray(begin, end);
    pointer = end + 'end'.length;
  }
}

/** Null if it unpacks to its end; otherwise the code of the fault. What it unpacks to is not held. */
async function unpackFault(packed: Buffer, unpack: NodeJS.ReadWriteStream): Promise<string | null> {
  try {
    await pipeline([packed], unpack, async (unpacked: AsyncIterable<string | Buffer>) => {
      for await (const _ of unpacked);
    });
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/**
 * Throws OwnLabelError if packed content is damaged, since PDFium draws it as far as it unpacks. Its checksum tells
 * (RFC 1950); where a file leaves that out, the content has to reach the end that it marks itself. Encrypted content
 * cannot be checked.
 */
async function demandWholeContent(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isEncrypted.test(file.toString('latin1'))) return;
  for (const packed of packedStreams(file)) {
    if (packed.length < headerBytes) continue;
    const fault = await unpackFault(packed, createInflate());
    if (fault === null) continue;
    const isOnlyUnchecked =
      fault === 'Z_BUF_ERROR' && (await unpackFault(packed.subarray(headerBytes), createInflateRaw())) === null;
    if (!isOnlyUnchecked) throw brokenPdfError('its content is damaged');
  }
}
/**
 * PDFium functions that its package calls itself or exports without a type; see fpdfview.h, fpdf_annot.h, fpdf_text.h
 * and fpdf_edit.h.
 */
interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc: (size: number) => number; free: (pointer: number) => void };
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pointer: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, color: number): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(bitmap: number, page: number, ...boxRotationFlags: number[]): void;
  _FPDF_FFLDraw(form: number, bitmap: number, page: number, ...boxRotationFlags: number[]): void;
  _FPDF_ClosePage(page: number): void;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_SetFlags(annotation: number, flags: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  _FPDFTextObj_GetFont(object: number): number;
  _FPDFFont_GetIsEmbedded(font: number): number;
  _FPDFFont_GetGlyphPath(font: number, unicode: number, size: number): number;
  _FPDFGlyphPath_CountGlyphSegments(path: number): number;
  _FPDFFont_GetBaseFontName(font: number, at: number, length: number): number;
}
/** Members of a page that the package's types lack. */
interface PageInternals {
  readonly module: Pdfium;
  readonly pageIdx: number;
}

const grayFormat = 1;
/** FPDF_ANNOT, FPDF_GRAYSCALE, FPDF_PRINTING */
const [renderAnnotations, renderGrayscale, renderForPrinting] = [0x01, 0x08, 0x800];
const widgetSubtype = 20;
/** Annotation flags: PDF 32000-1, table 165. */
const [hiddenFlag, printFlag, noViewFlag] = [0x02, 0x04, 0x20];
/** Text rendering modes that draw nothing (invisible, clipping only): PDF 32000-1, table 106. */
const invisibleModes = new Set([3, 7]);

/**
 * Draws a page as it would be printed, with form fields filled in and without screen-only content: grey values, 0 for
 * black, rows from the top. Closes the page.
 */
export function drawPdfPage(document: PDFiumDocument, page: PDFiumPage, width: number, height: number): Uint8Array {
  const { module, pageIdx } = page as unknown as PageInternals;
  const box = [0, 0, width, height, 0];
  showPrintedFields(module, pageIdx);
  const form = document.initializeFormFields();
  module._FORM_OnAfterLoadPage(pageIdx, form);
  const pointer = module.wasmExports.malloc(width * height);
  if (pointer === 0) throw new Error('no memory for a page');
  const bitmap = module._FPDFBitmap_CreateEx(width, height, grayFormat, pointer, width);
  try {
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    module._FPDF_RenderPageBitmap(bitmap, pageIdx, ...box, renderAnnotations | renderGrayscale | renderForPrinting);
    module._FPDF_FFLDraw(form, bitmap, pageIdx, ...box, renderGrayscale | renderForPrinting);
    return module.HEAPU8.slice(pointer, pointer + width * height);
  } finally {
    module._FPDFBitmap_Destroy(bitmap);
    module.wasmExports.free(pointer);
    module._FORM_OnBeforeClosePage(pageIdx, form);
    module._FPDF_ClosePage(pageIdx);
  }
}

/** PDFium draws form fields as on a screen, so this shows those marked for printing and hides all others. */
function showPrintedFields(module: Pdfium, page: number): void {
  for (let index = module._FPDFPage_GetAnnotCount(page) - 1; index >= 0; index -= 1) {
    const annotation = module._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const flags = module._FPDFAnnot_GetFlags(annotation);
    if (module._FPDFAnnot_GetSubtype(annotation) === widgetSubtype)
      module._FPDFAnnot_SetFlags(annotation, (flags & printFlag) === 0 ? flags | hiddenFlag : flags & ~noViewFlag);
    module._FPDFPage_CloseAnnot(annotation);
  }
}

/**
 * The name of a font of the page that is not in the file and whose Latin replacement lacks a glyph for a character of
 * the page. Null if every character can be drawn.
 */
export function missingFont(page: PDFiumPage): string | null {
  const { module, pageIdx } = page as unknown as PageInternals;
  const text = module._FPDFText_LoadPage(pageIdx);
  if (text === 0) return null;
  try {
    const checkedCharacters = new Set<string>();
    for (let index = module._FPDFText_CountChars(text) - 1; index >= 0; index -= 1) {
      const unicode = module._FPDFText_GetUnicode(text, index);
      const object = module._FPDFText_GetTextObject(text, index);
      // line breaks and spaces added by PDFium have no text object
      if (object === 0 || !/[^\s\p{C}]/u.test(String.fromCodePoint(unicode))) continue;
      const font = module._FPDFTextObj_GetFont(object);
      const characterKey = `${font} ${unicode}`;
      if (font === 0 || checkedCharacters.has(characterKey)) continue;
      if (invisibleModes.has(module._FPDFTextObj_GetTextRenderMode(object))) continue;
      if (module._FPDFFont_GetIsEmbedded(font) === 0 && !hasGlyph(module, font, unicode)) return fontName(module, font);
      checkedCharacters.add(characterKey);
    }
    return null;
  } finally {
    module._FPDFText_ClosePage(text);
  }
}

function hasGlyph(module: Pdfium, font: number, unicode: number): boolean {
  const path = module._FPDFFont_GetGlyphPath(font, unicode, 100);
  return path !== 0 && module._FPDFGlyphPath_CountGlyphSegments(path) > 0;
}

const maxFontNameBytes = 100;
function fontName(module: Pdfium, font: number): string {
  const pointer = module.wasmExports.malloc(maxFontNameBytes);
  try {
    const length = module._FPDFFont_GetBaseFontName(font, pointer, maxFontNameBytes);
    if (length < 1 || length > maxFontNameBytes) return '?';
    const name = Buffer.from(module.HEAPU8.slice(pointer, pointer + length - 1)).toString('utf8');
    return name.replaceAll(/[\p{C}\uFFFD]/gu, '').trim() || '?';
  } finally {
    module.wasmExports.free(pointer);
  }
}

let loadedLibrary: Promise<PDFiumLibrary> | null = null;

/**
 * Loads PDFium, the PDF engine of a browser: hardened against hostile files, small, and able to draw as a printer
 * would. Scripts in a file do not run.
 */
function loadLibrary(): Promise<PDFiumLibrary> {
  return (loadedLibrary ??= readLibraryFile(
    // the bundler includes a file named by a URL of this form, but not one named by a resolved package name
    new URL('../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm', import.meta.url),
  ).then((wasm) =>
    PDFiumLibrary.init({
      instantiateWasm: (imports: WasmImports, onStarted: (instance: never) => void) =>
        startWithMemoryLimit(wasm, imports, onStarted),
    }),
  ));
}

/** Limit for the memory of PDFium (bytes): ten times what a page of A4 at 600 dpi takes. */
const maxMemoryBytes = 384 * 2 ** 20;

type WasmImports = Record<string, Record<string, unknown>>;
/** The part of the API used here; the types of Node lack it. */
declare const WebAssembly: {
  instantiate: (wasm: Uint8Array, imports: WasmImports) => Promise<{ instance: unknown }>;
};

/** Starts PDFium with a memory limit: its own is 2 GB, and the limits of a worker thread do not cover it. */
function startWithMemoryLimit(
  wasm: Uint8Array,
  imports: WasmImports,
  onStarted: (instance: never) => void,
): Record<string, never> {
  const growMemory = imports['env']?.['emscripten_resize_heap'] as ((requestedBytes: number) => unknown) | undefined;
  if (!growMemory) throw new Error('PDFium has another way to grow its memory');
  const env = {
    ...imports['env'],
    emscripten_resize_heap(requestedBytes: number): unknown {
      // an unsigned 32-bit number
      if (requestedBytes >>> 0 > maxMemoryBytes)
        throw new OwnLabelError(
          'too-much',
          'The PDF of the own label takes more memory than a label may. Correct it, or leave it out.',
        );
      return growMemory(requestedBytes);
    },
  };
  void WebAssembly.instantiate(wasm, { ...imports, env }).then(({ instance }) => onStarted(instance as never));
  return {};
}

/** Draws each page of a PDF. Throws OwnLabelError. */
export async function drawPdfPages(bytes: Uint8Array, dotsPerMm: number): Promise<OwnLabelPage[]> {
  try {
    const document = await (await loadLibrary()).loadDocument(bytes);
    let isComplete = false;
    try {
      await demandWholeContent(bytes);
      const count = document.getPageCount();
      if (count > maxOwnPages) throw tooManyPagesError(count);
      const userUnit = userUnitOf(bytes, count);
      const pages: OwnLabelPage[] = [];
      for (const page of document.pages()) {
        const { originalWidth, originalHeight } = page.getOriginalSize();
        if (originalWidth === 0 || originalHeight === 0) throw brokenPdfError('a page of it is not there');
        const size = pageSize((originalWidth * userUnit * 25.4) / 72, (originalHeight * userUnit * 25.4) / 72);
        const pageDotsPerMm = limitResolution(size, dotsPerMm);
        const [width, height] = [Math.round(size.width * pageDotsPerMm), Math.round(size.height * pageDotsPerMm)];
        const font = missingFont(page);
        if (font !== null) throw missingFontError(font);
        const grey = drawPdfPage(document, page, width, height);
        pages.push({
          ...size,
          bitmap: bitmapFromGrey(grey, width, height),
          isFaint: hasFaintInk(grey, width, height, pageDotsPerMm),
          hasDarkGround: hasDarkGround(grey, width, height, pageDotsPerMm),
        });
      }
      if (pages.length === 0) throw brokenPdfError('it has no page');
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
    throw brokenPdfError(message);
  }
}

/** The factor by which all pages are larger than PDFium reports. Throws OwnLabelError if it is not certain. */
function userUnitOf(bytes: Uint8Array, pageCount: number): number {
  const units = userUnitsIn(bytes);
  const [firstUnit = 1] = units.map(Number);
  if (units.every((one) => Number(one) === 1)) return 1;
  if (units.length === pageCount && units.every((one) => Number(one) === firstUnit) && firstUnit > 0) return firstUnit;
  throw new OwnLabelError(
    'user-unit',
    'Pages of the PDF of the own label have a unit of measure of their own (UserUnit), so their size on paper is not certain. Give one without.',
  );
}

export const tooManyPagesError = (count: number): OwnLabelError =>
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

const brokenPdfError = (detail: string) =>
  new OwnLabelError('broken', `The PDF of the own label cannot be read (${detail}). Correct it, or leave it out.`, {
    form: 'PDF',
  });
