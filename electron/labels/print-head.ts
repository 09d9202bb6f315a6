import { inFewer } from './fewer-dots.ts';
import type { Layout, PictureBox } from '../../shared/labels/label-layout.ts';

/** Dots to the millimetre of print heads, by what they are called: so many dots to the inch. */
export const dotsPerMm = { 203: 8, 300: 12, 600: 24 } as const;
export type HeadDpi = keyof typeof dotsPerMm;
/** What draws dots: a head by what it is called, or any other by its dots to the millimetre. */
export type Dots = HeadDpi | { readonly perMm: number };
/** What counts its dots to the inch: IPP, PDF, and the drivers of a system. */
export const perInch = (dpi: number): { readonly perMm: number } => ({ perMm: dpi / 25.4 });
export const perMm = (dots: Dots): number => (typeof dots === 'object' ? dots.perMm : dotsPerMm[dots]);

/** The same layout with its pictures on whole dots of a head; its codes are laid out on them already. */
export function picturesOnDots(layout: Layout, of: Dots): Layout {
  const dots = perMm(of);
  const whole = (mm: number): number => Math.round(mm * dots) / dots;
  /** Each dot as most of what it covers. */
  function inDots(box: PictureBox): PictureBox {
    const [width, height] = [box.width, box.height].map((mm) => Math.max(1, Math.round(mm * dots))) as [number, number];
    const place = { x: whole(box.x), y: whole(box.y), width: width / dots, height: height / dots };
    return { ...box, ...place, bitmap: inFewer(box.bitmap, width, height) };
  }
  return { ...layout, boxes: layout.boxes.map((box) => (box.kind === 'picture' ? inDots(box) : box)) };
}
