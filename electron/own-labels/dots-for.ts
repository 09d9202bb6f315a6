import type { Size } from '../labels/label-form.ts';
import { OwnLabelError } from './own-label.ts';

/** Dots of one page: A4 at 600 dpi, and some more. */
const maxDots = 40_000_000;
/** The long side of A3 and some more, in mm. */
const maxSideMm = 425;
/** Nothing readable is smaller (mm). */
const minSideMm = 5;

/** Checks the size of a page (mm). Throws OwnLabelError if no printer at a counter has such paper. */
export function pageSize(width: number, height: number): Size {
  const fits = (mm: number): boolean => mm >= minSideMm && mm <= maxSideMm;
  if (fits(width) && fits(height)) return { width, height };
  const [w, h] = [Math.round(width), Math.round(height)];
  throw new OwnLabelError(
    'page-size',
    `A page of the own label is of ${w} x ${h} mm; at most ${maxSideMm} mm can be printed. Give it in a smaller size.`,
    { width: w, height: h, most: maxSideMm },
  );
}

/** The resolution to draw a page at (dots per mm): as wanted, or half of that for a large page. */
export const resolutionFor = ({ width, height }: Size, wanted: number): number =>
  width * height * wanted * wanted <= maxDots ? wanted : wanted / 2;
