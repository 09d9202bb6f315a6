import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { deflateSync } from 'node:zlib';
import type { Drawing, Picture } from './draw.ts';
import type { Outline } from './open-fonts.ts';
import { GlyphFonts } from './pdf-glyph-fonts.ts';
import type { GlyphFont } from './pdf-glyph-fonts.ts';
import { pathOperators, short } from './pdf-outline.ts';
import { POINTS_PER_MM, pageContent } from './pdf-page.ts';

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
