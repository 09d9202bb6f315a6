import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';

/**
 * PDFium functions that its package calls itself or exports without a type; see fpdfview.h, fpdf_annot.h, fpdf_text.h
 * and fpdf_edit.h.
 */
interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc: (size: number) => number; free: (at: number) => void };
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, at: number, stride: number): number;
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
/** Members that the types of the package leave out. */
interface PageParts {
  readonly module: Pdfium;
  readonly pageIdx: number;
}

const grayFormat = 1;
/** FPDF_ANNOT, FPDF_GRAYSCALE, FPDF_PRINTING */
const [annotations, grayscale, printing] = [0x01, 0x08, 0x800];
const widgetSubtype = 20;
/** Annotation flags: PDF 32000-1, table 165. */
const [hidden, printed, noView] = [0x02, 0x04, 0x20];
/** Text rendering modes that draw nothing (invisible, clipping only): PDF 32000-1, table 106. */
const invisibleModes = new Set([3, 7]);

/**
 * Draws a page as it would be printed, with form fields filled in and without screen-only content: grey values, 0 for
 * black, rows from the top. Closes the page.
 */
export function drawPdfPage(document: PDFiumDocument, page: PDFiumPage, width: number, height: number): Uint8Array {
  const { module, pageIdx } = page as unknown as PageParts;
  const box = [0, 0, width, height, 0];
  showPrintedFields(module, pageIdx);
  const form = document.initializeFormFields();
  module._FORM_OnAfterLoadPage(pageIdx, form);
  const pointer = module.wasmExports.malloc(width * height);
  if (pointer === 0) throw new Error('no memory for a page');
  const bitmap = module._FPDFBitmap_CreateEx(width, height, grayFormat, pointer, width);
  try {
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    module._FPDF_RenderPageBitmap(bitmap, pageIdx, ...box, annotations | grayscale | printing);
    module._FPDF_FFLDraw(form, bitmap, pageIdx, ...box, grayscale | printing);
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
      module._FPDFAnnot_SetFlags(annotation, (flags & printed) === 0 ? flags | hidden : flags & ~noView);
    module._FPDFPage_CloseAnnot(annotation);
  }
}

/**
 * The name of a font without a glyph for a character of the page: a font that is not in the file is replaced by a Latin
 * one. Null if every character can be drawn.
 */
export function missingFont(page: PDFiumPage): string | null {
  const { module, pageIdx } = page as unknown as PageParts;
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
      const character = `${font} ${unicode}`;
      if (font === 0 || checkedCharacters.has(character)) continue;
      if (invisibleModes.has(module._FPDFTextObj_GetTextRenderMode(object))) continue;
      if (module._FPDFFont_GetIsEmbedded(font) === 0 && !hasGlyph(module, font, unicode)) return fontName(module, font);
      checkedCharacters.add(character);
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

const maxNameBytes = 100;
function fontName(module: Pdfium, font: number): string {
  const pointer = module.wasmExports.malloc(maxNameBytes);
  try {
    const length = module._FPDFFont_GetBaseFontName(font, pointer, maxNameBytes);
    if (length < 1 || length > maxNameBytes) return '?';
    const name = Buffer.from(module.HEAPU8.slice(pointer, pointer + length - 1)).toString('utf8');
    return name.replaceAll(/[\p{C}\uFFFD]/gu, '').trim() || '?';
  } finally {
    module.wasmExports.free(pointer);
  }
}
