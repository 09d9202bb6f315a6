import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { OwnLabelFault, OwnLabelField, OwnLabelText } from '../../../shared/labels/own-label.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { toBitmap } from '../formats/bitmap.ts';
import { draw, type Drawing } from '../formats/draw.ts';
import { type PageForm, dotsOf } from '../formats/make-page.ts';
import { toPdf } from '../formats/pdf.ts';
import { headDotsPerMm, dotsPerInch, dotsPerMmOf } from '../formats/print-head.ts';
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
  const markBox = freeBox ?? (practice ? ink : null);
  if (!markBox || markBox.x + width > page.bitmap.width || markBox.y + height > page.bitmap.height) return page;
  const bitmap = { ...page.bitmap, bits: page.bitmap.bits.slice() };
  stamp(bitmap, resampleNearest(drawMark(text), width, height), markBox.x, markBox.y);
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

/** Resets what a label may change to a printer's power-on defaults, so that later labels are not affected. */
const defaultCommands = '^LH0,0^FWN^BY2,3.0,10^CFA,9,5^CI0';
/** A label may exceed the paper by this much (mm), as its edge is white. */
const paperToleranceMm = 4;
/** Ink may extend this far beyond the paper (mm): so little is lost without harm. */
const inkToleranceMm = 0.5;

type ZplPage = Pick<OwnLabelPage, 'width' | 'height'> & Required<Pick<OwnLabelPage, 'zpl'>>;

/** Throws OwnLabelError if a page of ZPL certainly exceeds the paper. */
export function assertFits({ width, height, zpl }: ZplPage, paper: Size): void {
  const [right, bottom] = [zpl.reach.x / zpl.dotsPerMm, zpl.reach.y / zpl.dotsPerMm];
  const isCut = right > paper.width + inkToleranceMm || bottom > paper.height + inkToleranceMm;
  if (!isCut && width <= paper.width + paperToleranceMm && height <= paper.height + paperToleranceMm) return;
  const [neededWidth, neededHeight] = [Math.round(Math.max(width, right)), Math.round(Math.max(height, bottom))];
  throw new OwnLabelError(
    'does-not-fit',
    `What is on the own label takes ${neededWidth} x ${neededHeight} mm; the paper is of ${paper.width} x ${paper.height} mm. Print it on larger paper, or give a smaller one.`,
    { width: neededWidth, height: neededHeight, paperWidth: paper.width, paperHeight: paper.height },
  );
}

/**
 * A page of ZPL as it is sent: its own fields, unchanged, between commands of the desk. Throws OwnLabelError if the
 * printer has another resolution or smaller paper.
 */
export function ownLabelZpl(
  { width, height, zpl }: ZplPage,
  { practice, copy }: OwnLabelMarks,
  form: Extract<PageForm, { form: 'zpl' }>,
): string {
  const paper = labelSizes[form.size];
  const dotsPerMm = headDotsPerMm[form.dpi];
  if (dotsPerMm !== zpl.dotsPerMm) {
    const dpi = Object.entries(headDotsPerMm).find(([, one]) => one === zpl.dotsPerMm)?.[0] ?? '';
    throw new OwnLabelError(
      'density',
      `The own label is ZPL for a head of ${dpi} dpi; this printer has ${form.dpi} dpi. Print it on one of ${dpi} dpi.`,
      { dpi, head: form.dpi },
    );
  }
  assertFits({ width, height, zpl }, paper);
  const [widthDots, heightDots] = [Math.round(paper.width * dotsPerMm), Math.round(paper.height * dotsPerMm)];
  const text = [practice ? 'PRACTICE' : '', copy > 1 ? `COPY ${copy}` : ''].filter(Boolean).join(' ');
  // white text on black, in commands that every model has
  const [markWidth, markHeight] = [34 * dotsPerMm, 5 * dotsPerMm];
  // only the printer knows how far text and codes extend, so a copy mark is placed above all of them, or left out
  const mark =
    text === '' || (!practice && zpl.freeTopDots < markHeight)
      ? ''
      : `${defaultCommands}^FO0,0^GB${markWidth},${markHeight},${markHeight}^FS^FO${dotsPerMm},${dotsPerMm / 2}^FR^A0N,${4 * dotsPerMm},${3 * dotsPerMm}^FD${text}^FS`;
  const header = `^XA^JZ${form.reprints ? 'Y' : 'N'}^PON^PMN^LRN^LS0${defaultCommands}^PW${widthDots}^LL${heightDots}`;
  return `${header}${zpl.fields}^FS${mark}${defaultCommands}^PQ1,0,1,N^XZ\n`;
}

/** An own label, given by the texts of its fields, and the marks the desk adds to it. */
export interface OwnLabelRequest {
  texts: readonly OwnLabelText[];
  marks: OwnLabelMarks;
  /** whether it may be fetched from the local network too */
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
/** The sheets of a label in the printer's format, or why it cannot be printed. */
export type OwnLabelOutput = { page: Uint8Array; sheets: number } | { fault: OwnLabelProblem };
/** Drawings, with warnings about parts that a printer would not print. */
export type OwnLabelDrawings = { drawings: Drawing[]; warnings?: OwnLabelProblem[] } | { fault: OwnLabelProblem };

export type FetchOwnLabel = (url: URL, allowPrivate: boolean) => Promise<Uint8Array>;

/** A resolution fine enough for any printer that takes PDF, and a whole multiple of the given one (dots per mm). */
const fineResolution = (dotsPerMm: number): number => dotsPerMm * Math.round(24 / dotsPerMm);
/** Resolution if no printer is known (dpi), the same as for labels of the desk. */
const defaultDpi = 203;
const defaultDotsPerMm = dotsPerMmOf(dotsPerInch(defaultDpi));

async function readPages(
  text: string,
  allowPrivate: boolean,
  fetch: FetchOwnLabel,
  dotsPerMm: number,
): Promise<OwnLabelPage[]> {
  const parsed = parseOwnLabelText(text);
  const { format, bytes } = 'address' in parsed ? detectFormat(await fetch(parsed.address, allowPrivate)) : parsed;
  // each reader is loaded on first use
  if (format === 'pdf') return (await import('./read-pdf.ts')).drawPdfPages(bytes, dotsPerMm);
  if (format === 'png') return [await (await import('./read-png.ts')).readPngPage(bytes)];
  return (await import('./read-zpl.ts')).readZplPages(bytes);
}

/** Converts each page, in order; an OwnLabelError gets the field that its page comes from. */
async function mapPages<T>(
  { texts, allowPrivate }: OwnLabelRequest,
  fetch: FetchOwnLabel,
  dotsPerMm: number,
  convertPage: (page: OwnLabelPage, field: OwnLabelField) => T | Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const { field, text } of texts) {
    try {
      const pages = await readPages(text, allowPrivate, fetch, dotsPerMm);
      results.push(...(await Promise.all(pages.map((page) => convertPage(page, field)))));
    } catch (error) {
      if (error instanceof OwnLabelError) error.field = field;
      throw error;
    }
  }
  return results;
}

/** Draws the pages, on paper of a size or each in its own size. A faulty label is returned as a fault, not thrown. */
export function drawOwnLabel(
  request: OwnLabelRequest,
  fetch: FetchOwnLabel,
  paper: Size | null,
): Promise<OwnLabelDrawings> {
  return catchOwnLabelError(async () => {
    const faintFields = new Set<OwnLabelField>();
    const onDarkGround = new Set<OwnLabelField>();
    const narrowModules = new Map<OwnLabelField, number>();
    const drawings = await mapPages(request, fetch, fineResolution(defaultDotsPerMm), (page, field) => {
      if (page.isFaint) faintFields.add(field);
      if (page.hasDarkGround) onDarkGround.add(field);
      const module = page.bitmap && narrowestModule(page.bitmap, page.bitmap.width / page.width);
      if (module !== null && isTooFine(module, defaultDpi))
        narrowModules.set(field, Math.min(module, narrowModules.get(field) ?? module));
      return drawingOf(page, request.marks, paper, defaultDotsPerMm);
    });
    const warnings = [
      ...[...faintFields].map(faintWarning),
      ...[...onDarkGround].map(darkGroundWarning),
      ...[...narrowModules].map(fineBarsWarning),
    ];
    return { drawings, warnings };
  });
}

const fineBarsWarning = ([field, module]: readonly [OwnLabelField, number]): OwnLabelProblem => ({
  field,
  reason: 'fine-bars',
  message: `Bars of a code on the own label are ${module.toFixed(2)} mm wide, which is less than 2 dots of a printer of ${defaultDpi} dpi: they may not be readable. Give one with wider bars, or print it on a finer printer.`,
  params: { module: Number(module.toFixed(2)), dpi: defaultDpi },
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

/** Converts the pages to the printer's format. A faulty label is returned as a fault, not thrown. */
export function makeOwnLabel(request: OwnLabelRequest, fetch: FetchOwnLabel, form: PageForm): Promise<OwnLabelOutput> {
  return catchOwnLabelError(async () => {
    const paper = labelSizes[form.size];
    const dotsPerMm = dotsPerMmOf(dotsOf(form));
    if (form.form === 'pdf' || form.form === 'paper') {
      const drawings = await mapPages(request, fetch, fineResolution(dotsPerMm), (page) =>
        drawingOf(page, request.marks, paper, dotsPerMm),
      );
      const page = form.form === 'pdf' ? Uint8Array.from(toPdf(drawings)) : Buffer.from(htmlPage(drawings, paper));
      return { page, sheets: drawings.length };
    }
    const paperBitmapOf = async (page: OwnLabelPage): Promise<Bitmap> =>
      drawOnPaper(placeOnPaper(addMarks(requireBitmap(page), request.marks), paper), paper, dotsPerMm);
    if (form.form === 'raster') {
      const bitmaps = await mapPages(request, fetch, dotsPerMm, paperBitmapOf);
      return { page: Uint8Array.from(toRaster(bitmaps, paper, form.raster)), sheets: bitmaps.length };
    }
    const isMarked = request.marks.practice || request.marks.copy > 1;
    const sheets = await mapPages(request, fetch, dotsPerMm, async (page) => {
      // ZPL is sent unchanged, unless a mark is drawn on its bitmap
      if (page.zpl && !(isMarked && page.bitmap)) return ownLabelZpl({ ...page, zpl: page.zpl }, request.marks, form);
      return toZpl(await paperBitmapOf(page), form);
    });
    return { page: Buffer.from(sheets.join(''), 'latin1'), sheets: sheets.length };
  });
}

async function drawingOf(
  page: OwnLabelPage,
  marks: OwnLabelMarks,
  paper: Size | null,
  dotsPerMm: number,
): Promise<Drawing> {
  if (paper && page.zpl && !page.bitmap) assertFits({ ...page, zpl: page.zpl }, paper);
  const markedPage = addMarks(requireBitmap(page), marks);
  const { x, y, width, height, bitmap } = paper
    ? alignToDots(placeOnPaper(markedPage, paper), paper, dotsPerMm)
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

async function catchOwnLabelError<T>(action: () => Promise<T>): Promise<T | { fault: OwnLabelProblem }> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof OwnLabelError)) throw error;
    const { field, reason, message, params } = error;
    return { fault: { field, reason, message, params } };
  }
}
