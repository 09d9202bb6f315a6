import { MARGIN, SMALLEST_TEXT } from './label-size.ts';
import type { LabelSource } from './label-source.ts';
import { cleanText } from './clean-text.ts';
import { writeText } from './write-text.ts';
import type { Sheet } from './write-text.ts';
import { CAPTION_HEIGHT, CONTENT_WIDTH, caption, fieldWords, fixedWords, uprightRule } from './zone.ts';
import type { Zone } from './zone.ts';

const BOX_CELL = 60;
const WEIGHT_CELL = 77;
const GAP = 2;

/** Whether something of it has to be warned of. */
export const hasMarks = ({ practice, provisional, copy = 1 }: LabelSource): boolean =>
  practice || provisional || copy > 1;

/** A black band of warnings: practice, a tracking number that is not final, a label that is on paper already. */
export function layOutMarks(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { copy = 1 } = source;
  const marks = [
    ...(source.practice ? [{ role: 'mark.practice', text: 'PRACTICE', long: 'PRACTICE · DO NOT SHIP' }] : []),
    ...(source.provisional ? [{ role: 'mark.provisional', text: 'PROVISIONAL', long: 'PROVISIONAL NUMBER' }] : []),
    ...(copy > 1 ? [{ role: 'mark.copy', text: `COPY ${copy}`, long: `COPY ${copy}` }] : []),
  ];
  const width = (CONTENT_WIDTH - (marks.length - 1)) / marks.length;
  marks.forEach(({ role, text, long }, index) => {
    writeText(sheet, {
      role,
      box: { x: MARGIN + index * (width + 1), y: zone.top, width, height: zone.bottom - zone.top },
      words: [fixedWords(marks.length === 1 ? long : text, 0.12)],
      sizes: { largest: 4, comfortable: 4, smallest: 3 },
      align: 'center',
      stand: 'middle',
      inverse: true,
      stops: true,
    });
  });
}

/** Service, carrier, box n of m and weight. */
export function layOutHeader(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const top = zone.top + 1.25;
  const below = top + CAPTION_HEIGHT;
  const height = zone.bottom - 1 - below;
  const service = cleanText(source.ServiceCode, 'ServiceCode', true, sheet.problems);
  const provider = cleanText(source.ShippingProvider, 'ShippingProvider', false, sheet.problems);

  if (service !== '') caption(sheet, 'SERVICE', MARGIN, top, 14);
  writeText(sheet, {
    role: 'service.provider',
    box: { x: MARGIN + 15, y: top, width: BOX_CELL - MARGIN - 15 - GAP, height: CAPTION_HEIGHT },
    words: [fieldWords(provider, 'ShippingProvider')],
    sizes: { largest: 2.25, comfortable: SMALLEST_TEXT, smallest: SMALLEST_TEXT },
    maxLines: 1,
    align: 'end',
    stops: false,
  });
  writeText(sheet, {
    role: 'service',
    box: { x: MARGIN, y: below, width: BOX_CELL - MARGIN - GAP, height },
    words: [fieldWords(service, 'ServiceCode', { bold: true, leftToRight: true })],
    sizes: { largest: 9, comfortable: 4.5, smallest: SMALLEST_TEXT },
    stand: 'middle',
    stops: true,
  });

  const { box, boxes, weight } = source;
  uprightRule(sheet, 'rule.box', BOX_CELL, zone.top, zone.bottom);
  caption(sheet, 'BOX', BOX_CELL + GAP, top, 12);
  cell(sheet, 'box', BOX_CELL + GAP, WEIGHT_CELL - BOX_CELL - 2 * GAP, below, height, `${box} of ${boxes}`, 'box');
  if (weight === undefined) return;
  const unit = cleanText(source.weightUnit, 'weightUnit', false, sheet.problems);
  uprightRule(sheet, 'rule.weight', WEIGHT_CELL, zone.top, zone.bottom);
  caption(sheet, 'WEIGHT', WEIGHT_CELL + GAP, top, 14);
  const width = MARGIN + CONTENT_WIDTH - WEIGHT_CELL - GAP;
  cell(sheet, 'weight', WEIGHT_CELL + GAP, width, below, height, `${weight} ${unit}`.trim(), 'weight');
}

function cell(
  sheet: Sheet,
  role: string,
  x: number,
  width: number,
  y: number,
  height: number,
  text: string,
  field: string,
) {
  writeText(sheet, {
    role,
    box: { x, y, width, height },
    words: [fieldWords(text, field, { bold: true })],
    sizes: { largest: 5, comfortable: 2.5, smallest: SMALLEST_TEXT },
    stand: 'middle',
    stops: true,
  });
}
