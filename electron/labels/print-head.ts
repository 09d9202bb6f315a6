import { inFewer } from './fewer-dots.ts';
import type { Code128Box, Layout, LayoutBox, PictureBox, QrBox } from '../../shared/labels/label-layout.ts';

/** Dots to the millimetre of print heads, by what they are called: so many dots to the inch. */
export const dotsPerMm = { 203: 8, 300: 12, 600: 24 } as const;
export type HeadDpi = keyof typeof dotsPerMm;
/** What draws dots: a head by what it is called, or any other by its dots to the millimetre. */
export type Dots = HeadDpi | { readonly perMm: number };
export const perMm = (dots: Dots): number => (typeof dots === 'object' ? dots.perMm : dotsPerMm[dots]);

/**
 * The same layout with its codes and pictures on whole dots of a head. A module that is no whole number of dots there becomes the next smaller one
 * that is; the code stays in the middle of its place, so that its quiet zone only grows.
 */
export function codesOnDots(layout: Layout, of: Dots): Layout {
  const dots = perMm(of);
  const whole = (mm: number): number => Math.round(mm * dots) / dots;
  /** Of a place so long, from where the dark part begins, and how long it is. */
  const middle = (start: number, length: number, dark: number): number => whole(start + (length - dark) / 2);

  function onDots(box: Code128Box | QrBox): Code128Box | QrBox {
    // a module that is whole already is so but for the last digits of its fraction
    const module = Math.floor(box.module * dots + 1e-6) / dots;
    const size = (box.kind === 'qr' ? box.rows.length : box.bars.length) * module;
    const x = middle(box.x, box.width, size);
    if (box.kind === 'qr') return { ...box, module, x, width: size, y: middle(box.y, box.height, size), height: size };
    const y = whole(box.y);
    return { ...box, module, x, width: size, y, height: whole(box.y + box.height) - y };
  }
  /** Each dot as most of what it covers. */
  function inDots(box: PictureBox): PictureBox {
    const [width, height] = [box.width, box.height].map((mm) => Math.max(1, Math.round(mm * dots))) as [number, number];
    const place = { x: whole(box.x), y: whole(box.y), width: width / dots, height: height / dots };
    return { ...box, ...place, bitmap: inFewer(box.bitmap, width, height) };
  }
  const moved = (box: LayoutBox): LayoutBox =>
    box.kind === 'picture' ? inDots(box) : box.kind === 'code128' || box.kind === 'qr' ? onDots(box) : box;
  return { ...layout, boxes: layout.boxes.map(moved) };
}
