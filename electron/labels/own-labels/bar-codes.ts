import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { isDark } from './bitmap-operations.ts';

/** Minimum height of the bars of a code (mm); letters and the rows of stacked codes are lower. */
const minBarHeightMm = 4;
/** Minimum number of bars of a code; ruled lines next to each other are fewer. */
const minBarCount = 12;
/** Maximum space between two bars of a code (mm); the space around a code is larger. */
const maxSpaceMm = 2.5;
/** Minimum ratio of the widest bar to the module: two or more in a code, about one in ruled lines and hatching. */
const minWidthRatio = 1.6;

/**
 * Minimum module in dots of the printer: narrower bars come out uneven, as one of one and a half dots gets one dot here
 * and two there. Two dots are enough; the difference is a tolerance for measuring.
 */
const minModuleDots = 1.8;

/** Whether a module (mm) is too fine for a printer of so many dots per inch. */
export const isTooFine = (moduleMm: number, dpi: number): boolean => (moduleMm * dpi) / 25.4 < minModuleDots;

/** A bar in a line of dots: its first dot, and the first dot after it. */
interface Bar {
  start: number;
  end: number;
}

/**
 * The narrowest module (mm) of the barcodes on a picture, upright or rotated by 90°; null if there are none. Bars and
 * spaces are averaged, so that edges in the middle of a dot do not matter.
 */
export function narrowestModule(bitmap: Bitmap, dotsPerMm: number): number | null {
  const { width, height } = bitmap;
  const rows: Lines = { lineCount: height, length: width, isDark: (line, index) => isDark(bitmap, index, line) };
  const columns: Lines = { lineCount: width, length: height, isDark: (line, index) => isDark(bitmap, line, index) };
  const modules = [rows, columns].flatMap((lines) => modulesIn(lines, dotsPerMm));
  return modules.length === 0 ? null : Math.min(...modules) / dotsPerMm;
}

/** The rows of a picture, or its columns. */
interface Lines {
  lineCount: number;
  length: number;
  isDark: (line: number, index: number) => boolean;
}

/** The modules, in dots, of the codes whose bars cross the lines. One line per millimetre is read. */
function modulesIn(lines: Lines, dotsPerMm: number): number[] {
  const modules: number[] = [];
  const step = Math.max(1, Math.round(dotsPerMm));
  let previousCodes: Bar[][][] = [];
  for (let line = 0; line < lines.lineCount; line += step) {
    const codes = codesIn(barsOf(lines, line), maxSpaceMm * dotsPerMm);
    if (previousCodes.length === minBarHeightMm)
      for (const code of codes)
        if (previousCodes.every((others) => others.some((other) => isSameCode(code, other)))) {
          const module = moduleOf(code);
          if (module !== null) modules.push(module);
        }
    previousCodes = [...previousCodes.slice(1 - minBarHeightMm), codes];
  }
  return modules;
}

function barsOf({ length, isDark }: Lines, line: number): Bar[] {
  const bars: Bar[] = [];
  let start = -1;
  for (let index = 0; index <= length; index += 1) {
    const isDarkDot = index < length && isDark(line, index);
    if (isDarkDot && start < 0) start = index;
    if (isDarkDot || start < 0) continue;
    bars.push({ start, end: index });
    start = -1;
  }
  return bars;
}

/** Groups bars that are near each other; drops groups with fewer bars than a code. */
function codesIn(bars: readonly Bar[], maxSpaceDots: number): Bar[][] {
  const codes: Bar[][] = [];
  for (const bar of bars) {
    const code = codes.at(-1);
    const last = code?.at(-1);
    if (code && last && bar.start - last.end <= maxSpaceDots) code.push(bar);
    else codes.push([bar]);
  }
  return codes.filter((code) => code.length >= minBarCount);
}

/** Whether two lines cross the same bars; edges may differ by a dot, as in scanned pictures. */
const isSameCode = (first: readonly Bar[], second: readonly Bar[]): boolean =>
  first.length === second.length &&
  first.every(
    ({ start, end }, index) => Math.abs(start - second[index]!.start) <= 1 && Math.abs(end - second[index]!.end) <= 1,
  );

/** The module of a code; null if its bars are as even as ruled lines. */
function moduleOf(code: readonly Bar[]): number | null {
  const barWidths = code.map(({ start, end }) => end - start);
  const spaceWidths = code.slice(1).map(({ start }, index) => start - code[index]!.end);
  const module = (meanNarrowWidth(barWidths) + meanNarrowWidth(spaceWidths)) / 2;
  return Math.max(...barWidths) >= module * minWidthRatio ? module : null;
}

/** The mean of the widths that are about as narrow as the narrowest. */
function meanNarrowWidth(widths: readonly number[]): number {
  const minWidth = Math.min(...widths);
  const narrowWidths = widths.filter((width) => width <= minWidth * 1.5 + 0.5);
  return narrowWidths.reduce((sum, width) => sum + width, 0) / narrowWidths.length;
}
