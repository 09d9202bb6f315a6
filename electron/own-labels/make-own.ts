import type { OwnLabelFault, OwnLabelField, OwnLabelText } from '../../shared/labels/own-label.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { Drawing } from '../labels/draw.ts';
import type { Size } from '../labels/label-form.ts';
import { labelSizes } from '../../shared/printing/label-sizes.ts';
import { dotsOf, type PageForm } from '../labels/make-page.ts';
import { perInch, perMm } from '../labels/print-head.ts';
import { paperPage } from '../labels/to-paper.ts';
import { toPdf } from '../labels/to-pdf.ts';
import { toRaster } from '../labels/to-raster.ts';
import { toZpl } from '../labels/to-zpl.ts';
import { isTooFine, narrowestModule } from './bar-codes.ts';
import { inkBox } from './bits.ts';
import { marked, type OwnMarks } from './mark.ts';
import { OwnLabelError, type OwnPage } from './own-label.ts';
import { blank, inDots, onWholeDots, place, type DrawnPage } from './place.ts';
import { formOf, readText } from './read-text.ts';
import { demandRoom, fieldsZpl } from './to-own-zpl.ts';

/** An own label, given by the texts of its fields, and the marks the desk adds to it. */
export interface OwnWanted {
  texts: readonly OwnLabelText[];
  marks: OwnMarks;
  /** it may also be fetched from the local network */
  allowPrivate: boolean;
}
/** Why an own label cannot be printed, with the fields of `OwnLabelError`. */
export interface OwnFault {
  /** the request field that holds the label */
  field: OwnLabelField;
  reason: OwnLabelFault;
  message: string;
  params: Readonly<Record<string, string | number>>;
}
/** The sheets in the printer's format. */
export type OwnMade = { page: Uint8Array; sheets: number } | { fault: OwnFault };
/** Drawings, with warnings about parts that a printer would not print. */
export type OwnDrawn = { drawings: Drawing[]; warnings?: OwnFault[] } | { fault: OwnFault };

export type FetchOwn = (url: URL, allowPrivate: boolean) => Promise<Uint8Array>;

/** Fine enough for any printer that takes PDF, and a whole multiple of the resolution of the printer it goes to. */
const fine = (dots: number): number => dots * Math.round(24 / dots);
/** Dots per mm if no printer is known, as for labels of the desk. */
const usualDpi = 203;
const usualDots = perMm(perInch(usualDpi));

async function pagesIn(text: string, allowPrivate: boolean, fetch: FetchOwn, dots: number): Promise<OwnPage[]> {
  const read = readText(text);
  const { form, bytes } = 'address' in read ? formOf(await fetch(read.address, allowPrivate)) : read;
  // each reader is loaded on first use
  if (form === 'pdf') return (await import('./pdf-pages.ts')).pdfPages(bytes, dots);
  if (form === 'png') return [await (await import('./png-page.ts')).pngPage(bytes)];
  return (await import('./zpl-pages.ts')).zplPages(bytes);
}

/** Applies `make` to each page, in order; an OwnLabelError gets the field it comes from. */
async function ofPages<T>(
  { texts, allowPrivate }: OwnWanted,
  fetch: FetchOwn,
  dots: number,
  make: (page: OwnPage, field: OwnLabelField) => T | Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  for (const { field, text } of texts) {
    try {
      const pages = await pagesIn(text, allowPrivate, fetch, dots);
      made.push(...(await Promise.all(pages.map((page) => make(page, field)))));
    } catch (error) {
      if (error instanceof OwnLabelError) error.field = field;
      throw error;
    }
  }
  return made;
}

/** Draws the pages, on paper of a size or each in its own size. A faulty label is answered as a fault, not thrown. */
export function drawOwn(wanted: OwnWanted, fetch: FetchOwn, paper: Size | null): Promise<OwnDrawn> {
  return told(async () => {
    const faint = new Set<OwnLabelField>();
    const fineBars = new Map<OwnLabelField, number>();
    const drawings = await ofPages(wanted, fetch, fine(usualDots), (page, field) => {
      if (page.isFaint) faint.add(field);
      const module = page.bitmap && narrowestModule(page.bitmap, page.bitmap.width / page.width);
      if (module !== null && isTooFine(module, usualDpi))
        fineBars.set(field, Math.min(module, fineBars.get(field) ?? module));
      return drawingOf(page, wanted.marks, paper, usualDots);
    });
    return { drawings, warnings: [...[...faint].map(faintIn), ...[...fineBars].map(fineBarsIn)] };
  });
}

const fineBarsIn = ([field, module]: readonly [OwnLabelField, number]): OwnFault => ({
  field,
  reason: 'fine-bars',
  message: `Bars of a code on the own label are ${module.toFixed(2)} mm wide, which is less than 2 dots of a printer of ${usualDpi} dpi: they may not be readable. Give one with wider bars, or print it on a finer printer.`,
  params: { module: Number(module.toFixed(2)), dpi: usualDpi },
});

const faintIn = (field: OwnLabelField): OwnFault => ({
  field,
  reason: 'faint',
  message: 'Parts of the own label are too light for a label printer and will be missing on paper. Give one in black.',
  params: {},
});

/** Converts the pages to the printer's format. A faulty label is answered as a fault, not thrown. */
export function makeOwn(wanted: OwnWanted, fetch: FetchOwn, form: PageForm): Promise<OwnMade> {
  return told(async () => {
    const paper = labelSizes[form.size];
    const dots = perMm(dotsOf(form));
    if (form.form === 'pdf' || form.form === 'paper') {
      const drawings = await ofPages(wanted, fetch, fine(dots), (page) => drawingOf(page, wanted.marks, paper, dots));
      const page = form.form === 'pdf' ? Uint8Array.from(toPdf(drawings)) : Buffer.from(paperPage(drawings, paper));
      return { page, sheets: drawings.length };
    }
    const inks = async (page: OwnPage): Promise<Bitmap> =>
      inDots(place(marked(drawn(page), wanted.marks), paper), paper, dots);
    if (form.form === 'raster') {
      const bitmaps = await ofPages(wanted, fetch, dots, inks);
      return { page: Uint8Array.from(toRaster(bitmaps, paper, form.raster)), sheets: bitmaps.length };
    }
    const isMarked = wanted.marks.practice || wanted.marks.copy > 1;
    const sheets = await ofPages(wanted, fetch, dots, async (page) => {
      // ZPL goes out as written, unless a mark can be drawn on its bitmap
      if (page.zpl && !(isMarked && page.bitmap)) return fieldsZpl({ ...page, zpl: page.zpl }, wanted.marks, form);
      return toZpl(await inks(page), form);
    });
    return { page: Buffer.from(sheets.join(''), 'latin1'), sheets: sheets.length };
  });
}

async function drawingOf(page: OwnPage, marks: OwnMarks, paper: Size | null, dots: number): Promise<Drawing> {
  if (paper && page.zpl && !page.bitmap) demandRoom({ ...page, zpl: page.zpl }, paper);
  const whole = marked(drawn(page), marks);
  const { x, y, width, height, bitmap } = paper
    ? onWholeDots(place(whole, paper), paper, dots)
    : { ...whole, x: 0, y: 0 };
  const size = paper ?? { width: whole.width, height: whole.height };
  return {
    width: size.width,
    height: size.height,
    shapes: [{ kind: 'picture', paint: 'ink', x, y, width, height, bitmap }],
  };
}

function drawn(page: OwnPage): DrawnPage {
  const { width, height, bitmap } = page;
  if (!bitmap)
    throw new OwnLabelError(
      'zpl-printer',
      'The own label is ZPL with letters or codes that only a ZPL printer draws. Print it on one.',
    );
  if (!inkBox(bitmap)) throw blank();
  return { width, height, bitmap };
}

async function told<T>(make: () => Promise<T>): Promise<T | { fault: OwnFault }> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof OwnLabelError)) throw error;
    const { field, reason, message, params } = error;
    return { fault: { field, reason, message, params } };
  }
}
