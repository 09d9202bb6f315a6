import { LABEL_WIDTH, MARGIN } from './label-size.ts';
import { writeText } from './write-text.ts';
import type { Sheet, Words } from './write-text.ts';

/** A horizontal zone of the label, from `top` to `bottom` in millimetres. */
export interface Zone {
  readonly top: number;
  readonly bottom: number;
}

export const CONTENT_WIDTH = LABEL_WIDTH - 2 * MARGIN;

/** Height of a caption line with the room below it. */
export const CAPTION_HEIGHT = 3;

const RULE = 0.375;

export function rule(sheet: Sheet, role: string, y: number): void {
  sheet.boxes.push({ kind: 'rule', role, x: MARGIN, y: y - 0.125, width: CONTENT_WIDTH, height: RULE });
}

export function uprightRule(sheet: Sheet, role: string, x: number, top: number, bottom: number): void {
  sheet.boxes.push({ kind: 'rule', role, x, y: top, width: RULE, height: bottom - top });
}

/** A small word in capitals that says what stands below it. */
export function caption(sheet: Sheet, text: string, x: number, y: number, width: number): void {
  writeText(sheet, {
    role: `caption.${text.toLowerCase()}`,
    box: { x, y, width, height: 2.5 },
    words: [fixedWords(text, 0.08)],
    sizes: { largest: 2, comfortable: 2, smallest: 2 },
    stops: false,
  });
}

/** Words of the label itself. */
export function fixedWords(text: string, spacing = 0): Words {
  return { text, fields: [], bold: true, spacing };
}

/** The words of one field. */
export function fieldWords(text: string, field: string, more: Omit<Words, 'text' | 'fields'> = {}): Words {
  return { text, fields: [{ field, text }], ...more };
}
