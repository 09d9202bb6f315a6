import { dotsPerInch, dotsPerMmOf, type Dots } from '../formats/print-head.ts';

/** Millimetres. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The dot grid that barcodes are aligned to, of the actual printer if it is known. Widths and positions are multiples
 * of `stepDots` where possible.
 */
export interface DotGrid {
  readonly dotsPerMm: number;
  readonly minModuleDots: number;
  readonly maxModuleDots: number;
  readonly minQrModuleDots: number;
  readonly stepDots: number;
}

/**
 * Heights of the zones of a label, in millimetres; 0 if the form lacks the zone. The recipient gets the remaining
 * height.
 */
interface Zones {
  readonly marks: number;
  readonly header: number;
  readonly sender: number;
  readonly tracking: number;
  readonly parcel: number;
  readonly foot: number;
}

/** How a label of a size is laid out. */
export interface LabelForm extends Size {
  /** `low`: with the recipient beside the QR code; `small`: only recipient and tracking number */
  readonly kind: 'whole' | 'low' | 'small';
  /** white margins at the sides, and at top and bottom */
  readonly margin: number;
  readonly verticalMargin: number;
  /** distance of bars from the sides; a print head prints edge to edge, an office printer does not */
  readonly barInset: number;
  readonly dotGrid: DotGrid;
  readonly zones: Zones;
  readonly recipient: {
    readonly name: number;
    readonly lastRowHeight: number;
    /** size of the black plate with the country code; null: no plate */
    readonly codePlate: Size | null;
    /** smallest em size of the address */
    readonly smallest: number;
  };
  /** height of the tracking number printed below its bars */
  readonly numberHeight: number;
  /** side of the square for the QR code, with its quiet zone */
  readonly qrSide: number;
  /** whether zones have small captions */
  readonly hasCaptions: boolean;
}

/**
 * The grid of a thermal head. Modules are 0.25 mm (10 mil), which any hand scanner reads, to 0.5 mm, read from afar: 2
 * to 4 dots at 203 dpi.
 */
function thermalGrid(dotsPerMm: number): DotGrid {
  // at least 2: a scanner may take a bar of one dot for a speck
  const minModuleDots = Math.max(2, Math.round(0.25 * dotsPerMm));
  const maxModuleDots = Math.max(minModuleDots, Math.round(0.5 * dotsPerMm));
  return { dotsPerMm, minModuleDots, maxModuleDots, minQrModuleDots: Math.ceil(0.33 * dotsPerMm), stepDots: 1 };
}
/**
 * An office printer of 600 dpi, in steps of two dots so that 300 dpi gets whole dots too. Five dots, 0.2 mm (8 mil), is
 * the minimum that hand scanners read.
 */
const officeGrid: DotGrid = {
  dotsPerMm: dotsPerMmOf(dotsPerInch(600)),
  minModuleDots: 5,
  maxModuleDots: 12,
  minQrModuleDots: 6,
  stepDots: 2,
};

type FormParts = Pick<LabelForm, 'kind' | 'zones' | 'recipient' | 'numberHeight' | 'qrSide' | 'hasCaptions'>;

const tall: FormParts = {
  kind: 'whole',
  zones: { marks: 7, header: 15, sender: 13, tracking: 34, parcel: 33, foot: 3 },
  recipient: { name: 9, lastRowHeight: 5, codePlate: { width: 17, height: 11 }, smallest: 2.5 },
  numberHeight: 6.5,
  qrSide: 30,
  hasCaptions: true,
};
const medium: FormParts = {
  ...tall,
  zones: { marks: 6, header: 12, sender: 11, tracking: 28, parcel: 30, foot: 3 },
  qrSide: 27,
};
const square: FormParts = {
  ...tall,
  zones: { marks: 5, header: 8, sender: 7, tracking: 19, parcel: 19.2, foot: 2.8 },
  recipient: { name: 5.5, lastRowHeight: 3.75, codePlate: { width: 13, height: 8 }, smallest: 2.5 },
  numberHeight: 4.5,
  qrSide: 19,
  hasCaptions: false,
};
const low: FormParts = {
  kind: 'low',
  zones: { marks: 4, header: 6.5, sender: 0, tracking: 17.5, parcel: 0, foot: 2.8 },
  recipient: { name: 4.5, lastRowHeight: 3.5, codePlate: { width: 11, height: 6.5 }, smallest: 2 },
  numberHeight: 4,
  qrSide: 22,
  hasCaptions: false,
};
const small: FormParts = {
  kind: 'small',
  zones: { marks: 2.5, header: 2.8, sender: 0, tracking: 9, parcel: 0, foot: 2.45 },
  recipient: { name: 2.4, lastRowHeight: 1.8, codePlate: null, smallest: 1.5 },
  numberHeight: 2.75,
  qrSide: 0,
  hasCaptions: false,
};

/**
 * Form of labels for a print head: edge to edge, with barcodes aligned to its dots. Default: 203 to the inch, the
 * coarsest head, counted as PDF renderers count it.
 */
export const thermalForm = (size: Size, dots: Dots = dotsPerInch(203)): LabelForm => ({
  ...size,
  ...(size.height >= 125 ? tall : square),
  margin: 4,
  verticalMargin: size.height >= 125 ? 3 : 2.5,
  barInset: 0,
  dotGrid: thermalGrid(dotsPerMmOf(dots)),
});

/** Form of labels on a sheet of an office printer, which cannot print to the edge of the paper. */
export const sheetForm = (size: Size): LabelForm => ({
  ...size,
  ...(size.height >= 125 ? medium : size.height >= 60 ? low : small),
  margin: 5,
  verticalMargin: size.height >= 60 ? 5 : 4.2,
  barInset: 5,
  dotGrid: officeGrid,
});

/** Smallest em sizes legible at 203 dpi, in millimetres: 2 (16 dots), and 2.5 (20 dots, 7 pt) for a recipient. */
export const minTextSize = ({ kind }: LabelForm): number => (kind === 'small' ? 1.5 : 2);

/** Slightly over six points, in millimetres: the minimum for text that a person may look up later. */
export const sixPointsMm = 2.15;

/** Nearest position (mm) on a whole step of dots, where barcodes may start. */
export const roundToStep = ({ dotsPerMm, stepDots }: DotGrid, mm: number): number =>
  (Math.round((mm * dotsPerMm) / stepDots) * stepDots) / dotsPerMm;

/** The nearest whole dot (mm). */
export const roundToDot = ({ dotsPerMm }: DotGrid, mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;

/** Rounds a number of dots down to a whole step, unless that falls below the minimum. */
export function floorToStep({ stepDots }: DotGrid, dots: number, minDots: number): number {
  const stepped = dots - (dots % stepDots);
  return stepped >= minDots ? stepped : dots;
}
