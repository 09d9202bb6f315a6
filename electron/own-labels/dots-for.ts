import type { Size } from '../labels/label-form.ts';
import { OwnLabelError } from './own-label.ts';

/** Of one page: of A4 at 600 dpi, and somewhat more. */
const maxDots = 40_000_000;
/** A side of A3, in mm. */
const longestMm = 425;
/** Nothing to read is smaller. */
const shortestMm = 5;

/** The size of a page (mm). Throws OwnLabelError where no printer of a counter has such paper. */
export function pageSize(width: number, height: number): Size {
  const fits = (mm: number): boolean => mm >= shortestMm && mm <= longestMm;
  if (fits(width) && fits(height)) return { width, height };
  const [w, h] = [Math.round(width), Math.round(height)];
  throw new OwnLabelError(
    'page-size',
    `A page of the own label is of ${w} x ${h} mm; at most ${longestMm} mm can be printed. Give it in a smaller size.`,
    { width: w, height: h, most: longestMm },
  );
}

/** In how many dots to the millimetre a page is drawn: as wanted, or fewer where it is large. */
export const dotsFor = ({ width, height }: Size, wanted: number): number =>
  width * height * wanted * wanted <= maxDots ? wanted : wanted / 2;
