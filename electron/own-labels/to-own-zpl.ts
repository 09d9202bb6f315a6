import type { Size } from '../labels/label-form.ts';
import { labelSizes } from '../../shared/printing/label-sizes.ts';
import type { PageForm } from '../labels/make-page.ts';
import { dotsPerMm } from '../labels/print-head.ts';
import type { OwnLabelMarks } from './mark.ts';
import { OwnLabelError, type OwnLabelPage } from './own-label.ts';

/**
 * The power-on defaults of a printer: what a label changes is reset, so that labels of other programs do not show it.
 */
const defaults = '^LH0,0^FWN^BY2,3.0,10^CFA,9,5^CI0';
/** A label may exceed the paper by this much white edge (mm). */
const paperTolerance = 4;
/** Ink this far beyond the paper may be lost without harm (mm). */
const inkTolerance = 0.5;

type ZplPage = Pick<OwnLabelPage, 'width' | 'height'> & Required<Pick<OwnLabelPage, 'zpl'>>;

/** Throws OwnLabelError if a page of ZPL certainly runs over the edge of the paper. */
export function demandRoom({ width, height, zpl }: ZplPage, paper: Size): void {
  const [right, bottom] = [zpl.reach.x / zpl.dots, zpl.reach.y / zpl.dots];
  const isCut = right > paper.width + inkTolerance || bottom > paper.height + inkTolerance;
  if (!isCut && width <= paper.width + paperTolerance && height <= paper.height + paperTolerance) return;
  const [w, h] = [Math.round(Math.max(width, right)), Math.round(Math.max(height, bottom))];
  throw new OwnLabelError(
    'does-not-fit',
    `What is on the own label takes ${w} x ${h} mm; the paper is of ${paper.width} x ${paper.height} mm. Print it on larger paper, or give a smaller one.`,
    { width: w, height: h, paperWidth: paper.width, paperHeight: paper.height },
  );
}

/**
 * A page of ZPL as it is sent: the fields as written, between the commands of the desk. Throws OwnLabelError if the
 * printer has another resolution or smaller paper.
 */
export function ownLabelZpl(
  { width, height, zpl }: ZplPage,
  { practice, copy }: OwnLabelMarks,
  form: Extract<PageForm, { form: 'zpl' }>,
): string {
  const paper = labelSizes[form.size];
  const dots = dotsPerMm[form.dpi];
  if (dots !== zpl.dots) {
    const dpi = Object.entries(dotsPerMm).find(([, one]) => one === zpl.dots)?.[0] ?? '';
    throw new OwnLabelError(
      'density',
      `The own label is ZPL for a head of ${dpi} dpi; this printer has ${form.dpi} dpi. Print it on one of ${dpi} dpi.`,
      { dpi, head: form.dpi },
    );
  }
  demandRoom({ width, height, zpl }, paper);
  const [wide, long] = [Math.round(paper.width * dots), Math.round(paper.height * dots)];
  const text = [practice ? 'PRACTICE' : '', copy > 1 ? `COPY ${copy}` : ''].filter(Boolean).join(' ');
  // white text on black, in commands that every model has
  const [across, tall] = [34 * dots, 5 * dots];
  // only the printer knows how far its text and codes extend: a copy mark goes above all of them, or is left out
  const mark =
    text === '' || (!practice && zpl.freeAbove < tall)
      ? ''
      : `${defaults}^FO0,0^GB${across},${tall},${tall}^FS^FO${dots},${dots / 2}^FR^A0N,${4 * dots},${3 * dots}^FD${text}^FS`;
  const begin = `^XA^JZ${form.reprints ? 'Y' : 'N'}^PON^PMN^LRN^LS0${defaults}^PW${wide}^LL${long}`;
  return `${begin}${zpl.fields}^FS${mark}${defaults}^PQ1,0,1,N^XZ\n`;
}
