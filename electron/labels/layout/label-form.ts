import { perInch, perMm, type Dots } from '../formats/print-head.ts';

/** Millimetres. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The dot grid that barcodes are aligned to; that of the actual printer if known. Barcode modules are `narrowest` to
 * `widest` dots wide, QR modules at least `narrowestSquare`; all widths and positions are multiples of `step` dots
 * where possible.
 */
export interface Grain {
  readonly dotsPerMm: number;
  readonly narrowest: number;
  readonly widest: number;
  readonly narrowestSquare: number;
  readonly step: number;
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
  /** `low`: recipient beside the QR code; `small`: recipient and tracking number, no optional parts */
  readonly kind: 'whole' | 'low' | 'small';
  /** white margin at the sides, and at top and bottom */
  readonly margin: number;
  readonly edge: number;
  /** distance of bars from the sides; a print head prints edge to edge, an office printer does not */
  readonly barInset: number;
  readonly grain: Grain;
  readonly zones: Zones;
  readonly recipient: {
    readonly name: number;
    readonly lastRowHeight: number;
    /** plate with the country code; null: none */
    readonly code: Size | null;
    /** smallest em size */
    readonly smallest: number;
  };
  /** of the printed tracking number below its bars */
  readonly numberHeight: number;
  /** of the QR code, with its quiet zone */
  readonly codeSide: number;
  /** whether zones have small captions */
  readonly hasCaptions: boolean;
}

/**
 * Any hand scanner reads a barcode with modules of 0.25 mm (10 mil), and one of 0.5 mm from afar: 2 to 4 dots at 203
 * dpi.
 */
function thermalGrain(dotsPerMm: number): Grain {
  // a bar of one dot is easily taken for a speck
  const narrowest = Math.max(2, Math.round(0.25 * dotsPerMm));
  const widest = Math.max(narrowest, Math.round(0.5 * dotsPerMm));
  return { dotsPerMm, narrowest, widest, narrowestSquare: Math.ceil(0.33 * dotsPerMm), step: 1 };
}
/**
 * An office printer of 600 dpi, in steps of two dots so that 300 dpi gets whole dots too. Five dots, 0.2 mm (8 mil), is
 * the minimum that hand scanners read.
 */
const office: Grain = { dotsPerMm: perMm(perInch(600)), narrowest: 5, widest: 12, narrowestSquare: 6, step: 2 };

type Parts = Pick<LabelForm, 'kind' | 'zones' | 'recipient' | 'numberHeight' | 'codeSide' | 'hasCaptions'>;

const tall: Parts = {
  kind: 'whole',
  zones: { marks: 7, header: 15, sender: 13, tracking: 34, parcel: 33, foot: 3 },
  recipient: { name: 9, lastRowHeight: 5, code: { width: 17, height: 11 }, smallest: 2.5 },
  numberHeight: 6.5,
  codeSide: 30,
  hasCaptions: true,
};
const medium: Parts = {
  ...tall,
  zones: { marks: 6, header: 12, sender: 11, tracking: 28, parcel: 30, foot: 3 },
  codeSide: 27,
};
const square: Parts = {
  ...tall,
  zones: { marks: 5, header: 8, sender: 7, tracking: 19, parcel: 19.2, foot: 2.8 },
  recipient: { name: 5.5, lastRowHeight: 3.75, code: { width: 13, height: 8 }, smallest: 2.5 },
  numberHeight: 4.5,
  codeSide: 19,
  hasCaptions: false,
};
const low: Parts = {
  kind: 'low',
  zones: { marks: 4, header: 6.5, sender: 0, tracking: 17.5, parcel: 0, foot: 2.8 },
  recipient: { name: 4.5, lastRowHeight: 3.5, code: { width: 11, height: 6.5 }, smallest: 2 },
  numberHeight: 4,
  codeSide: 22,
  hasCaptions: false,
};
const small: Parts = {
  kind: 'small',
  zones: { marks: 2.5, header: 2.8, sender: 0, tracking: 9, parcel: 0, foot: 2.45 },
  recipient: { name: 2.4, lastRowHeight: 1.8, code: null, smallest: 1.5 },
  numberHeight: 2.75,
  codeSide: 0,
  hasCaptions: false,
};

/**
 * Form of labels for a print head: edge to edge, with barcodes aligned to its dots. Default: 203 to the inch, the
 * coarsest head, counted as PDF renderers count it.
 */
export const thermalForm = (size: Size, dots: Dots = perInch(203)): LabelForm => ({
  ...size,
  ...(size.height >= 125 ? tall : square),
  margin: 4,
  edge: size.height >= 125 ? 3 : 2.5,
  barInset: 0,
  grain: thermalGrain(perMm(dots)),
});

/** Form of labels on a sheet of an office printer, which cannot print to the edge of the paper. */
export const sheetForm = (size: Size): LabelForm => ({
  ...size,
  ...(size.height >= 125 ? medium : size.height >= 60 ? low : small),
  margin: 5,
  edge: size.height >= 60 ? 5 : 4.2,
  barInset: 5,
  grain: office,
});

/** Smallest em sizes legible at 203 dpi, in millimetres: 2 (16 dots), and 2.5 (20 dots, 7 pt) for a recipient. */
export const smallestText = ({ kind }: LabelForm): number => (kind === 'small' ? 1.5 : 2);

/** Slightly over six points, in millimetres: the minimum for text that a person looks up later. */
export const sixPoints = 2.15;

/** Nearest position (mm) on a whole step of dots, where barcodes may start. */
export const onStep = ({ dotsPerMm, step }: Grain, mm: number): number =>
  (Math.round((mm * dotsPerMm) / step) * step) / dotsPerMm;

/** The nearest whole dot (mm). */
export const onDots = ({ dotsPerMm }: Grain, mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;

/** Rounds a number of dots down to a whole step, unless that falls below `narrowest`. */
export function inSteps({ step }: Grain, dots: number, narrowest: number): number {
  const whole = dots - (dots % step);
  return whole >= narrowest ? whole : dots;
}
