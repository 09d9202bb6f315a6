import { Blob, Face, Font } from 'harfbuzzjs';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const TEXT_FONT = 'NotoSans-Regular.ttf';
export const BOLD_FONT = 'NotoSans-Bold.ttf';
export const CJK_FONT = 'NotoSansCJKsc-Regular.otf';

/** Tried in this order for characters that a script's own font lacks. */
export const FALLBACK_FONTS = [
  TEXT_FONT,
  'NotoSansSymbols-Regular.ttf',
  'NotoSansSymbols2-Regular.ttf',
  CJK_FONT,
] as const;

export interface Script {
  /** ISO 15924, for the shaper. */
  readonly tag: string;
  readonly font: string;
}

// "Tag Unicode_name font"; font - is TEXT_FONT, CJK is CJK_FONT, a missing font is NotoSans<name>.
const ROWS = `
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
  if (font === '-') return TEXT_FONT;
  if (font === 'CJK') return CJK_FONT;
  return `${font ?? `NotoSans${name}`}-Regular.ttf`;
}

interface ScriptRow extends Script {
  readonly own: RegExp;
  readonly extended: RegExp;
}

const TABLE: ScriptRow[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [tag = '', name = '', font] = row.split(' ');
    return {
      tag,
      font: fontFile(name, font),
      own: new RegExp(`^\\p{Script=${name}}`, 'u'),
      extended: new RegExp(`^\\p{Script_Extensions=${name}}`, 'u'),
    };
  });

/** Digits, punctuation, marks: characters without a script of their own. */
export const COMMON: Script = { tag: 'Zyyy', font: TEXT_FONT };

const COMMON_OR_INHERITED = /^[\p{Script=Common}\p{Script=Inherited}]/u;
const known = new Map<number, { script: Script; hint: Script | undefined }>();

/**
 * The script of a character. A character without script has COMMON, and as `hint` the first script known to use it. A
 * script without a font here is also COMMON; its glyphs are then reported missing.
 */
export function scriptOf(codePoint: number): { script: Script; hint: Script | undefined } {
  const found = known.get(codePoint);
  if (found !== undefined) return found;
  const char = String.fromCodePoint(codePoint);
  const isCommon = COMMON_OR_INHERITED.test(char);
  const row = TABLE.find((script) => (isCommon ? script.extended : script.own).test(char));
  const result = isCommon || row === undefined ? { script: COMMON, hint: row } : { script: row, hint: undefined };
  known.set(codePoint, result);
  return result;
}

const EMBOLDENED = '#bold';

/**
 * Bold variant of a font: a separate file if available, else the same outlines emboldened, since bold files of all
 * scripts would add 16 MB.
 */
export const boldOf = (font: string): string => (font === TEXT_FONT ? BOLD_FONT : `${font}${EMBOLDENED}`);

/** The file of a font, and whether its outlines are emboldened. */
export const fileOf = (font: string): { file: string; heavier: boolean } =>
  font.endsWith(EMBOLDENED)
    ? { file: font.slice(0, -EMBOLDENED.length), heavier: true }
    : { file: font, heavier: false };

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
 * How much wider a stroke becomes, in em: between the regular and the bold of the text font, so that dense letters keep
 * their counters.
 */
const STRENGTH = 1 / 25;
/** A sharp corner moves by at most this multiple of what an edge moves. */
const MAX_CORNER_GROWTH = 2;

/**
 * Moves every edge of an outline outwards, curves by their control points. The advance is unchanged: joined letters
 * must still meet.
 */
export function embolden({ path, ink }: GlyphPath, unitsPerEm: number): GlyphPath {
  if (ink === undefined) return { path, ink };
  const contours = contoursOf(path);
  const area = contours.reduce((sum, { points }) => sum + areaOf(points), 0);
  // the winding of an outer contour differs between font formats
  const distance = ((STRENGTH * unitsPerEm) / 2) * (area > 0 ? 1 : -1);
  const moved = contours.map(({ commands, points }) => ({ commands, points: grow(points, distance) }));
  const all = moved.flatMap(({ points }) => points);
  return {
    path: moved.map(pathOf).join(''),
    ink: {
      xMin: Math.min(ink.xMin, ...all.map(({ x }) => x)),
      yMin: Math.min(ink.yMin, ...all.map(({ y }) => y)),
      xMax: Math.max(ink.xMax, ...all.map(({ x }) => x)),
      yMax: Math.max(ink.yMax, ...all.map(({ y }) => y)),
    },
  };
}

/** A closed contour: its commands (M, L, Q, C) and all their points in order. */
interface Contour {
  readonly commands: readonly string[];
  readonly points: readonly Point[];
}

const pointsOf: Record<string, number> = { M: 1, L: 1, Q: 2, C: 3 };

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
  let at = 0;
  const drawn = commands.map((command) => {
    const own = points.slice(at, (at += pointsOf[command] ?? 1));
    return command + own.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  });
  return `${drawn.join('')}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Twice the signed area, positive for a counterclockwise contour (y up). */
function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] as Point;
    return sum + x * next.y - next.x * y;
  }, 0);
}

/** Moves each point by its two adjacent edges; coincident points move together. */
function grow(points: readonly Point[], distance: number): Point[] {
  const count = points.length;
  const edge = (from: number, step: 1 | -1): (Point & { length: number }) | undefined => {
    const here = points[from] as Point;
    for (let ahead = 1; ahead < count; ahead++) {
      const there = points[(from + step * ahead + count * ahead) % count] as Point;
      const [x, y] = [(there.x - here.x) * step, (there.y - here.y) * step];
      const length = Math.hypot(x, y);
      if (length > 1e-6) return { x: x / length, y: y / length, length };
    }
    return undefined;
  };
  return points.map((point, index) => {
    const [before, after] = [edge(index, -1), edge(index, 1)];
    if (before === undefined || after === undefined) return point;
    // to the right of the direction of travel, which is outside for a counterclockwise contour
    const across = { x: before.y + after.y, y: -before.x - after.x };
    const turn = 1 + before.x * after.x + before.y * after.y;
    const length = Math.hypot(across.x, across.y);
    if (length < 1e-6) return point;
    // a point in a notch must not move past the ends of its short edges
    const most = Math.min(
      Math.abs(distance) * MAX_CORNER_GROWTH,
      Math.abs(distance) + Math.min(before.length, after.length),
    );
    const by = Math.min((Math.abs(distance) * length) / Math.max(turn, 1e-6), most) * Math.sign(distance);
    return { x: point.x + (across.x / length) * by, y: point.y + (across.y / length) * by };
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
  /** previous generation of the cache */
  earlier: Map<number, Outline>;
  readonly covered: Map<number, boolean>;
}

/**
 * Outlines cached per font, in two generations: more than a batch in Chinese uses. Caching all glyphs of a font would
 * hold 60 MB forever.
 */
const CACHE_SIZE = 4000;

/** The fonts of one folder. A file is read on first use of one of its characters: the CJK font alone is 16 MB. */
export class Fonts {
  readonly #folder: string;
  readonly #open = new Map<string, OpenFont>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  font(name: string): Font {
    return this.#get(name).font;
  }

  unitsPerEm(name: string): number {
    return this.#get(name).unitsPerEm;
  }

  covers(name: string, codePoint: number): boolean {
    const open = this.#get(name);
    let covered = open.covered.get(codePoint);
    if (covered === undefined) {
      covered = (open.font.nominalGlyph(codePoint) ?? 0) !== 0;
      open.covered.set(codePoint, covered);
    }
    return covered;
  }

  outline(name: string, id: number): Outline {
    const open = this.#get(name);
    let outline = open.outlines.get(id);
    if (outline !== undefined) return outline;
    outline = open.earlier.get(id) ?? drawGlyph(name, id, open);
    if (open.outlines.size >= CACHE_SIZE) Object.assign(open, { outlines: new Map(), earlier: open.outlines });
    open.outlines.set(id, outline);
    return outline;
  }

  #get(name: string): OpenFont {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = this.#openFont(name);
      this.#open.set(name, open);
    }
    return open;
  }

  #openFont(name: string): OpenFont {
    const { file, heavier } = fileOf(name);
    if (heavier) return { ...this.#get(file), isEmboldened: heavier, outlines: new Map(), earlier: new Map() };
    const face = new Face(readBlob(join(this.#folder, file)));
    const own = { outlines: new Map(), earlier: new Map(), covered: new Map() };
    return { font: new Font(face), unitsPerEm: face.upem, isEmboldened: heavier, ...own };
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
  const drawn = isEmboldened ? embolden(regular, unitsPerEm) : regular;
  return { font: name, id, unitsPerEm, advance: font.glyphHAdvance(id), ...drawn };
}

/**
 * The shaper copies the font into its own memory; the buffer is released immediately instead of waiting for the garbage
 * collector.
 */
function readBlob(path: string): Blob {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(file, bytes, done, bytes.length - done, null);
      if (read === 0) throw new Error(`${path} ends early`);
      done += read;
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
