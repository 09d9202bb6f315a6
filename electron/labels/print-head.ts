import { resample } from './fewer-dots.ts';
import type { Layout, PictureBox } from '../../shared/labels/label-layout.ts';

/** Dots per millimetre of print heads, by their nominal dots per inch. */
export const dotsPerMm = { 203: 8, 300: 12, 600: 24 } as const;
export type HeadDpi = keyof typeof dotsPerMm;
/** Resolution of a renderer: a head by its nominal dpi, or any dots per millimetre. */
export type Dots = HeadDpi | { readonly perMm: number };
/** For everything that counts dots per inch exactly: IPP, PDF, and system drivers. */
export const perInch = (dpi: number): { readonly perMm: number } => ({ perMm: dpi / 25.4 });
export const perMm = (dots: Dots): number => (typeof dots === 'object' ? dots.perMm : dotsPerMm[dots]);

/** The layout with its pictures resampled to whole dots of a head; its barcodes are already aligned. */
export function alignPictures(layout: Layout, of: Dots): Layout {
  const dots = perMm(of);
  const whole = (mm: number): number => Math.round(mm * dots) / dots;
  function alignPicture(box: PictureBox): PictureBox {
    const [width, height] = [box.width, box.height].map((mm) => Math.max(1, Math.round(mm * dots))) as [number, number];
    const place = { x: whole(box.x), y: whole(box.y), width: width / dots, height: height / dots };
    return { ...box, ...place, bitmap: resample(box.bitmap, width, height) };
  }
  return { ...layout, boxes: layout.boxes.map((box) => (box.kind === 'picture' ? alignPicture(box) : box)) };
}
