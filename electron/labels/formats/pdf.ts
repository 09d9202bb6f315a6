import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { replacePrivateFile } from '../../platform/private-files.ts';
import type { Outline } from '../text/fonts.ts';
import type { Drawing, Glyphs, Picture, Rectangles } from './draw.ts';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync } from 'node:zlib';

/** Two decimals of a font unit are far below what any device resolves. */
export function short(value: number, decimals: number): string {
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
  const out: string[] = [];
  let x = 0;
  let y = 0;
  const n = (value: number) => short(value, 2);
  for (const [, command, rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const v = rest.split(/[ ,]+/).filter(Boolean).map(Number) as [number, number, number, number, number, number];
    if (command === 'Z') out.push('h');
    else if (command === 'M') out.push(`${n(v[0])} ${n(v[1])} m`);
    else if (command === 'L') out.push(`${n(v[0])} ${n(v[1])} l`);
    else if (command === 'C') out.push(`${v.map(n).join(' ')} c`);
    else {
      const [cx, cy, ex, ey] = v;
      const first = `${n(x + ((cx - x) * 2) / 3)} ${n(y + ((cy - y) * 2) / 3)}`;
      out.push(`${first} ${n(ex + ((cx - ex) * 2) / 3)} ${n(ey + ((cy - ey) * 2) / 3)} ${n(ex)} ${n(ey)} c`);
    }
    if (v.length >= 2) [x, y] = v.slice(-2) as [number, number];
  }
  return out.join('\n');
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
  readonly #filling = new Map<string, number>();

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
    let number = this.#filling.get(outline.font);
    let font = number === undefined ? undefined : this.fonts[number];
    if (number === undefined || font === undefined || font.glyphs.length === codesPerFont) {
      font = { unitsPerEm: outline.unitsPerEm, glyphs: [] };
      number = this.fonts.push(font) - 1;
      this.#filling.set(outline.font, number);
    }
    return { font: number, code: font.glyphs.push({ outline, text }) - 1 };
  }
}

export const POINTS_PER_MM = 72 / 25.4;

const n = (mm: number) => short(mm, 4);

/**
 * The content stream of one page, in millimetres, y up as in PDF. `nameOf` registers a picture and returns its name.
 */
export function pageContent(drawing: Drawing, fonts: GlyphFonts, nameOf: (picture: Picture) => string): string {
  const scale = short(POINTS_PER_MM, 6);
  const parts = [`${scale} 0 0 ${scale} 0 0 cm`];
  let paint = 'ink';
  for (const shape of drawing.shapes) {
    if (shape.paint !== paint) parts.push(shape.paint === 'ink' ? '0 g' : '1 g');
    paint = shape.paint;
    if (shape.kind === 'rectangles') parts.push(rectangles(shape, drawing.height));
    else if (shape.kind === 'glyphs') parts.push(text(shape, drawing.height, fonts));
    else {
      const { x, y, width, height } = shape;
      parts.push(`q ${n(width)} 0 0 ${n(height)} ${n(x)} ${n(drawing.height - y - height)} cm ${nameOf(shape)} Do Q`);
    }
  }
  return parts.join('\n');
}

/**
 * Ink ends this far (mm) before an edge: a printer that paints every touched dot would otherwise paint one more where
 * the edge lies on a dot border.
 */
const edgeInset = 0.001;

function rectangles(shape: Rectangles, pageHeight: number): string {
  const less = shape.paint === 'ink' ? edgeInset : 0;
  const each = shape.boxes.map(
    ({ x, y, width, height }) =>
      `${n(x + less)} ${n(pageHeight - y - height + less)} ${n(width - 2 * less)} ${n(height - 2 * less)} re`,
  );
  return each.length === 0 ? '' : `${each.join('\n')}\nf`;
}

const hexCodes = Array.from({ length: 256 }, (_, code) => code.toString(16).padStart(2, '0'));

function text(shape: Glyphs, pageHeight: number, fonts: GlyphFonts): string {
  let out = 'BT';
  let font = -1;
  let pen = NaN;
  let baseline = NaN;
  // the current TJ operand: codes in angle brackets, with adjustments between them
  let shown = '';
  const show = () => {
    if (shown !== '') out += `\n[<${shown}>]TJ`;
    shown = '';
  };
  for (const { outline, x, y, text } of shape.glyphs) {
    const code = fonts.codeOf(outline, text);
    const adjustment = ((x - pen) / shape.size) * 1000;
    if (code.font !== font || y !== baseline || !(Math.abs(adjustment) < 2000)) {
      show();
      if (code.font !== font) out += `\n/F${code.font} ${n(shape.size)} Tf`;
      out += `\n1 0 0 1 ${n(x)} ${n(pageHeight - y)} Tm`;
      pen = x;
    } else if (Math.abs(adjustment) >= 0.5) {
      shown += `>${short(-adjustment, 0)}<`;
      pen += (Math.round(adjustment) / 1000) * shape.size;
    }
    shown += hexCodes[code.code];
    pen += (outline.advance / outline.unitsPerEm) * shape.size;
    font = code.font;
    baseline = y;
  }
  show();
  return `${out}\nET`;
}

const CATALOG = 1;
const PAGES = 2;
const RESOURCES = 3;
const FIRST_FREE = 4;

/**
 * A PDF written to `write` page by page, each as soon as it is drawn; the glyphs, shared by all pages, follow at the
 * end. Hand-written because pdfkit draws text only from font files and costs 0.3 ms a label before any text is shaped.
 */
export class PdfDocument {
  readonly #write: (bytes: Buffer) => void;
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  readonly #pictures: number[] = [];
  /** already written pictures, such as the logo on every label */
  readonly #names = new WeakMap<Bitmap, string>();
  readonly #fonts = new GlyphFonts();
  #written = 0;
  #next = FIRST_FREE;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
    // Bytes above 127 mark the file as binary for transfer programs.
    this.#writeBytes(Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  addPage(drawing: Drawing): void {
    const content = this.#stream(pageContent(drawing, this.#fonts, (picture) => this.#picture(picture)));
    const [width, height] = [drawing.width, drawing.height].map((mm) => short(mm * POINTS_PER_MM, 3));
    this.#pages.push(
      this.#object(
        `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[0 0 ${width} ${height}]/Resources ${RESOURCES} 0 R/Contents ${content} 0 R>>`,
      ),
    );
  }

  /** Writes what the pages share. Nothing may be added afterwards. */
  end(): void {
    const fonts = this.#fonts.fonts.map((font, index) => `/F${index} ${this.#font(font)} 0 R`);
    const pictures = this.#pictures.map((number, index) => `/I${index} ${number} 0 R`);
    this.#object(`<</Font<<${fonts.join('')}>>/XObject<<${pictures.join('')}>>>>`, RESOURCES);
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    this.#object(`<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`, PAGES);
    this.#object(`<</Type/Catalog/Pages ${PAGES} 0 R>>`, CATALOG);
    const start = this.#written;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#writeBytes(
      Buffer.from(
        `xref\n0 ${this.#next}\n0000000000 65535 f \n${rows.join('')}` +
          `trailer\n<</Size ${this.#next}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
  }

  #font({ unitsPerEm, glyphs }: GlyphFont): number {
    const drawn = glyphs.map(({ outline }, code) => `/g${code} ${this.#packed(glyphProcedure(outline))} 0 R`);
    const names = glyphs.map((_, code) => `/g${code}`).join('');
    const widths = glyphs.map(({ outline }) => short(outline.advance, 0)).join(' ');
    const em = short(1 / unitsPerEm, 9);
    return this.#object(
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[${em} 0 0 ${em} 0 0]/FirstChar 0/LastChar ${glyphs.length - 1}` +
        `/Widths[${widths}]/CharProcs<<${drawn.join('')}>>/Encoding<</Type/Encoding/Differences[0${names}]>>` +
        `/Resources<<>>/ToUnicode ${this.#stream(unicodeMap(glyphs.map(({ text }) => text)))} 0 R>>`,
    );
  }

  /** An image mask with one bit per dot, so that the printer's own dots decide its edges. */
  #picture({ bitmap }: Picture): string {
    const { width, height, bits } = bitmap;
    const there = this.#names.get(bitmap);
    if (there !== undefined) return there;
    const mask = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ImageMask true/BitsPerComponent 1/Decode[1 0]`;
    const name = `/I${this.#pictures.push(this.#stream(bits, mask)) - 1}`;
    this.#names.set(bitmap, name);
    return name;
  }

  #stream(content: string | Uint8Array, about = ''): number {
    return this.#packed(pack(content), about);
  }

  #packed(bytes: Uint8Array, about = ''): number {
    const number = this.#startObject();
    this.#writeBytes(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n<<${about}/Length ${bytes.length}/Filter/FlateDecode>>\nstream\n`),
        bytes,
        Buffer.from('\nendstream\nendobj\n'),
      ]),
    );
    return number;
  }

  #object(body: string, fixed?: number): number {
    const number = this.#startObject(fixed);
    this.#writeBytes(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`));
    return number;
  }

  #startObject(fixed?: number): number {
    const number = fixed ?? this.#next++;
    this.#offsets[number] = this.#written;
    return number;
  }

  #writeBytes(bytes: Buffer): void {
    this.#write(bytes);
    this.#written += bytes.length;
  }
}

/** A page is a few KB; larger buffers would be allocated per stream and compress no better. */
const packing = { level: 3, windowBits: 13, memLevel: 6, chunkSize: 4096 };

const pack = (content: string | Uint8Array): Buffer =>
  deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content, packing);

/** Cached for the lifetime of the outline: most glyphs recur in the next document. */
const procedures = new WeakMap<Outline, Uint8Array>();

/** The drawing procedure of a glyph in a Type 3 font. */
function glyphProcedure(outline: Outline): Uint8Array {
  const kept = procedures.get(outline);
  if (kept) return kept;
  const { xMin, yMin, xMax, yMax } = outline.ink ?? { xMin: 0, yMin: 0, xMax: 0, yMax: 0 };
  const box = [outline.advance, 0, xMin, yMin, xMax, yMax].map((value) => short(value, 0)).join(' ');
  const path = outline.path === '' ? '' : `\n${pathOperators(outline.path)}\nf`;
  const packed = pack(`${box} d1${path}`);
  procedures.set(outline, packed);
  return packed;
}

function unicodeMap(texts: readonly string[]): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const entries = texts.flatMap((text, code) =>
    text === '' ? [] : [`<${code.toString(16).padStart(2, '0')}><${hex(text)}>`],
  );
  const blocks: string[] = [];
  // The format allows 100 entries per block.
  for (let at = 0; at < entries.length; at += 100) {
    const block = entries.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return (
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Label def/CMapType 2 def\n' +
    `1 begincodespacerange<00><ff>endcodespacerange\n${blocks.join('\n')}\nendcmap CMapName currentdict/CMap defineresource pop end end`
  );
}

/** Drawings as one PDF in memory, one page each, exactly the drawing's size. */
export function toPdf(drawings: Iterable<Drawing>): Buffer {
  const parts: Buffer[] = [];
  const document = new PdfDocument((bytes) => void parts.push(bytes));
  for (const drawing of drawings) document.addPage(drawing);
  document.end();
  return Buffer.concat(parts);
}

const CHUNK = 256 * 1024;

/**
 * Writes drawings as one PDF, a page each, as they arrive. The file replaces any existing one only when it is complete
 * and on disk; on failure the existing file is untouched. Throws as `replacePrivately`, what `drawings` throws, and
 * RangeError without drawings. Returns the number of pages.
 */
export async function writePdf(path: string, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  const pages = await replacePrivateFile(path, async (unfinished) => {
    const file = openSync(unfinished, 'r+');
    try {
      const written = await writePages(file, drawings);
      fsyncSync(file);
      return written;
    } finally {
      closeSync(file);
    }
  });
  syncFolder(dirname(path));
  return pages;
}

async function writePages(file: number, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  let buffered: Buffer[] = [];
  let size = 0;
  const flush = () => {
    const bytes = Buffer.concat(buffered);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    buffered = [];
    size = 0;
  };
  const document = new PdfDocument((bytes) => {
    buffered.push(bytes);
    size += bytes.length;
    if (size >= CHUNK) flush();
  });
  let pages = 0;
  for await (const drawing of drawings) {
    document.addPage(drawing);
    pages++;
  }
  if (pages === 0) throw new RangeError('there is no label to write');
  document.end();
  flush();
  return pages;
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder as a file, and needs no such sync.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
