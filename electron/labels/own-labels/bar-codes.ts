import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { isDark } from './bitmap-operations.ts';

/** Height in which all bars go straight down (mm): letters and the rows of stacked codes are lower. */
const LEAST_HEIGHT = 4;
/** Bars of the shortest code, with something over for ruled lines. */
const LEAST_BARS = 12;
/** Between two bars of a code there is less white (mm); around a code there is more. */
const WIDEST_SPACE = 2.5;
/** In bar codes the widest bar has at least twice the module; ruled lines and hatching are even. */
const LEAST_CONTRAST = 1.6;

/**
 * A bar of fewer dots is not printed alike everywhere: one of one and a half dots gets one dot here and two there. Two
 * dots are enough, with something over for what is measured.
 */
const LEAST_DOTS = 1.8;

/** Whether a module (mm) is too fine for a printer of so many dots per inch. */
export const isTooFine = (module: number, dpi: number): boolean => (module * dpi) / 25.4 < LEAST_DOTS;

/** A bar of a line of dots: where it begins and where the white behind it does. */
interface Bar {
  from: number;
  to: number;
}

/**
 * The narrowest module of the bar codes on a picture, upright or turned by a quarter (mm); null if there is none.
 * Bars and spaces are averaged, so that edges in the middle of a dot do not count.
 */
export function narrowestModule(bitmap: Bitmap, dotsPerMm: number): number | null {
  const { width, height } = bitmap;
  const across: Lines = { count: height, length: width, isDark: (line, at) => isDark(bitmap, at, line) };
  const down: Lines = { count: width, length: height, isDark: (line, at) => isDark(bitmap, line, at) };
  const found = [across, down].flatMap((lines) => modulesIn(lines, dotsPerMm));
  return found.length === 0 ? null : Math.min(...found) / dotsPerMm;
}

/** Rows of a picture, or its columns. */
interface Lines {
  count: number;
  length: number;
  isDark: (line: number, at: number) => boolean;
}

/** The modules of the codes whose bars go across the lines (dots). One line of each millimetre is read. */
function modulesIn(lines: Lines, dotsPerMm: number): number[] {
  const found: number[] = [];
  const step = Math.max(1, Math.round(dotsPerMm));
  let before: Bar[][][] = [];
  for (let line = 0; line < lines.count; line += step) {
    const codes = codesIn(barsOf(lines, line), WIDEST_SPACE * dotsPerMm);
    if (before.length === LEAST_HEIGHT)
      for (const code of codes)
        if (before.every((others) => others.some((other) => isSame(code, other)))) {
          const module = moduleOf(code);
          if (module !== null) found.push(module);
        }
    before = [...before.slice(1 - LEAST_HEIGHT), codes];
  }
  return found;
}

function barsOf({ length, isDark }: Lines, line: number): Bar[] {
  const bars: Bar[] = [];
  let from = -1;
  for (let at = 0; at <= length; at += 1) {
    const dark = at < length && isDark(line, at);
    if (dark && from < 0) from = at;
    if (dark || from < 0) continue;
    bars.push({ from, to: at });
    from = -1;
  }
  return bars;
}

/** Bars that are near each other, where there are as many as in a code. */
function codesIn(bars: readonly Bar[], widestSpace: number): Bar[][] {
  const codes: Bar[][] = [];
  for (const bar of bars) {
    const code = codes.at(-1);
    const last = code?.at(-1);
    if (code && last && bar.from - last.to <= widestSpace) code.push(bar);
    else codes.push([bar]);
  }
  return codes.filter((code) => code.length >= LEAST_BARS);
}

/** Edges may be a dot off, as in a scan. */
const isSame = (one: readonly Bar[], other: readonly Bar[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to }, at) => Math.abs(from - other[at]!.from) <= 1 && Math.abs(to - other[at]!.to) <= 1);

/** Null if the bars are as even as ruled lines. */
function moduleOf(code: readonly Bar[]): number | null {
  const bars = code.map(({ from, to }) => to - from);
  const spaces = code.slice(1).map(({ from }, at) => from - code[at]!.to);
  const module = (narrow(bars) + narrow(spaces)) / 2;
  return Math.max(...bars) >= module * LEAST_CONTRAST ? module : null;
}

/** The mean of those that are as narrow as the narrowest. */
function narrow(widths: readonly number[]): number {
  const least = Math.min(...widths);
  const alike = widths.filter((width) => width <= least * 1.5 + 0.5);
  return alike.reduce((sum, width) => sum + width, 0) / alike.length;
}
