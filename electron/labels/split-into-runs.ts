import type { Fonts } from './open-fonts.ts';
import { BOLD_FONT, COMMON, FALLBACK_FONTS, TEXT_FONT, boldOf, scriptOf } from './script-fonts.ts';
import type { Script } from './script-fonts.ts';

/** A part of a text with one font, script and level; `start` and `end` count UTF-16 units. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly font: string;
  readonly script: string;
  readonly level: number;
}

const ASCII_ONLY = /^[ -~]*$/;
const ISOLATE = /[\u2066-\u2069]/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
// Characters that never combine with each other into one grapheme, so a text of them needs no segmentation.
const SINGLE_UNIT_GRAPHEMES =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0556\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3]*$/;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function coversAll(fonts: Fonts, font: string, grapheme: string): boolean {
  if (isOneCharacter(grapheme) && fonts.covers(font, grapheme.codePointAt(0) as number)) return true;
  const covers = (text: string) =>
    Array.from(text).every((char) => IGNORABLE.test(char) || fonts.covers(font, char.codePointAt(0) as number));
  // The shaper composes and decomposes itself, so covering either form is enough.
  return covers(grapheme) || covers(grapheme.normalize('NFC')) || covers(grapheme.normalize('NFD'));
}

const isOneCharacter = (grapheme: string): boolean =>
  grapheme.length === 1 || (grapheme.length === 2 && (grapheme.codePointAt(0) as number) > 0xffff);

/** The script of a grapheme: that of its first character that has one. */
function scriptOfGrapheme(grapheme: string): ReturnType<typeof scriptOf> {
  if (isOneCharacter(grapheme)) return scriptOf(grapheme.codePointAt(0) as number);
  const found = Array.from(grapheme, (char) => scriptOf(char.codePointAt(0) as number));
  return found.find((each) => each.script !== COMMON) ?? found[0] ?? { script: COMMON, hint: undefined };
}

function ownFont(script: Script, bold: boolean): string {
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
  const plain = ownFont(COMMON, bold);
  if (script === COMMON && ASCII_ONLY.test(grapheme)) return plain;
  const own = script === COMMON ? current : ownFont(script, bold);
  const others = bold ? FALLBACK_FONTS.map(boldOf) : FALLBACK_FONTS;
  for (const font of [own, hint === undefined ? plain : ownFont(hint, bold), plain, ...others]) {
    if (coversAll(fonts, font, grapheme)) return font;
  }
  return own;
}

/** Whether one of the fonts can draw a grapheme. */
export function isDrawable(fonts: Fonts, grapheme: string): boolean {
  if (ISOLATE.test(grapheme) || ASCII_ONLY.test(grapheme)) return true;
  const { script, hint } = scriptOfGrapheme(grapheme);
  return coversAll(fonts, chooseFont(fonts, grapheme, script, hint, TEXT_FONT, false), grapheme);
}

function eachGrapheme(text: string, use: (segment: string, index: number) => void): void {
  if (SINGLE_UNIT_GRAPHEMES.test(text)) for (let at = 0; at < text.length; at++) use(text[at] as string, at);
  else for (const { segment, index } of graphemes.segment(text)) use(segment, index);
}

/**
 * Splits a text where its font, script or level changes, never inside a grapheme. Isolate controls belong to no run.
 */
export function splitIntoRuns(fonts: Fonts, text: string, levels: Uint8Array, bold: boolean): Run[] {
  const plain = bold ? BOLD_FONT : TEXT_FONT;
  if (ASCII_ONLY.test(text) && levels.every((level) => level === levels[0])) {
    return text === '' ? [] : [{ start: 0, end: text.length, font: plain, script: 'Latn', level: levels[0] ?? 0 }];
  }
  const runs: { -readonly [Part in keyof Run]: Run[Part] }[] = [];
  let font: string = plain;
  let script: Script = COMMON;
  eachGrapheme(text, (segment, index) => {
    if (ISOLATE.test(segment)) return;
    const own = scriptOfGrapheme(segment);
    font = chooseFont(fonts, segment, own.script, own.hint, font, bold);
    // A character without script is shaped with its neighbours: a mark or a digit between two letters does not split
    // their run.
    if (own.script !== COMMON) script = own.script;
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const continuesRun =
      last?.end === index && last.font === font && last.level === level && last.script === script.tag;
    if (continuesRun) last.end = index + segment.length;
    else runs.push({ start: index, end: index + segment.length, font, script: script.tag, level });
  });
  return runs;
}
