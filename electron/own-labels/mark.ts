import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { draw } from '../labels/draw.ts';
import { thermalForm } from '../labels/label-form.ts';
import { openFonts } from '../labels/open-fonts.ts';
import { toBitmap } from '../labels/to-bitmap.ts';
import { writeText, type Sheet } from '../labels/write-text.ts';
import { fixedText } from '../labels/zone.ts';
import { findFreeBox, inkBox, resampleNearest, stamp } from './bits.ts';
import type { DrawnPage } from './place.ts';

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
