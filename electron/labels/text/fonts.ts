import { Blob, Face, Font } from 'harfbuzzjs';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const textFont = 'NotoSans-Regular.ttf';
export const boldFont = 'NotoSans-Bold.ttf';
export const cjkFont = 'NotoSansCJKsc-Regular.otf';

/** Tried in this order for characters that a script's own font lacks. */
export const fallbackFonts = [
  textFont,
  'NotoSansSymbols-Regular.ttf',
  'NotoSansSymbols2-Regular.ttf',
  cjkFont,
] as const;

export interface Script {
  /** ISO 15924, for the shaper. */
  readonly tag: string;
  readonly font: string;
}

// a script per row: "Tag Unicode_name font"; font - is `textFont`, CJK is `cjkFont`, none is NotoSans<name>
const scriptRows = `
Latn Latin -
Grek Greek -
Cyrl Cyrillic -
Hani Han CJK
Hira Hiragana CJK
Kana Katakana CJK
Hang Hangul CJK
Bopo Bopomofo CJK
Arab Arabic
Hebr Hebrew
Thai Thai
Deva Devanagari
Beng Bengali
Taml Tamil
Telu Telugu
Knda Kannada
Mlym Malayalam
Gujr Gujarati
Guru Gurmukhi
Orya Oriya
Sinh Sinhala
Khmr Khmer
Mymr Myanmar
Laoo Lao
Tibt Tibetan NotoSerifTibetan
Geor Georgian
Armn Armenian
Ethi Ethiopic
Mong Mongolian
Thaa Thaana
Syrc Syriac
Nkoo Nko NotoSansNKo
Adlm Adlam
Cher Cherokee
Cans Canadian_Aboriginal NotoSansCanadianAboriginal
Tfng Tifinagh
Vaii Vai
Yiii Yi
Java Javanese
Bali Balinese
Sund Sundanese
Bugi Buginese
Batk Batak
Rjng Rejang
Cham Cham
Lana Tai_Tham NotoSansTaiTham
Tale Tai_Le NotoSansTaiLe
Talu New_Tai_Lue NotoSansNewTaiLue
Tavt Tai_Viet NotoSansTaiViet
Lisu Lisu
Plrd Miao
Limb Limbu
Lepc Lepcha
Mtei Meetei_Mayek NotoSansMeeteiMayek
Olck Ol_Chiki NotoSansOlChiki
Sylo Syloti_Nagri NotoSansSylotiNagri
Saur Saurashtra
Newa Newa
Cakm Chakma
Wara Warang_Citi NotoSansWarangCiti
Sora Sora_Sompeng NotoSansSoraSompeng
Mroo Mro
Wcho Wancho
Gong Gunjala_Gondi NotoSansGunjalaGondi
Gonm Masaram_Gondi NotoSansMasaramGondi
Rohg Hanifi_Rohingya NotoSansHanifiRohingya
Kali Kayah_Li NotoSansKayahLi
Tglg Tagalog
Tagb Tagbanwa
Hano Hanunoo
Buhd Buhid
Bamu Bamum
Bass Bassa_Vah NotoSansBassaVah
Osge Osage
Dsrt Deseret
Copt Coptic
Mand Mandaic
Pauc Pau_Cin_Hau NotoSansPauCinHau
Hmng Pahawh_Hmong NotoSansPahawhHmong
Hmnp Nyiakeng_Puachue_Hmong NotoSerifNyiakengPuachueHmong
Brai Braille NotoSansSymbols2`;

function fontFile(name: string, font: string | undefined): string {
  if (font === '-') return textFont;
  if (font === 'CJK') return cjkFont;
  return `${font ?? `NotoSans${name}`}-Regular.ttf`;
}

interface ScriptRow extends Script {
  readonly scriptPattern: RegExp;
  readonly extensionPattern: RegExp;
}

const scriptTable: ScriptRow[] = scriptRows
  .trim()
  .split('\n')
  .map((row) => {
    const [tag = '', name = '', font] = row.split(' ');
    return {
      tag,
      font: fontFile(name, font),
      scriptPattern: new RegExp(`^\\p{Script=${name}}`, 'u'),
      extensionPattern: new RegExp(`^\\p{Script_Extensions=${name}}`, 'u'),
    };
  });

/** Stands for characters without a script of their own: digits, punctuation, marks. */
export const commonScript: Script = { tag: 'Zyyy', font: textFont };

const commonPattern = /^[\p{Script=Common}\p{Script=Inherited}]/u;
const scriptsByCodePoint = new Map<number, { script: Script; hint: Script | undefined }>();

/**
 * The script of a character. A character without a script has `commonScript`, and as `hint` the first script known to
 * use it. A script without a font here is treated as common too; its glyphs are then reported missing.
 */
export function scriptOf(codePoint: number): { script: Script; hint: Script | undefined } {
  const cached = scriptsByCodePoint.get(codePoint);
  if (cached !== undefined) return cached;
  const char = String.fromCodePoint(codePoint);
  const isCommon = commonPattern.test(char);
  const row = scriptTable.find((script) => (isCommon ? script.extensionPattern : script.scriptPattern).test(char));
  const result = isCommon || row === undefined ? { script: commonScript, hint: row } : { script: row, hint: undefined };
  scriptsByCodePoint.set(codePoint, result);
  return result;
}

const emboldenedSuffix = '#bold';

/**
 * Bold variant of a font: a separate file if available, else the same outlines emboldened, since bold files of all
 * scripts would add 16 MB.
 */
export const boldOf = (font: string): string => (font === textFont ? boldFont : `${font}${emboldenedSuffix}`);

/** The file of a font, and whether its outlines are emboldened. */
export const fileOf = (font: string): { file: string; isEmboldened: boolean } =>
  font.endsWith(emboldenedSuffix)
    ? { file: font.slice(0, -emboldenedSuffix.length), isEmboldened: true }
    : { file: font, isEmboldened: false };

/** A glyph outline as SVG path data (absolute M, L, Q, C and Z only) and the bounds of its ink; font units, y up. */
export interface GlyphPath {
  readonly path: string;
  /** undefined without ink */
  readonly ink: { xMin: number; yMin: number; xMax: number; yMax: number } | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * How much wider a stroke becomes, in em: less than in the bold text font, so that the white inside dense letters is
 * kept.
 */
const strokeGrowthEm = 1 / 25;
/** A sharp corner moves by at most this multiple of the distance that edges move. */
const maxCornerFactor = 2;

/**
 * Moves every edge of an outline outwards, curves by their control points. The advance is unchanged: joined letters
 * must still meet.
 */
export function embolden({ path, ink }: GlyphPath, unitsPerEm: number): GlyphPath {
  if (ink === undefined) return { path, ink };
  const contours = contoursOf(path);
  const area = contours.reduce((sum, { points }) => sum + areaOf(points), 0);
  // the winding of an outer contour differs between font formats
  const distance = ((strokeGrowthEm * unitsPerEm) / 2) * (area > 0 ? 1 : -1);
  const grown = contours.map(({ commands, points }) => ({ commands, points: growContour(points, distance) }));
  const allPoints = grown.flatMap(({ points }) => points);
  return {
    path: grown.map(pathOf).join(''),
    ink: {
      xMin: Math.min(ink.xMin, ...allPoints.map(({ x }) => x)),
      yMin: Math.min(ink.yMin, ...allPoints.map(({ y }) => y)),
      xMax: Math.max(ink.xMax, ...allPoints.map(({ x }) => x)),
      yMax: Math.max(ink.yMax, ...allPoints.map(({ y }) => y)),
    },
  };
}

/** A closed contour: its commands (M, L, Q, C) and all their points in order. */
interface Contour {
  readonly commands: readonly string[];
  readonly points: readonly Point[];
}

const pointCounts: Record<string, number> = { M: 1, L: 1, Q: 2, C: 3 };

function contoursOf(path: string): Contour[] {
  return path
    .split('Z')
    .filter((contour) => contour !== '')
    .map((contour) => {
      const numbers = Array.from(contour.matchAll(/-?[\d.]+/g), ([text]) => Number(text));
      const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({
        x: numbers[2 * index] as number,
        y: numbers[2 * index + 1] as number,
      }));
      return { commands: contour.match(/[MLQC]/g) ?? [], points };
    });
}

function pathOf({ commands, points }: Contour): string {
  let index = 0;
  const segments = commands.map((command) => {
    const commandPoints = points.slice(index, (index += pointCounts[command] ?? 1));
    return command + commandPoints.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  });
  return `${segments.join('')}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Twice the signed area, positive for a counterclockwise contour (y up). */
function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] as Point;
    return sum + x * next.y - next.x * y;
  }, 0);
}

/** Moves each point outwards along the normals of its two adjacent edges; coincident points move together. */
function growContour(points: readonly Point[], distance: number): Point[] {
  const count = points.length;
  const edgeFrom = (startIndex: number, step: 1 | -1): (Point & { length: number }) | undefined => {
    const start = points[startIndex] as Point;
    for (let offset = 1; offset < count; offset++) {
      const end = points[(startIndex + step * offset + count * offset) % count] as Point;
      const [x, y] = [(end.x - start.x) * step, (end.y - start.y) * step];
      const length = Math.hypot(x, y);
      if (length > 1e-6) return { x: x / length, y: y / length, length };
    }
    return undefined;
  };
  return points.map((point, index) => {
    const [incoming, outgoing] = [edgeFrom(index, -1), edgeFrom(index, 1)];
    if (incoming === undefined || outgoing === undefined) return point;
    // the sum of the normals to the right of both edges, which is outside for a counterclockwise contour
    const normal = { x: incoming.y + outgoing.y, y: -incoming.x - outgoing.x };
    const turnFactor = 1 + incoming.x * outgoing.x + incoming.y * outgoing.y;
    const length = Math.hypot(normal.x, normal.y);
    if (length < 1e-6) return point;
    // a point in a notch must not move past the ends of its short edges
    const maxShift = Math.min(
      Math.abs(distance) * maxCornerFactor,
      Math.abs(distance) + Math.min(incoming.length, outgoing.length),
    );
    const shift = Math.min((Math.abs(distance) * length) / Math.max(turnFactor, 1e-6), maxShift) * Math.sign(distance);
    return { x: point.x + (normal.x / length) * shift, y: point.y + (normal.y / length) * shift };
  });
}

/** A glyph's shape, shared by all emitters. */
export interface Outline extends GlyphPath {
  readonly font: string;
  readonly id: number;
  readonly unitsPerEm: number;
  readonly advance: number;
}

interface OpenFont {
  readonly font: Font;
  readonly unitsPerEm: number;
  readonly isEmboldened: boolean;
  outlines: Map<number, Outline>;
  /** outlines of the previous cache generation */
  previousOutlines: Map<number, Outline>;
  readonly covered: Map<number, boolean>;
}

/**
 * Maximum number of outlines in a cache generation of a font, more than a batch in Chinese uses. All glyphs of a font
 * would take 60 MB.
 */
const maxCachedOutlines = 4000;

/** The fonts of one folder. A file is read on first use of one of its characters: the CJK font alone is 16 MB. */
export class Fonts {
  readonly #folder: string;
  readonly #openFonts = new Map<string, OpenFont>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  font(name: string): Font {
    return this.#fontOf(name).font;
  }

  unitsPerEm(name: string): number {
    return this.#fontOf(name).unitsPerEm;
  }

  covers(name: string, codePoint: number): boolean {
    const openFont = this.#fontOf(name);
    let covered = openFont.covered.get(codePoint);
    if (covered === undefined) {
      covered = (openFont.font.nominalGlyph(codePoint) ?? 0) !== 0;
      openFont.covered.set(codePoint, covered);
    }
    return covered;
  }

  outline(name: string, id: number): Outline {
    const openFont = this.#fontOf(name);
    let outline = openFont.outlines.get(id);
    if (outline !== undefined) return outline;
    outline = openFont.previousOutlines.get(id) ?? drawGlyph(name, id, openFont);
    if (openFont.outlines.size >= maxCachedOutlines)
      Object.assign(openFont, { outlines: new Map(), previousOutlines: openFont.outlines });
    openFont.outlines.set(id, outline);
    return outline;
  }

  #fontOf(name: string): OpenFont {
    let openFont = this.#openFonts.get(name);
    if (openFont === undefined) {
      openFont = this.#openFont(name);
      this.#openFonts.set(name, openFont);
    }
    return openFont;
  }

  #openFont(name: string): OpenFont {
    const { file, isEmboldened } = fileOf(name);
    if (isEmboldened)
      return { ...this.#fontOf(file), isEmboldened: isEmboldened, outlines: new Map(), previousOutlines: new Map() };
    const face = new Face(readBlob(join(this.#folder, file)));
    const caches = { outlines: new Map(), previousOutlines: new Map(), covered: new Map() };
    return { font: new Font(face), unitsPerEm: face.upem, isEmboldened: isEmboldened, ...caches };
  }
}

function drawGlyph(name: string, id: number, { font, unitsPerEm, isEmboldened }: OpenFont): Outline {
  const box = font.glyphExtents(id);
  const ink =
    box === undefined || box.width === 0 || box.height === 0
      ? undefined
      : {
          xMin: Math.min(box.xBearing, box.xBearing + box.width),
          xMax: Math.max(box.xBearing, box.xBearing + box.width),
          yMin: Math.min(box.yBearing, box.yBearing + box.height),
          yMax: Math.max(box.yBearing, box.yBearing + box.height),
        };
  const regular = { path: font.glyphToPath(id), ink };
  const shape = isEmboldened ? embolden(regular, unitsPerEm) : regular;
  return { font: name, id, unitsPerEm, advance: font.glyphHAdvance(id), ...shape };
}

/**
 * The shaper copies the font into its own memory; the buffer is released immediately instead of waiting for the garbage
 * collector.
 */
function readBlob(path: string): Blob {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    for (let readBytes = 0; readBytes < bytes.length;) {
      const count = readSync(file, bytes, readBytes, bytes.length - readBytes, null);
      if (count === 0) throw new Error(`${path} ends early`);
      readBytes += count;
    }
    const blob = new Blob(bytes);
    bytes.buffer.transfer(0);
    return blob;
  } finally {
    closeSync(file);
  }
}

let sharedFonts: Fonts | undefined;

/**
 * The fonts shipped with the desk, one set per thread: each further set took another 20 MB of the shaper's memory,
 * which is never freed. Reads no file yet.
 */
export function openFonts(): Fonts {
  return (sharedFonts ??= new Fonts(fileURLToPath(new URL('./fonts/', import.meta.url))));
}
