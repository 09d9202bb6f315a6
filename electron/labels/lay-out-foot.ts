import { cleanText } from './clean-text.ts';
import { sixPoints } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { writeText, type Sheet } from './write-text.ts';
import { fieldText, widthOf, type Zone } from './zone.ts';

/** Desk, operator and time of printing; on a small label also the PackageId, which is printed nowhere else on it. */
export function layOutFoot(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const { desk = '', operator = '', at = '' } = source.printed ?? {};
  const id = form.kind === 'small' ? cleanText(source.PackageId, 'PackageId', true, sheet.problems) : '';
  const above = form.kind === 'small' ? 0.2 : 0.4;
  const clean = (text: string, field: string): string => cleanText(text, field, false, []);
  const parts = [id, clean(desk, 'desk'), clean(operator, 'operator'), at].filter((part) => part !== '');
  writeText(sheet, {
    role: 'foot',
    box: { x: zone.left, y: zone.top + above, width: widthOf(zone), height: zone.bottom - zone.top - above },
    texts: [fieldText(parts.join(' \u00b7 '), 'operator', { leftToRight: true })],
    sizes: { largest: 2.5, comfortable: sixPoints, smallest: sixPoints },
    maxLines: 1,
    mayTruncate: true,
    blocksPrinting: false,
  });
}
