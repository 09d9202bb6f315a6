import { sixPoints, smallestText } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { cleanText } from './clean-text.ts';
import { writeText } from './write-text.ts';
import type { Sheet } from './write-text.ts';
import { caption, captionHeight, fieldText, fixedText, ruleInset, uprightRule, widthOf } from './zone.ts';
import type { Zone } from './zone.ts';

/** Distance of the cells from the right end of the header, as fractions of its width. */
const BOX_CELL = 36 / 92;
const WEIGHT_CELL = 19 / 92;
const GAP = 2;

/** Whether the label needs a band of warnings. */
export const hasMarks = ({ practice, provisional, lacksNumber: numberless = false, copy = 1 }: LabelSource): boolean =>
  practice || provisional || numberless || copy > 1;

/** A black band of warnings: practice, a tracking number that is not final, a reprint. */
export function layOutMarks(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { copy = 1, lacksNumber: numberless = false } = source;
  const { kind } = sheet.form;
  const size = kind === 'whole' ? 4 : 2.5;
  const marks = [
    ...(source.practice ? [{ role: 'mark.practice', text: 'PRACTICE', long: 'PRACTICE · DO NOT SHIP' }] : []),
    ...(source.provisional || numberless
      ? [{ role: 'mark.provisional', text: 'PROVISIONAL', long: numberless ? 'NO NUMBER YET' : 'PROVISIONAL NUMBER' }]
      : []),
    ...(copy > 1 ? [{ role: 'mark.copy', text: `COPY ${copy}`, long: `COPY ${copy}` }] : []),
  ];
  const width = (widthOf(zone) - (marks.length - 1)) / marks.length;
  marks.forEach(({ role, text, long }, index) => {
    writeText(sheet, {
      role,
      box: { x: zone.left + index * (width + 1), y: zone.top, width, height: zone.bottom - zone.top },
      texts: [fixedText(marks.length === 1 ? long : text, 0.12)],
      sizes: { largest: size, comfortable: size, smallest: Math.min(size, 3) - 0.5 },
      align: 'center',
      verticalAlign: 'middle',
      inverse: true,
      blocksPrinting: true,
    });
  });
}

/** Service, carrier, box n of m and weight. */
export function layOutHeader(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const smallest = smallestText(form);
  const top = zone.top + ruleInset(form);
  const below = top + captionHeight(form);
  const height = zone.bottom - (form.kind === 'small' ? 0.25 : 0.75) - below;
  const service = cleanText(source.ServiceCode, 'ServiceCode', true, sheet.problems);
  const provider = cleanText(source.ShippingProvider, 'ShippingProvider', false, sheet.problems);
  const [left, boxLeft, weightLeft] = [zone.left, BOX_CELL, WEIGHT_CELL].map((at, index) =>
    index === 0 ? at : zone.right - at * widthOf(zone),
  ) as [number, number, number];

  if (service !== '') caption(sheet, 'SERVICE', left, top, 14);
  const besideCaption = form.hasCaptions
    ? { x: left + 15, y: top, width: boxLeft - left - 15 - GAP, height: captionHeight(form) }
    : { x: left + (boxLeft - left) * 0.6, y: below, width: (boxLeft - left) * 0.4 - GAP, height };
  writeText(sheet, {
    role: 'service.provider',
    box: besideCaption,
    texts: [fieldText(provider, 'ShippingProvider')],
    sizes: { largest: 2.75, comfortable: sixPoints, smallest: sixPoints },
    maxLines: 1,
    align: 'end',
    verticalAlign: form.hasCaptions ? 'top' : 'middle',
    mayTruncate: form.kind === 'small',
    blocksPrinting: false,
  });
  const serviceWidth = (form.hasCaptions || provider === '' ? 1 : 0.6) * (boxLeft - left) - GAP;
  writeText(sheet, {
    role: 'service',
    box: { x: left, y: below, width: serviceWidth, height },
    texts: [fieldText(service, 'ServiceCode', { bold: true, leftToRight: true })],
    sizes: { largest: 9, comfortable: Math.min(4.5, height / 1.2), smallest },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });

  const { box, boxes, weight } = source;
  uprightRule(sheet, 'rule.box', boxLeft, zone.top, zone.bottom);
  caption(sheet, 'BOX', boxLeft + GAP, top, 12);
  const cell = (role: string, x: number, width: number, text: string): void => {
    writeText(sheet, {
      role,
      box: { x, y: below, width, height },
      texts: [fieldText(text, role, { bold: true })],
      sizes: { largest: 5, comfortable: 2.5, smallest },
      verticalAlign: 'middle',
      blocksPrinting: true,
    });
  };
  cell('box', boxLeft + GAP, weightLeft - boxLeft - 1.5 * GAP, `${box} of ${boxes}`);
  if (weight === undefined) return;
  const unit = cleanText(source.weightUnit, 'weightUnit', false, sheet.problems);
  uprightRule(sheet, 'rule.weight', weightLeft, zone.top, zone.bottom);
  caption(sheet, 'WEIGHT', weightLeft + GAP, top, 14);
  cell('weight', weightLeft + GAP, zone.right - weightLeft - GAP, `${weight} ${unit}`.trim());
}
