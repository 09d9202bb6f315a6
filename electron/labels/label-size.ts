/** Millimetres. */
export const LABEL_WIDTH = 100;
export const LABEL_HEIGHT = 150;
export const MARGIN = 4;

/** A 203 dpi print head has 8 dots to the millimetre. */
export const DOTS_PER_MM = 8;

/** Smallest em sizes still read from paper at 203 dpi, in millimetres: 2.5 (20 dots, 7 pt) for the recipient, 2 (16 dots) elsewhere. */
export const SMALLEST_RECIPIENT_TEXT = 2.5;
export const SMALLEST_TEXT = 2;

/** The nearest whole dot, in millimetres. */
export function onDots(mm: number): number {
  return Math.round(mm * DOTS_PER_MM) / DOTS_PER_MM;
}
