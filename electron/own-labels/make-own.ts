import type { OwnLabelFault, OwnLabelField, OwnLabelText } from '../../shared/labels/own-label.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { Drawing } from '../labels/draw.ts';
import type { Size } from '../labels/label-form.ts';
import { labelSizes } from '../../shared/printing/label-sizes.ts';
import { dotsOf, type PageForm } from '../labels/make-page.ts';
import { perInch, perMm } from '../labels/print-head.ts';
import { htmlPage } from '../labels/to-paper.ts';
import { toPdf } from '../labels/to-pdf.ts';
import { toRaster } from '../labels/to-raster.ts';
import { toZpl } from '../labels/to-zpl.ts';
import { isTooFine, narrowestModule } from './bar-codes.ts';
import { inkBox } from './bits.ts';
import { addMarks, type OwnLabelMarks } from './mark.ts';
import { OwnLabelError, type OwnLabelPage } from './own-label.ts';
import { blankError, drawOnPaper, alignToDots, placeOnPaper, type DrawnPage } from './place.ts';
import { detectFormat, parseOwnLabelText } from './read-text.ts';
import { demandRoom, ownLabelZpl } from './to-own-zpl.ts';

/** An own label, given by the texts of its fields, and the marks the desk adds to it. */
export interface OwnLabelRequest {
  texts: readonly OwnLabelText[];
  marks: OwnLabelMarks;
  /** it may also be fetched from the local network */
  allowPrivate: boolean;
}
/** Why an own label cannot be printed, with the fields of `OwnLabelError`. */
export interface OwnLabelProblem {
  /** the request field that holds the label */
  field: OwnLabelField;
  reason: OwnLabelFault;
  message: string;
  params: Readonly<Record<string, string | number>>;
}
/** The sheets in the printer's format. */
export type OwnLabelOutput = { page: Uint8Array; sheets: number } | { fault: OwnLabelProblem };
/** Drawings, with warnings about parts that a printer would not print. */
export type OwnLabelDrawings = { drawings: Drawing[]; warnings?: OwnLabelProblem[] } | { fault: OwnLabelProblem };

export type FetchOwnLabel = (url: URL, allowPrivate: boolean) => Promise<Uint8Array>;

/** Fine enough for any printer that takes PDF, and a whole multiple of the resolution of the printer it goes to. */
const fineResolution = (dots: number): number => dots * Math.round(24 / dots);
/** Dots per mm if no printer is known, as for labels of the desk. */
const usualDpi = 203;
const defaultDotsPerMm = perMm(perInch(usualDpi));

async function readPages(
  text: string,
  allowPrivate: boolean,
  fetch: FetchOwnLabel,
  dots: number,
): Promise<OwnLabelPage[]> {
  const read = parseOwnLabelText(text);
  const { format: form, bytes } = 'address' in read ? detectFormat(await fetch(read.address, allowPrivate)) : read;
  // each reader is loaded on first use
  if (form === 'pdf') return (await import('./pdf-pages.ts')).drawPdfPages(bytes, dots);
  if (form === 'png') return [await (await import('./png-page.ts')).readPngPage(bytes)];
  return (await import('./zpl-pages.ts')).readZplPages(bytes);
}

/** Applies `make` to each page, in order; an OwnLabelError gets the field it comes from. */
async function mapPages<T>(
  { texts, allowPrivate }: OwnLabelRequest,
  fetch: FetchOwnLabel,
  dots: number,
  make: (page: OwnLabelPage, field: OwnLabelField) => T | Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const { field, text } of texts) {
    try {
      const pages = await readPages(text, allowPrivate, fetch, dots);
      results.push(...(await Promise.all(pages.map((page) => make(page, field)))));
    } catch (error) {
      if (error instanceof OwnLabelError) error.field = field;
      throw error;
    }
  }
  return results;
}

/** Draws the pages, on paper of a size or each in its own size. A faulty label is answered as a fault, not thrown. */
export function drawOwnLabel(
  request: OwnLabelRequest,
  fetch: FetchOwnLabel,
  paper: Size | null,
): Promise<OwnLabelDrawings> {
  return catchOwnLabelError(async () => {
    const faint = new Set<OwnLabelField>();
    const fineBars = new Map<OwnLabelField, number>();
    const drawings = await mapPages(request, fetch, fineResolution(defaultDotsPerMm), (page, field) => {
      if (page.isFaint) faint.add(field);
      const module = page.bitmap && narrowestModule(page.bitmap, page.bitmap.width / page.width);
      if (module !== null && isTooFine(module, usualDpi))
        fineBars.set(field, Math.min(module, fineBars.get(field) ?? module));
      return drawingOf(page, request.marks, paper, defaultDotsPerMm);
    });
    return { drawings, warnings: [...[...faint].map(faintWarning), ...[...fineBars].map(fineBarsIn)] };
  });
}

const fineBarsIn = ([field, module]: readonly [OwnLabelField, number]): OwnLabelProblem => ({
  field,
  reason: 'fine-bars',
  message: `Bars of a code on the own label are ${module.toFixed(2)} mm wide, which is less than 2 dots of a printer of ${usualDpi} dpi: they may not be readable. Give one with wider bars, or print it on a finer printer.`,
  params: { module: Number(module.toFixed(2)), dpi: usualDpi },
});

const faintWarning = (field: OwnLabelField): OwnLabelProblem => ({
  field,
  reason: 'faint',
  message: 'Parts of the own label are too light for a label printer and will be missing on paper. Give one in black.',
  params: {},
});

/** Converts the pages to the printer's format. A faulty label is answered as a fault, not thrown. */
export function makeOwnLabel(request: OwnLabelRequest, fetch: FetchOwnLabel, form: PageForm): Promise<OwnLabelOutput> {
  return catchOwnLabelError(async () => {
    const paper = labelSizes[form.size];
    const dots = perMm(dotsOf(form));
    if (form.form === 'pdf' || form.form === 'paper') {
      const drawings = await mapPages(request, fetch, fineResolution(dots), (page) =>
        drawingOf(page, request.marks, paper, dots),
      );
      const page = form.form === 'pdf' ? Uint8Array.from(toPdf(drawings)) : Buffer.from(htmlPage(drawings, paper));
      return { page, sheets: drawings.length };
    }
    const paperBitmapOf = async (page: OwnLabelPage): Promise<Bitmap> =>
      drawOnPaper(placeOnPaper(addMarks(requireBitmap(page), request.marks), paper), paper, dots);
    if (form.form === 'raster') {
      const bitmaps = await mapPages(request, fetch, dots, paperBitmapOf);
      return { page: Uint8Array.from(toRaster(bitmaps, paper, form.raster)), sheets: bitmaps.length };
    }
    const isMarked = request.marks.practice || request.marks.copy > 1;
    const sheets = await mapPages(request, fetch, dots, async (page) => {
      // ZPL goes out as written, unless a mark can be drawn on its bitmap
      if (page.zpl && !(isMarked && page.bitmap)) return ownLabelZpl({ ...page, zpl: page.zpl }, request.marks, form);
      return toZpl(await paperBitmapOf(page), form);
    });
    return { page: Buffer.from(sheets.join(''), 'latin1'), sheets: sheets.length };
  });
}

async function drawingOf(page: OwnLabelPage, marks: OwnLabelMarks, paper: Size | null, dots: number): Promise<Drawing> {
  if (paper && page.zpl && !page.bitmap) demandRoom({ ...page, zpl: page.zpl }, paper);
  const markedPage = addMarks(requireBitmap(page), marks);
  const { x, y, width, height, bitmap } = paper
    ? alignToDots(placeOnPaper(markedPage, paper), paper, dots)
    : { ...markedPage, x: 0, y: 0 };
  const size = paper ?? { width: markedPage.width, height: markedPage.height };
  return {
    width: size.width,
    height: size.height,
    shapes: [{ kind: 'picture', paint: 'ink', x, y, width, height, bitmap }],
  };
}

function requireBitmap(page: OwnLabelPage): DrawnPage {
  const { width, height, bitmap } = page;
  if (!bitmap)
    throw new OwnLabelError(
      'zpl-printer',
      'The own label is ZPL with letters or codes that only a ZPL printer draws. Print it on one.',
    );
  if (!inkBox(bitmap)) throw blankError();
  return { width, height, bitmap };
}

async function catchOwnLabelError<T>(make: () => Promise<T>): Promise<T | { fault: OwnLabelProblem }> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof OwnLabelError)) throw error;
    const { field, reason, message, params } = error;
    return { fault: { field, reason, message, params } };
  }
}
