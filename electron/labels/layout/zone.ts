import { writeText, type Sheet, type LabelText } from '../text/write-text.ts';
import type { LabelForm } from './label-form.ts';

/** A part of the label, in millimetres. */
export interface Zone {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A zone from margin to margin, at this distance from the top. */
export const zoneAt = ({ width, margin }: LabelForm, top: number, height: number): Zone => ({
  ...{ left: margin, right: width - margin, top, bottom: top + height },
});

export const widthOf = ({ left, right }: Zone): number => right - left;

/** Height of a caption line with the space below it; 0 if the label has no captions. */
export const captionHeight = ({ hasCaptions }: LabelForm): number => (hasCaptions ? 3 : 0);
/** Space between a rule and the content below it. */
export const ruleInset = ({ hasCaptions, kind }: LabelForm): number =>
  hasCaptions ? 1.25 : kind === 'small' ? 0.3 : 0.6;

const ruleThickness = 0.375;

export function addRule(sheet: Sheet, role: string, y: number): void {
  const { margin, width } = sheet.form;
  sheet.boxes.push({ kind: 'rule', role, x: margin, y: y - 0.125, width: width - 2 * margin, height: ruleThickness });
}

export function addVerticalRule(sheet: Sheet, role: string, x: number, top: number, bottom: number): void {
  sheet.boxes.push({ kind: 'rule', role, x, y: top, width: ruleThickness, height: bottom - top });
}

/** A small title in capitals above its content. */
export function writeCaption(sheet: Sheet, text: string, x: number, y: number, width: number): void {
  if (!sheet.form.hasCaptions) return;
  writeText(sheet, {
    role: `caption.${text.toLowerCase()}`,
    box: { x, y, width, height: 2.5 },
    texts: [fixedText(text, 0.08)],
    sizes: { largest: 2, comfortable: 2, smallest: 2 },
    blocksPrinting: false,
  });
}

/** Fixed text of the label. */
export function fixedText(text: string, spacing = 0): LabelText {
  return { text, fields: [], bold: true, spacing };
}

/** Text of one field. */
export function fieldText(text: string, field: string, options: Omit<LabelText, 'text' | 'fields'> = {}): LabelText {
  return { text, fields: [{ field, text }], ...options };
}
