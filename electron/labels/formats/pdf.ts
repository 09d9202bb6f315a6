import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { replacePrivateFile } from '../../platform/private-files.ts';
import type { Outline } from '../text/fonts.ts';
import type { Drawing, Glyphs, Picture, Rectangles } from './draw.ts';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync } from 'node:zlib';

/** A number as PDF writes it, rounded to so many decimals. */
export function formatNumber(value: number, decimals: number): string {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor;
  // PDF has no exponents; numbers that would need one are zero.
  return Math.abs(rounded) < 1e-6 ? '0' : String(rounded);
}

/**
 * Converts SVG path data (absolute M, L, Q, C, Z) to PDF path operators. PDF has no quadratic curves; each becomes the
 * equivalent cubic.
 */
export function pathOperators(path: string): string {
  const operators: string[] = [];
  let x = 0;
  let y = 0;
  const format = (value: number) => formatNumber(value, 2);
  for (const [, command, rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = rest.split(/[ ,]+/).filter(Boolean).map(Number) as [number, number, number, number, number, number];
    if (command === 'Z') operators.push('h');
    else if (command === 'M') operators.push(`${format(numbers[0])} ${format(numbers[1])} m`);
    else if (command === 'L') operators.push(`${format(numbers[0])} ${format(numbers[1])} l`);
    else if (command === 'C') operators.push(`${numbers.map(format).join(' ')} c`);
    else {
      const [cx, cy, ex, ey] = numbers;
      const first = `${format(x + ((cx - x) * 2) / 3)} ${format(y + ((cy - y) * 2) / 3)}`;
      operators.push(
        `${first} ${format(ex + ((cx - ex) * 2) / 3)} ${format(ey + ((cy - ey) * 2) / 3)} ${format(ex)} ${format(ey)} c`,
      );
    }
    if (numbers.length >= 2) [x, y] = numbers.slice(-2) as [number, number];
  }
  return operators.join('\n');
}

/** A glyph as a page refers to it: the font's number in the document and a code from 0 to 255. */
export interface GlyphCode {
  readonly font: number;
  readonly code: number;
}

/** A Type 3 font: up to 256 outlines of one font file, each with the text that copying it gives. */
export interface GlyphFont {
  readonly unitsPerEm: number;
  readonly glyphs: { readonly outline: Outline; readonly text: string }[];
}

const codesPerFont = 256;

/**
 * Assigns codes to glyphs as pages use them. The fonts contain the same outlines as SVG and bitmap, so all outputs look
 * alike, and text remains selectable; no font file is subset or embedded. An outline used for two texts has two codes.
 */
export class GlyphFonts {
  readonly fonts: GlyphFont[] = [];
  readonly #codes = new Map<Outline, Map<string, GlyphCode>>();
  readonly #openFonts = new Map<string, number>();

  codeOf(outline: Outline, text: string): GlyphCode {
    let byText = this.#codes.get(outline);
    if (byText === undefined) {
      byText = new Map<string, GlyphCode>();
      this.#codes.set(outline, byText);
    }
    let code = byText.get(text);
    if (code === undefined) byText.set(text, (code = this.#add(outline, text)));
    return code;
  }

  #add(outline: Outline, text: string): GlyphCode {
    let number = this.#openFonts.get(outline.font);
    let font = number === undefined ? undefined : this.fonts[number];
    if (number === undefined || font === undefined || font.glyphs.length === codesPerFont) {
      font = { unitsPerEm: outline.unitsPerEm, glyphs: [] };
      number = this.fonts.push(font) - 1;
      this.#openFonts.set(outline.font, number);
    }
    return { font: number, code: font.glyphs.push({ outline, text }) - 1 };
  }
}

export const pointsPerMm = 72 / 25.4;

const formatMm = (mm: number) => formatNumber(mm, 4);

/**
 * The content stream of one page, in millimetres, with y upwards as in PDF. `nameOf` registers a picture and returns
 * its name.
 */
export function pageContent(drawing: Drawing, fonts: GlyphFonts, nameOf: (picture: Picture) => string): string {
  const scale = formatNumber(pointsPerMm, 6);
  const operators = [`${scale} 0 0 ${scale} 0 0 cm`];
  let paint = 'ink';
  for (const shape of drawing.shapes) {
    if (shape.paint !== paint) operators.push(shape.paint === 'ink' ? '0 g' : '1 g');
    paint = shape.paint;
    if (shape.kind === 'rectangles') operators.push(rectangleOperators(shape, drawing.height));
    else if (shape.kind === 'glyphs') operators.push(textOperators(shape, drawing.height, fonts));
    else {
      const { x, y, width, height } = shape;
      operators.push(
        `q ${formatMm(width)} 0 0 ${formatMm(height)} ${formatMm(x)} ${formatMm(drawing.height - y - height)} cm ${nameOf(shape)} Do Q`,
      );
    }
  }
  return operators.join('\n');
}

/**
 * Rectangles of ink are this much smaller on each side (mm): where an edge lies on the border of two dots, a printer
 * that paints every touched dot would otherwise paint one dot too many.
 */
const edgeInset = 0.001;

function rectangleOperators(shape: Rectangles, pageHeight: number): string {
  const inset = shape.paint === 'ink' ? edgeInset : 0;
  const operators = shape.boxes.map(
    ({ x, y, width, height }) =>
      `${formatMm(x + inset)} ${formatMm(pageHeight - y - height + inset)} ${formatMm(width - 2 * inset)} ${formatMm(height - 2 * inset)} re`,
  );
  return operators.length === 0 ? '' : `${operators.join('\n')}\nf`;
}

const hexCodes = Array.from({ length: 256 }, (_, code) => code.toString(16).padStart(2, '0'));

function textOperators(shape: Glyphs, pageHeight: number, fonts: GlyphFonts): string {
  let operators = 'BT';
  let font = -1;
  let pen = NaN;
  let baseline = NaN;
  // operand of the next TJ operator: codes in angle brackets, with adjustments between them
  let pendingCodes = '';
  const flushCodes = () => {
    if (pendingCodes !== '') operators += `\n[<${pendingCodes}>]TJ`;
    pendingCodes = '';
  };
  for (const { outline, x, y, text } of shape.glyphs) {
    const code = fonts.codeOf(outline, text);
    const adjustment = ((x - pen) / shape.size) * 1000;
    if (code.font !== font || y !== baseline || !(Math.abs(adjustment) < 2000)) {
      flushCodes();
      if (code.font !== font) operators += `\n/F${code.font} ${formatMm(shape.size)} Tf`;
      operators += `\n1 0 0 1 ${formatMm(x)} ${formatMm(pageHeight - y)} Tm`;
      pen = x;
    } else if (Math.abs(adjustment) >= 0.5) {
      pendingCodes += `>${formatNumber(-adjustment, 0)}<`;
      pen += (Math.round(adjustment) / 1000) * shape.size;
    }
    pendingCodes += hexCodes[code.code];
    pen += (outline.advance / outline.unitsPerEm) * shape.size;
    font = code.font;
    baseline = y;
  }
  flushCodes();
  return `${operators}\nET`;
}

const catalogNumber = 1;
const pagesNumber = 2;
const resourcesNumber = 3;
const firstFreeNumber = 4;

/**
 * A PDF that passes its bytes to `write` page by page; the glyphs, shared by all pages, follow at the end. Hand-written
 * because pdfkit draws text only from font files and costs 0.3 ms a label before any text is shaped.
 */
export class PdfDocument {
  readonly #write: (bytes: Buffer) => void;
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  readonly #pictures: number[] = [];
  /** names of the pictures already written, such as the logo of every label */
  readonly #pictureNames = new WeakMap<Bitmap, string>();
  readonly #fonts = new GlyphFonts();
  #writtenBytes = 0;
  #nextNumber = firstFreeNumber;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
    // Bytes above 127 mark the file as binary for transfer programs.
    this.#writeBytes(Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  addPage(drawing: Drawing): void {
    const content = this.#addStream(pageContent(drawing, this.#fonts, (picture) => this.#addPicture(picture)));
    const [width, height] = [drawing.width, drawing.height].map((mm) => formatNumber(mm * pointsPerMm, 3));
    this.#pages.push(
      this.#addObject(
        `<</Type/Page/Parent ${pagesNumber} 0 R/MediaBox[0 0 ${width} ${height}]/Resources ${resourcesNumber} 0 R/Contents ${content} 0 R>>`,
      ),
    );
  }

  /** Writes fonts, pictures and the table of objects. No page may be added afterwards. */
  end(): void {
    const fonts = this.#fonts.fonts.map((font, index) => `/F${index} ${this.#addFont(font)} 0 R`);
    const pictures = this.#pictures.map((number, index) => `/I${index} ${number} 0 R`);
    this.#addObject(`<</Font<<${fonts.join('')}>>/XObject<<${pictures.join('')}>>>>`, resourcesNumber);
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    this.#addObject(`<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`, pagesNumber);
    this.#addObject(`<</Type/Catalog/Pages ${pagesNumber} 0 R>>`, catalogNumber);
    const xrefOffset = this.#writtenBytes;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#writeBytes(
      Buffer.from(
        `xref\n0 ${this.#nextNumber}\n0000000000 65535 f \n${rows.join('')}` +
          `trailer\n<</Size ${this.#nextNumber}/Root ${catalogNumber} 0 R>>\nstartxref\n${xrefOffset}\n%%EOF\n`,
      ),
    );
  }

  #addFont({ unitsPerEm, glyphs }: GlyphFont): number {
    const procedures = glyphs.map(
      ({ outline }, code) => `/g${code} ${this.#addPackedStream(glyphProcedure(outline))} 0 R`,
    );
    const names = glyphs.map((_, code) => `/g${code}`).join('');
    const widths = glyphs.map(({ outline }) => formatNumber(outline.advance, 0)).join(' ');
    const unitScale = formatNumber(1 / unitsPerEm, 9);
    return this.#addObject(
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[${unitScale} 0 0 ${unitScale} 0 0]/FirstChar 0/LastChar ${glyphs.length - 1}` +
        `/Widths[${widths}]/CharProcs<<${procedures.join('')}>>/Encoding<</Type/Encoding/Differences[0${names}]>>` +
        `/Resources<<>>/ToUnicode ${this.#addStream(unicodeMap(glyphs.map(({ text }) => text)))} 0 R>>`,
    );
  }

  /** An image mask with one bit per dot, so that the printer's own dots decide its edges. */
  #addPicture({ bitmap }: Picture): string {
    const { width, height, bits } = bitmap;
    const knownName = this.#pictureNames.get(bitmap);
    if (knownName !== undefined) return knownName;
    const mask = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ImageMask true/BitsPerComponent 1/Decode[1 0]`;
    const name = `/I${this.#pictures.push(this.#addStream(bits, mask)) - 1}`;
    this.#pictureNames.set(bitmap, name);
    return name;
  }

  #addStream(content: string | Uint8Array, attributes = ''): number {
    return this.#addPackedStream(deflate(content), attributes);
  }

  #addPackedStream(bytes: Uint8Array, attributes = ''): number {
    const number = this.#startObject();
    this.#writeBytes(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n<<${attributes}/Length ${bytes.length}/Filter/FlateDecode>>\nstream\n`),
        bytes,
        Buffer.from('\nendstream\nendobj\n'),
      ]),
    );
    return number;
  }

  #addObject(body: string, fixedNumber?: number): number {
    const number = this.#startObject(fixedNumber);
    this.#writeBytes(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`));
    return number;
  }

  #startObject(fixedNumber?: number): number {
    const number = fixedNumber ?? this.#nextNumber++;
    this.#offsets[number] = this.#writtenBytes;
    return number;
  }

  #writeBytes(bytes: Buffer): void {
    this.#write(bytes);
    this.#writtenBytes += bytes.length;
  }
}

/** Small buffers: a page has a few KB, and larger ones would be allocated per stream and compress no better. */
const deflateOptions = { level: 3, windowBits: 13, memLevel: 6, chunkSize: 4096 };

const deflate = (content: string | Uint8Array): Buffer =>
  deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content, deflateOptions);

/** Cached for the lifetime of the outline: most glyphs recur in the next document. */
const packedProcedures = new WeakMap<Outline, Uint8Array>();

/** The drawing procedure of a glyph in a Type 3 font. */
function glyphProcedure(outline: Outline): Uint8Array {
  const cached = packedProcedures.get(outline);
  if (cached) return cached;
  const { xMin, yMin, xMax, yMax } = outline.ink ?? { xMin: 0, yMin: 0, xMax: 0, yMax: 0 };
  const box = [outline.advance, 0, xMin, yMin, xMax, yMax].map((value) => formatNumber(value, 0)).join(' ');
  const path = outline.path === '' ? '' : `\n${pathOperators(outline.path)}\nf`;
  const packed = deflate(`${box} d1${path}`);
  packedProcedures.set(outline, packed);
  return packed;
}

function unicodeMap(texts: readonly string[]): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const entries = texts.flatMap((text, code) =>
    text === '' ? [] : [`<${code.toString(16).padStart(2, '0')}><${hex(text)}>`],
  );
  const blocks: string[] = [];
  // The format allows 100 entries per block.
  for (let index = 0; index < entries.length; index += 100) {
    const block = entries.slice(index, index + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return (
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Label def/CMapType 2 def\n' +
    `1 begincodespacerange<00><ff>endcodespacerange\n${blocks.join('\n')}\nendcmap CMapName currentdict/CMap defineresource pop end end`
  );
}

/** Drawings as one PDF in memory, each on a page of its own size. */
export function toPdf(drawings: Iterable<Drawing>): Buffer {
  const chunks: Buffer[] = [];
  const document = new PdfDocument((bytes) => void chunks.push(bytes));
  for (const drawing of drawings) document.addPage(drawing);
  document.end();
  return Buffer.concat(chunks);
}

const flushBytes = 256 * 1024;

/**
 * Writes drawings as one PDF, a page each, as they arrive. The file replaces any existing one only when it is complete
 * and on disk; on failure the existing file is untouched. Throws the errors of `replacePrivateFile` and of `drawings`,
 * and RangeError if there are no drawings. Returns the number of pages.
 */
export async function writePdf(path: string, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  const pageCount = await replacePrivateFile(path, async (temporaryPath) => {
    const file = openSync(temporaryPath, 'r+');
    try {
      const writtenPages = await writePages(file, drawings);
      fsyncSync(file);
      return writtenPages;
    } finally {
      closeSync(file);
    }
  });
  syncFolder(dirname(path));
  return pageCount;
}

async function writePages(file: number, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const flush = () => {
    const bytes = Buffer.concat(buffered);
    for (let writtenBytes = 0; writtenBytes < bytes.length;) writtenBytes += writeSync(file, bytes, writtenBytes);
    buffered = [];
    bufferedBytes = 0;
  };
  const document = new PdfDocument((bytes) => {
    buffered.push(bytes);
    bufferedBytes += bytes.length;
    if (bufferedBytes >= flushBytes) flush();
  });
  let pageCount = 0;
  for await (const drawing of drawings) {
    document.addPage(drawing);
    pageCount++;
  }
  if (pageCount === 0) throw new RangeError('there is no label to write');
  document.end();
  flush();
  return pageCount;
}

function syncFolder(folder: string): void {
  // Windows cannot sync a folder, and need not.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
