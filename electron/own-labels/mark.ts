import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { draw } from '../labels/draw.ts';
import { thermalForm } from '../labels/label-form.ts';
import { openFonts } from '../labels/open-fonts.ts';
import { toBitmap } from '../labels/to-bitmap.ts';
import { writeText, type Sheet } from '../labels/write-text.ts';
import { fixedWords } from '../labels/zone.ts';
import { freePlace, inkBox, sampled, stamp } from './bits.ts';
import type { DrawnPage } from './place.ts';

/** Marks that must be visible on a label the desk did not lay out itself. */
export interface OwnMarks {
  practice: boolean;
  /** 2 and above: a reprint */
  copy: number;
}

const size = { width: 34, height: 5 };

/**
 * Adds the marks to a page. A copy mark is added only where the page has room, so that it covers nothing; the practice
 * mark is added even over content, since such a label could be mistaken for one that a carrier knows.
 */
export function marked(page: DrawnPage, { practice, copy }: OwnMarks): DrawnPage {
  const text = [practice ? 'PRACTICE' : '', copy > 1 ? `COPY ${copy}` : ''].filter(Boolean).join(' · ');
  const ink = inkBox(page.bitmap);
  if (text === '' || !ink) return page;
  const perMm = page.bitmap.width / page.width;
  const [width, height] = [Math.round(size.width * perMm), Math.round(size.height * perMm)];
  const free = freePlace(page.bitmap, ink, width, height, Math.max(1, Math.round(perMm)));
  const at = free ?? (practice ? ink : null);
  if (!at || at.x + width > page.bitmap.width || at.y + height > page.bitmap.height) return page;
  const bitmap = { ...page.bitmap, bits: page.bitmap.bits.slice() };
  stamp(bitmap, sampled(plate(text), width, height), at.x, at.y);
  return { ...page, bitmap };
}

function plate(text: string): Bitmap {
  const fonts = openFonts();
  const sheet: Sheet = { form: thermalForm({ width: 100, height: 150 }), fonts, boxes: [], problems: [] };
  writeText(sheet, {
    role: 'mark',
    box: { x: 0, y: 0, ...size },
    words: [fixedWords(text, 0.12)],
    sizes: { largest: 4, comfortable: 3, smallest: 2 },
    align: 'center',
    stand: 'middle',
    inverse: true,
    stops: true,
  });
  return toBitmap(draw({ ...size, boxes: sheet.boxes, problems: [] }, fonts), 600);
}
