import { perInch, perMm, type Dots } from './print-head.ts';

/** Millimetres. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The dots that codes of a label lie on, those of the very printer where it is known. Modules of a barcode are `narrowest` to `widest`
 * dots wide, those of a QR code at least `narrowestSquare`; all of them, and all places, are multiples of `step` dots where one fits.
 */
export interface Grain {
  readonly dotsPerMm: number;
  readonly narrowest: number;
  readonly widest: number;
  readonly narrowestSquare: number;
  readonly step: number;
}

/** Heights of the zones of a label, in millimetres; 0 where the form has no such zone. What is left is the recipient's. */
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
  /** `low`: recipient beside the code of the parcel; `small`: recipient and tracking number, and nothing that can be left out */
  readonly kind: 'whole' | 'low' | 'small';
  /** kept white at both sides, and at top and bottom */
  readonly margin: number;
  readonly edge: number;
  /** bars keep off the sides by so much; a print head reaches both, an office printer does not */
  readonly barsOff: number;
  readonly grain: Grain;
  readonly zones: Zones;
  readonly recipient: {
    readonly name: number;
    readonly lastRow: number;
    /** plate with the code of the country; null: none */
    readonly code: Size | null;
    /** smallest em size */
    readonly smallest: number;
  };
  /** of the tracking number below its bars */
  readonly numberHeight: number;
  /** of the code of the parcel, with its quiet zone */
  readonly codeSide: number;
  /** small words say what stands below them */
  readonly hasCaptions: boolean;
}

/** A barcode of a quarter of a millimetre (10 mil) to the module is read by any hand scanner, one of half a millimetre from afar: 2 to 4 dots at 203 dpi. */
function thermal(dotsPerMm: number): Grain {
  // a bar of one dot is as likely read as a speck
  const narrowest = Math.max(2, Math.round(0.25 * dotsPerMm));
  const widest = Math.max(narrowest, Math.round(0.5 * dotsPerMm));
  return { dotsPerMm, narrowest, widest, narrowestSquare: Math.ceil(0.33 * dotsPerMm), step: 1 };
}
/**
 * An office printer of 600 dpi, in steps of two dots, so that one of 300 dpi has whole dots, too. Five dots, a fifth of a millimetre (8 mil), is
 * the least that hand scanners read.
 */
const office: Grain = { dotsPerMm: perMm(perInch(600)), narrowest: 5, widest: 12, narrowestSquare: 6, step: 2 };

type Parts = Pick<LabelForm, 'kind' | 'zones' | 'recipient' | 'numberHeight' | 'codeSide' | 'hasCaptions'>;

const tall: Parts = {
  kind: 'whole',
  zones: { marks: 7, header: 15, sender: 13, tracking: 34, parcel: 33, foot: 3 },
  recipient: { name: 9, lastRow: 5, code: { width: 17, height: 11 }, smallest: 2.5 },
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
  recipient: { name: 5.5, lastRow: 3.75, code: { width: 13, height: 8 }, smallest: 2.5 },
  numberHeight: 4.5,
  codeSide: 19,
  hasCaptions: false,
};
const low: Parts = {
  kind: 'low',
  zones: { marks: 4, header: 6.5, sender: 0, tracking: 17.5, parcel: 0, foot: 2.8 },
  recipient: { name: 4.5, lastRow: 3.5, code: { width: 11, height: 6.5 }, smallest: 2 },
  numberHeight: 4,
  codeSide: 22,
  hasCaptions: false,
};
const small: Parts = {
  kind: 'small',
  zones: { marks: 2.5, header: 2.8, sender: 0, tracking: 9, parcel: 0, foot: 2.45 },
  recipient: { name: 2.4, lastRow: 1.8, code: null, smallest: 1.5 },
  numberHeight: 2.75,
  codeSide: 0,
  hasCaptions: false,
};

/**
 * The form of labels of a print head, to their very edges, with codes on the dots of that head. Left out: on those of 203 to the inch, the
 * coarsest there is, as whatever draws a PDF for such a head counts them.
 */
export const thermalForm = (size: Size, dots: Dots = perInch(203)): LabelForm => ({
  ...size,
  ...(size.height >= 125 ? tall : square),
  margin: 4,
  edge: size.height >= 125 ? 3 : 2.5,
  barsOff: 0,
  grain: thermal(perMm(dots)),
});

/** The form of labels on a sheet of an office printer, which leaves the edge of its paper white. */
export const sheetForm = (size: Size): LabelForm => ({
  ...size,
  ...(size.height >= 125 ? medium : size.height >= 60 ? low : small),
  margin: 5,
  edge: size.height >= 60 ? 5 : 4.2,
  barsOff: 5,
  grain: office,
});

/** Smallest em sizes still read from paper at 203 dpi, in millimetres: 2 (16 dots), and 2.5 (20 dots, 7 pt) for a recipient. */
export const smallestText = ({ kind }: LabelForm): number => (kind === 'small' ? 1.5 : 2);

/** Six points and a little, in millimetres: the least for what a person looks up on a label later. */
export const sixPoints = 2.15;

/** The nearest place (mm) where codes may begin: on a whole dot, or a whole step of them. */
export const onStep = ({ dotsPerMm, step }: Grain, mm: number): number =>
  (Math.round((mm * dotsPerMm) / step) * step) / dotsPerMm;

/** The nearest whole dot (mm). */
export const onDots = ({ dotsPerMm }: Grain, mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;

/** So many dots, or the next fewer that are whole steps where these are not too few. */
export function inSteps({ step }: Grain, dots: number, narrowest: number): number {
  const whole = dots - (dots % step);
  return whole >= narrowest ? whole : dots;
}
