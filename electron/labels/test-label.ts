import { encodeCode128 } from '../../shared/labels/encode-code128.ts';
import type { Layout } from '../../shared/labels/label-layout.ts';
import { onDots, type LabelForm } from './label-form.ts';
import { standardForm } from './lay-out.ts';
import type { Fonts } from './open-fonts.ts';
import { writeText, type Sheet } from './write-text.ts';
import { fieldText, fixedText } from './zone.ts';

/** Content of a test label. */
export interface TestLabel {
  /** of the printer */
  name: string;
  address: string;
  /** ASCII; scanning it back proves that the label is readable */
  code: string;
  /** how it was printed, such as `203 dpi, z64` */
  method: string;
}

const EDGE = 0.5;
/** Module width (mm): three dots at 203 dpi, the nearest whole dots of any other head. */
const MODULE = 0.375;
/** Quiet zone of a Code 128, in modules. */
const QUIET = 10;

/** A label that shows whether the whole area is printed: a frame at its edges, and a barcode to scan back. */
export function layOutTest(
  { name, address, code, method: how }: TestLabel,
  fonts: Fonts,
  form: LabelForm = standardForm,
): Layout {
  const sheet: Sheet = { form, fonts, boxes: [], problems: [] };
  const { width: across, height: down, margin, grain } = form;
  const [right, bottom] = [across - 2 * EDGE, down - 2 * EDGE];
  /** distance from the top, as on a label of 150 mm */
  const at = (mm: number): number => onDots(grain, (mm * down) / 150);
  const frame = [
    { x: 2 * EDGE, y: 2 * EDGE, width: right - 2 * EDGE, height: EDGE },
    { x: 2 * EDGE, y: bottom - EDGE, width: right - 2 * EDGE, height: EDGE },
    { x: 2 * EDGE, y: 2 * EDGE, width: EDGE, height: bottom - 2 * EDGE },
    { x: right - EDGE, y: 2 * EDGE, width: EDGE, height: bottom - 2 * EDGE },
  ];
  sheet.boxes.push(...frame.map((box) => ({ kind: 'rule' as const, role: 'test.frame', ...box })));
  const line = (role: string, y: number, height: number, text: string, size: number, isField: boolean): void => {
    writeText(sheet, {
      role,
      box: { x: margin, y: at(y), width: across - 2 * margin, height: (height * down) / 150 },
      texts: [isField ? fieldText(text, role) : fixedText(text, 0.04)],
      sizes: { largest: size, comfortable: Math.min(size, 3), smallest: 2 },
      align: 'center',
      verticalAlign: 'middle',
      mayTruncate: true,
      blocksPrinting: false,
    });
  };
  line('test.title', 12, 9, 'TEST LABEL', 7, false);
  line('test.name', 24, 12, name, 5, true);
  line('test.address', 38, 10, address, 3.5, true);
  line('test.how', 50, 6, how, 3.5, true);
  const bars = encodeCode128(code);
  const module = onDots(grain, MODULE);
  const width = (bars.length + 2 * QUIET) * module;
  const x = onDots(grain, (across - width) / 2);
  sheet.boxes.push({
    kind: 'code128',
    role: 'test.code',
    x,
    y: at(68),
    width,
    height: at(25),
    text: code,
    module,
    bars,
  });
  line('test.text', 95, 7, code, 5, true);
  line('test.frame.means', 130, 8, 'The frame must be whole on all four sides.', 3.5, false);
  return { width: across, height: down, boxes: sheet.boxes, problems: sheet.problems };
}
