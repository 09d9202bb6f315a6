import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { OwnLabelFault, OwnLabelField, OwnLabelText } from '../../../shared/labels/own-label.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { toBitmap } from '../formats/bitmap.ts';
import { draw, type Drawing } from '../formats/draw.ts';
import { type PageForm, dotsOf } from '../formats/make-page.ts';
import { toPdf } from '../formats/pdf.ts';
import { dotsPerMm, perInch, perMm } from '../formats/print-head.ts';
import { htmlPage } from '../formats/svg.ts';
import { toRaster } from '../formats/to-raster.ts';
import { toZpl } from '../formats/zpl.ts';
import { thermalForm, type Size } from '../layout/label-form.ts';
import { fixedText } from '../layout/zone.ts';
import { openFonts } from '../text/fonts.ts';
import { writeText, type Sheet } from '../text/write-text.ts';
import { isTooFine, narrowestModule } from './bar-codes.ts';
import { findFreeBox, inkBox, resampleNearest, stamp } from './bitmap-operations.ts';
import { OwnLabelError, type OwnLabelPage } from './own-label-page.ts';
import { detectFormat, parseOwnLabelText } from './own-label-text.ts';
import { type DrawnPage, blankError, drawOnPaper, alignToDots, placeOnPaper } from './place-on-paper.ts';

/** Marks that must be visible on a label the desk did not lay out itself. */
export interface OwnLabelMarks {
  practice: boolean;
  /** 2 and above: a reprint */
  copy: number;
}

const markSize = { width: 34, height: 5 };

/**
 * Adds the marks to a page. A copy mark is added only where the page has room, so that it covers nothing; the practice
 * mark is added even over content, since such a label could be mistaken for one that a carrier knows.
 */
export function addMarks(page: DrawnPage, { practice, copy }: OwnLabelMarks): DrawnPage {
  const text = [practice ? 'PRACTICE' : '', copy > 1 ? `COPY ${copy}` : ''].filter(Boolean).join(' · ');
  const ink = inkBox(page.bitmap);
  if (text === '' || !ink) return page;
  const dotsPerMm = page.bitmap.width / page.width;
  const [width, height] = [Math.round(markSize.width * dotsPerMm), Math.round(markSize.height * dotsPerMm)];
  const freeBox = findFreeBox(page.bitmap, ink, width, height, Math.max(1, Math.round(dotsPerMm)));
  const at = freeBox ?? (practice ? ink : null);
  if (!at || at.x + width > page.bitmap.width || at.y + height > page.bitmap.height) return page;
  const bitmap = { ...page.bitmap, bits: page.bitmap.bits.slice() };
  stamp(bitmap, resampleNearest(drawMark(text), width, height), at.x, at.y);
  return { ...page, bitmap };
}

function drawMark(text: string): Bitmap {
  const fonts = openFonts();
  const sheet: Sheet = { form: thermalForm({ width: 100, height: 150 }), fonts, boxes: [], problems: [] };
  writeText(sheet, {
    role: 'mark',
    box: { x: 0, y: 0, ...markSize },
    texts: [fixedText(text, 0.12)],
    sizes: { largest: 4, comfortable: 3, smallest: 2 },
    align: 'center',
    verticalAlign: 'middle',
    inverse: true,
    blocksPrinting: true,
  });
  return toBitmap(draw({ ...markSize, boxes: sheet.boxes, problems: [] }, fonts), 600);
}

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
  const { format, bytes } = 'address' in read ? detectFormat(await fetch(read.address, allowPrivate)) : read;
  // each reader is loaded on first use
  if (format === 'pdf') return (await import('./read-pdf.ts')).drawPdfPages(bytes, dots);
  if (format === 'png') return [await (await import('./read-png.ts')).readPngPage(bytes)];
  return (await import('./read-zpl.ts')).readZplPages(bytes);
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
    const onDarkGround = new Set<OwnLabelField>();
    const fineBars = new Map<OwnLabelField, number>();
    const drawings = await mapPages(request, fetch, fineResolution(defaultDotsPerMm), (page, field) => {
      if (page.isFaint) faint.add(field);
      if (page.hasDarkGround) onDarkGround.add(field);
      const module = page.bitmap && narrowestModule(page.bitmap, page.bitmap.width / page.width);
      if (module !== null && isTooFine(module, usualDpi))
        fineBars.set(field, Math.min(module, fineBars.get(field) ?? module));
      return drawingOf(page, request.marks, paper, defaultDotsPerMm);
    });
    const warnings = [
      ...[...faint].map(faintWarning),
      ...[...onDarkGround].map(darkGroundWarning),
      ...[...fineBars].map(fineBarsIn),
    ];
    return { drawings, warnings };
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

const darkGroundWarning = (field: OwnLabelField): OwnLabelProblem => ({
  field,
  reason: 'dark-ground',
  message:
    'Parts of the own label are on a grey or coloured ground that a label printer prints black, so they cannot be read on paper. Give one in black on white.',
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
