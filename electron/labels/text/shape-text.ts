import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { plainText } from '../../../shared/labels/plain-text.ts';
import {
  type Fonts,
  boldFont,
  commonScript,
  fallbackFonts,
  textFont,
  boldOf,
  scriptOf,
  type Script,
  openFonts,
} from './fonts.ts';
import bidiFactory from 'bidi-js';
import { Buffer as ShapingBuffer, BufferFlag, Direction, shape } from 'harfbuzzjs';

export type TextDirection = 'ltr' | 'rtl';

// The package's types declare a module, but it exports a function.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const rtlRanges =
  '\\u0590-\\u08ff\\u200f\\u202b\\u202e\\u2067\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const rtlPattern = new RegExp(`[${rtlRanges}]`, 'u');
const letterPattern = /\p{L}/u;

// The library reads half a surrogate pair as a left-to-right letter.
const wideRtlPattern = /[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const twoRtlLetters = '\u05d0\u05d0';

export function hasRightToLeft(text: string): boolean {
  return rtlPattern.test(text);
}

/** Direction of the first letter, regardless of surrounding isolates; undefined without letters. */
export function directionOf(text: string): TextDirection | undefined {
  const letter = letterPattern.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return hasRightToLeft(letter) ? 'rtl' : 'ltr';
}

/** The embedding level of each UTF-16 unit (Unicode annex 9); odd is right to left. */
export function levelsOf(text: string, direction: TextDirection): Uint8Array {
  if (direction === 'ltr' && !hasRightToLeft(text)) return new Uint8Array(text.length);
  return bidi.getEmbeddingLevels(text.replace(wideRtlPattern, twoRtlLetters), direction).levels;
}

/** Reorders runs from logical to visual order, left to right (rule L2 of annex 9). */
export function toVisualOrder<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map((run) => run.level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start] as T).level < level) continue;
      let end = start;
      while (end < order.length && (order[end] as T).level >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

/** Maximum length of a field, more than any zone holds: limits the work that hostile text can cause. */
const maxTextLength = 1200;

const whiteSpacePattern = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000 ]+/g;

// Control characters of terminals, of reading direction and of layout, which can make one address look like another.
const controlPattern = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Text for people to read on paper: on one line, without invisible characters. */
export const readableText = (text: string): string =>
  text.replace(whiteSpacePattern, ' ').replace(controlPattern, '').trim();

/**
 * Makes a field printable: white space becomes single spaces; control characters, direction overrides and lone
 * surrogates are removed and reported; the text is cut at `maxTextLength` characters, which is reported too.
 */
export function cleanText(
  value: string | undefined,
  field: string,
  blocksPrinting: boolean,
  problems: LabelProblem[],
): string {
  if (value === undefined || value === '') return '';
  let text = value;
  if (text.length > maxTextLength) {
    // A cut inside a surrogate pair would leave half a character.
    text = text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '');
    const message = `${value.length} characters, but a label holds at most ${maxTextLength}`;
    problems.push({ kind: 'too-long', field, message, params: { count: value.length }, stops: blocksPrinting });
  }
  text = text.replace(whiteSpacePattern, ' ');
  const controls = new Set(text.match(controlPattern));
  if (controls.size > 0) {
    const names = [...controls].map(
      (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
    const characters = names.slice(0, 8).join(', ');
    problems.push({
      kind: 'control-character',
      field,
      message: `invisible control characters are not printed: ${characters}`,
      params: { characters },
      stops: false,
    });
    text = text.replace(controlPattern, '');
  }
  return text.trim();
}

// Lists only countries whose language needs other glyph forms of the same characters.
const languageByCountry: Readonly<Record<string, string>> = {
  CN: 'zh-Hans',
  SG: 'zh-Hans',
  TW: 'zh-TW',
  HK: 'zh-HK',
  MO: 'zh-HK',
  JP: 'ja',
  KR: 'ko',
  KP: 'ko',
  RS: 'sr',
  ME: 'sr',
  MK: 'mk',
  BG: 'bg',
  RO: 'ro',
  MD: 'ro',
  TR: 'tr',
  AZ: 'az',
  PK: 'ur',
  IR: 'fa',
  AF: 'fa',
  NP: 'ne',
};

/** Language for glyph selection (BCP 47). Kana and hangul in the text override the country. */
export function languageOf(country: string | undefined, text: string): string {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  if (/[\uac00-\ud7a3]/.test(text)) return 'ko';
  return languageByCountry[(country ?? '').trim().toUpperCase()] ?? 'und';
}

/** A part of a text with one font, script and level; `start` and `end` count UTF-16 units. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly font: string;
  readonly script: string;
  readonly level: number;
}

const asciiPattern = /^[ -~]*$/;
const isolatePattern = /[\u2066-\u2069]/;
const ignorablePattern = /\p{Default_Ignorable_Code_Point}/u;
// Characters that never combine with each other into one grapheme, so a text of them needs no segmentation.
const singleUnitPattern =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0556\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3]*$/;

const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

function coversAll(fonts: Fonts, font: string, grapheme: string): boolean {
  if (isOneCharacter(grapheme) && fonts.covers(font, grapheme.codePointAt(0) as number)) return true;
  const covers = (text: string) =>
    Array.from(text).every((char) => ignorablePattern.test(char) || fonts.covers(font, char.codePointAt(0) as number));
  // The shaper composes and decomposes itself, so covering either form is enough.
  return covers(grapheme) || covers(grapheme.normalize('NFC')) || covers(grapheme.normalize('NFD'));
}

const isOneCharacter = (grapheme: string): boolean =>
  grapheme.length === 1 || (grapheme.length === 2 && (grapheme.codePointAt(0) as number) > 0xffff);

/** The script of a grapheme: that of its first character that has one. */
function scriptOfGrapheme(grapheme: string): ReturnType<typeof scriptOf> {
  if (isOneCharacter(grapheme)) return scriptOf(grapheme.codePointAt(0) as number);
  const scripts = Array.from(grapheme, (char) => scriptOf(char.codePointAt(0) as number));
  return (
    scripts.find((each) => each.script !== commonScript) ?? scripts[0] ?? { script: commonScript, hint: undefined }
  );
}

function fontOfScript(script: Script, bold: boolean): string {
  return bold ? boldOf(script.font) : script.font;
}

function chooseFont(
  fonts: Fonts,
  grapheme: string,
  script: Script,
  hint: Script | undefined,
  current: string,
  bold: boolean,
) {
  const baseFont = fontOfScript(commonScript, bold);
  if (script === commonScript && asciiPattern.test(grapheme)) return baseFont;
  const preferredFont = script === commonScript ? current : fontOfScript(script, bold);
  const fallbacks = bold ? fallbackFonts.map(boldOf) : fallbackFonts;
  for (const font of [
    preferredFont,
    hint === undefined ? baseFont : fontOfScript(hint, bold),
    baseFont,
    ...fallbacks,
  ]) {
    if (coversAll(fonts, font, grapheme)) return font;
  }
  return preferredFont;
}

/** Whether one of the fonts can draw a grapheme. */
export function isDrawable(fonts: Fonts, grapheme: string): boolean {
  if (isolatePattern.test(grapheme) || asciiPattern.test(grapheme)) return true;
  const { script, hint } = scriptOfGrapheme(grapheme);
  return coversAll(fonts, chooseFont(fonts, grapheme, script, hint, textFont, false), grapheme);
}

function eachGrapheme(text: string, visit: (segment: string, index: number) => void): void {
  if (singleUnitPattern.test(text))
    for (let index = 0; index < text.length; index++) visit(text[index] as string, index);
  else for (const { segment, index } of graphemeSegmenter.segment(text)) visit(segment, index);
}

/**
 * Splits a text where its font, script or level changes, never inside a grapheme. Isolate controls belong to no run.
 */
export function splitIntoRuns(fonts: Fonts, text: string, levels: Uint8Array, bold: boolean): Run[] {
  const baseFont = bold ? boldFont : textFont;
  if (asciiPattern.test(text) && levels.every((level) => level === levels[0])) {
    return text === '' ? [] : [{ start: 0, end: text.length, font: baseFont, script: 'Latn', level: levels[0] ?? 0 }];
  }
  const runs: { -readonly [Part in keyof Run]: Run[Part] }[] = [];
  let font: string = baseFont;
  let script: Script = commonScript;
  eachGrapheme(text, (segment, index) => {
    if (isolatePattern.test(segment)) return;
    const graphemeScript = scriptOfGrapheme(segment);
    font = chooseFont(fonts, segment, graphemeScript.script, graphemeScript.hint, font, bold);
    // A character without script is shaped with its neighbours: a mark or a digit between two letters does not split
    // their run.
    if (graphemeScript.script !== commonScript) script = graphemeScript.script;
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const continuesRun =
      last?.end === index && last.font === font && last.level === level && last.script === script.tag;
    if (continuesRun) last.end = index + segment.length;
    else runs.push({ start: index, end: index + segment.length, font, script: script.tag, level });
  });
  return runs;
}

/** Maximum number of graphemes remembered per thread; a list of the world's addresses has fewer. */
const maxRemembered = 20_000;
const drawableGraphemes = new Map<string, boolean>();

/** The characters of a text that no font of the label has, each once; control characters are not printed. */
export function undrawableIn(text: string): string[] {
  if (plainText.test(text)) return [];
  const characters = new Set(
    Array.from(graphemeSegmenter.segment(cleanText(text, '', false, [])), ({ segment }) => segment),
  );
  return [...characters].filter((one) => !isDrawableCached(one));
}

function isDrawableCached(grapheme: string): boolean {
  const cached = drawableGraphemes.get(grapheme);
  if (cached !== undefined) return cached;
  if (drawableGraphemes.size >= maxRemembered) drawableGraphemes.clear();
  const canDraw = isDrawable(openFonts(), grapheme);
  drawableGraphemes.set(grapheme, canDraw);
  return canDraw;
}

/** The first characters of some, each with its code points: `🎉 (U+1F389)`. */
export function describeCharacters(characters: readonly string[]): string {
  const names = characters.slice(0, 8).map((one) => `${one} (${codePointsOf(one)})`);
  return `${names.join(', ')}${characters.length > 8 ? ' …' : ''}`;
}

const codePointsOf = (text: string): string =>
  Array.from(text, (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');

/** A glyph of a shaped run, in em, x to the right, y up. `text` is empty for all glyphs of a cluster but one. */
export interface ShapedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/**
 * A shaped run, its glyphs in visual order. `ink` bounds the black area, relative to the run's origin; `missing` lists
 * characters the font cannot draw.
 */
export interface ShapedRun {
  readonly font: string;
  readonly glyphs: readonly ShapedGlyph[];
  readonly advance: number;
  readonly ink: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly missing: readonly string[];
}

export interface RunStyle {
  readonly font: string;
  readonly script: string;
  readonly rightToLeft: boolean;
  readonly language: string;
  /** Extra space after each glyph, in em. */
  readonly spacing: number;
}

/** Runs in a cache generation, those of about 30 labels: repeated runs stay cached, those of one label do not. */
const maxCachedRuns = 1000;
const caches = new WeakMap<Fonts, { recent: Map<string, ShapedRun>; previous: Map<string, ShapedRun> }>();
let buffer: ShapingBuffer | undefined;

/** Shapes a run, or returns it from the cache: senders, services and goods repeat from label to label. */
export function shapeRun(fonts: Fonts, text: string, style: RunStyle): ShapedRun {
  let cache = caches.get(fonts);
  if (cache === undefined) caches.set(fonts, (cache = { recent: new Map(), previous: new Map() }));
  const key = `${style.font}\n${style.script}\n${style.rightToLeft ? 1 : 0}\n${style.language}\n${style.spacing}\n${text}`;
  let run = cache.recent.get(key);
  if (run !== undefined) return run;
  run = cache.previous.get(key) ?? shapeUncached(fonts, text, style);
  // runs unused for two generations are evicted
  if (cache.recent.size >= maxCachedRuns) Object.assign(cache, { recent: new Map(), previous: cache.recent });
  cache.recent.set(key, run);
  return run;
}

function shapeUncached(fonts: Fonts, text: string, style: RunStyle): ShapedRun {
  const em = fonts.unitsPerEm(style.font);
  buffer ??= new ShapingBuffer();
  buffer.reset();
  buffer.addText(text);
  buffer.setDirection(style.rightToLeft ? Direction.RTL : Direction.LTR);
  buffer.setScript(style.script);
  buffer.setLanguage(style.language);
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  shape(fonts.font(style.font), buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();

  const textByCluster = clusterTexts(
    text,
    infos.map((info) => info.cluster),
  );
  const glyphs: ShapedGlyph[] = [];
  const missing: string[] = [];
  const ink = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity };
  let pen = 0;
  infos.forEach((info, index) => {
    const position = positions[index];
    if (position === undefined) return;
    const x = pen + position.xOffset / em;
    const y = position.yOffset / em;
    const clusterText = textByCluster.get(info.cluster) ?? '';
    textByCluster.set(info.cluster, '');
    if (info.codepoint === 0 && clusterText !== '') missing.push(clusterText);
    glyphs.push({ id: info.codepoint, x, y, text: clusterText });
    const glyphInk = fonts.outline(style.font, info.codepoint).ink;
    if (glyphInk !== undefined) {
      ink.left = Math.min(ink.left, x + glyphInk.xMin / em);
      ink.right = Math.max(ink.right, x + glyphInk.xMax / em);
      ink.top = Math.max(ink.top, y + glyphInk.yMax / em);
      ink.bottom = Math.min(ink.bottom, y + glyphInk.yMin / em);
    }
    pen += position.xAdvance / em + (position.xAdvance === 0 ? 0 : style.spacing);
  });
  if (ink.left > ink.right) Object.assign(ink, { left: 0, right: 0, top: 0, bottom: 0 });
  return { font: style.font, glyphs, advance: pen, ink, missing };
}

function clusterTexts(text: string, clusters: readonly number[]): Map<number, string> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  return new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1] ?? text.length)]));
}

export interface TextStyle {
  readonly bold: boolean;
  readonly direction: TextDirection;
  /** BCP 47; selects glyph forms. */
  readonly language: string;
  /** Extra space after each glyph, in em. */
  readonly spacing: number;
}

/** A text with its fonts, scripts and levels resolved, ready to be shaped line by line. */
export interface Paragraph {
  readonly text: string;
  readonly style: TextStyle;
  readonly runs: readonly Run[];
  /** scale relative to the block, where space allows */
  readonly scale?: number;
}

/**
 * One line, in em: its runs with their x positions, its advance, and the bounds of its ink (y up from the baseline).
 */
export interface ShapedLine {
  readonly text: string;
  readonly runs: readonly { readonly x: number; readonly run: ShapedRun }[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly missing: readonly string[];
}

export function createParagraph(fonts: Fonts, text: string, style: TextStyle): Paragraph {
  return { text, style, runs: splitIntoRuns(fonts, text, levelsOf(text, style.direction), style.bold) };
}

/** Shapes the part of a paragraph from `start` to `end` as one line, in visual order, trimming spaces at both ends. */
export function shapeLine(fonts: Fonts, paragraph: Paragraph, start: number, end: number): ShapedLine {
  while (start < end && paragraph.text[start] === ' ') start++;
  while (end > start && paragraph.text[end - 1] === ' ') end--;
  const parts = runsBetween(paragraph.runs, start, end);
  const { language, spacing } = paragraph.style;
  const runs: { x: number; run: ShapedRun }[] = [];
  const missing: string[] = [];
  let pen = 0;
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const part of parts.length > 1 ? toVisualOrder(parts) : parts) {
    const style = { font: part.font, script: part.script, rightToLeft: part.level % 2 === 1, language, spacing };
    const run = shapeRun(fonts, paragraph.text.slice(part.start, part.end), style);
    runs.push({ x: pen, run });
    missing.push(...run.missing);
    left = Math.min(left, pen + run.ink.left);
    right = Math.max(right, pen + run.ink.right);
    top = Math.max(top, run.ink.top);
    bottom = Math.min(bottom, run.ink.bottom);
    pen += run.advance;
  }
  return { text: paragraph.text.slice(start, end), runs, left, right: Math.max(right, pen), top, bottom, missing };
}

function runsBetween(runs: readonly Run[], start: number, end: number): Run[] {
  const parts: Run[] = [];
  for (const run of runs) {
    if (run.start >= end || run.end <= start) continue;
    const isWhole = run.start >= start && run.end <= end;
    parts.push(isWhole ? run : { ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) });
  }
  return parts;
}
