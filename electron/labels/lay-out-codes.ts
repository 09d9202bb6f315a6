import { cleanText } from './clean-text.ts';
import { encodeCode128, isCode128 } from '../../shared/labels/encode-code128.ts';
import { encodeQr } from './encode-qr.ts';
import { DOTS_PER_MM, LABEL_WIDTH, MARGIN, SMALLEST_TEXT, onDots } from './label-size.ts';
import { writeText } from './write-text.ts';
import type { Sheet } from './write-text.ts';
import { CAPTION_HEIGHT, CONTENT_WIDTH, caption, fieldWords } from './zone.ts';
import type { Zone } from './zone.ts';

const QUIET_CODE128 = 10;
const QUIET_QR = 4;
const WIDEST_MODULE = 4;
const NARROWEST_MODULE = 2;
const NUMBER_HEIGHT = 6.5;

// Past this no symbol fits, whatever its sets; longer texts need not be tried.
const LONGEST_NUMBER = 80;
const PRINTABLE = /^[ -~]*$/;

/** The tracking number as Code 128, its modules 2 to 4 whole dots wide, and as text below. */
export function layOutTracking(sheet: Sheet, number: string, zone: Zone): void {
  const top = zone.top + 1.25;
  caption(sheet, 'TRACKING NUMBER', MARGIN, top, 40);
  const barsTop = top + CAPTION_HEIGHT + 0.25;
  const numberTop = zone.bottom - 0.75 - NUMBER_HEIGHT;
  const bars = codeOf(sheet, number);
  if (bars !== undefined) {
    const width = (bars.text.length + 2 * QUIET_CODE128) * bars.module;
    sheet.boxes.push({
      kind: 'code128',
      role: 'tracking.code',
      x: onDots((LABEL_WIDTH - width) / 2),
      y: barsTop,
      width,
      height: numberTop - 0.5 - barsTop,
      text: number,
      module: bars.module,
      bars: bars.text,
    });
  }
  writeText(sheet, {
    role: 'tracking.number',
    box: { x: MARGIN, y: numberTop, width: CONTENT_WIDTH, height: NUMBER_HEIGHT },
    words: [
      fieldWords(cleanText(number, 'TrackingNumber', true, sheet.problems), 'TrackingNumber', {
        bold: true,
        spacing: 0.06,
        leftToRight: true,
      }),
    ],
    sizes: { largest: 5, comfortable: 3, smallest: SMALLEST_TEXT },
    align: 'center',
    stand: 'middle',
    stops: true,
  });
}

function codeOf(sheet: Sheet, number: string): { text: string; module: number } | undefined {
  const report = (kind: 'nothing-to-encode' | 'not-encodable' | 'too-long', message: string) =>
    void sheet.problems.push({
      kind,
      field: 'TrackingNumber',
      message,
      params: { count: number.length },
      stops: true,
    });
  if (number === '') return (report('nothing-to-encode', 'there is no tracking number'), undefined);
  if (number.length > LONGEST_NUMBER)
    return (report('too-long', `${number.length} characters make no barcode of this width`), undefined);
  if (!isCode128(number) || !PRINTABLE.test(number)) {
    return (report('not-encodable', 'the tracking number holds characters that its barcode cannot'), undefined);
  }
  const text = encodeCode128(number);
  const dots = Math.floor((LABEL_WIDTH * DOTS_PER_MM) / (text.length + 2 * QUIET_CODE128));
  if (dots < NARROWEST_MODULE) {
    return (report('too-long', `${number.length} characters make a barcode too fine to print at 203 dpi`), undefined);
  }
  return { text, module: Math.min(dots, WIDEST_MODULE) / DOTS_PER_MM };
}

/**
 * The PackageId as a QR code as large as whole dots allow with its quiet zone inside a square of `side` millimetres, its dark part flush with the
 * margin and in the middle between `top` and `bottom`.
 */
export function layOutPackageCode(sheet: Sheet, packageId: string, zone: Zone, side: number): void {
  const rows = packageId === '' ? undefined : encodeQr(packageId);
  const modules = (rows?.length ?? 0) + 2 * QUIET_QR;
  const dots = Math.floor((side * DOTS_PER_MM) / modules);
  if (rows === undefined || dots <= NARROWEST_MODULE) {
    const kind = packageId === '' ? 'nothing-to-encode' : 'too-long';
    const message =
      packageId === '' ? 'there is no PackageId' : `${packageId.length} characters are too many for the QR code`;
    sheet.problems.push({ kind, field: 'PackageId', message, params: { count: packageId.length }, stops: true });
    return;
  }
  const module = dots / DOTS_PER_MM;
  const size = modules * module;
  const x = Math.max(0, MARGIN - QUIET_QR * module);
  const y = onDots((zone.top + zone.bottom - size) / 2);
  sheet.boxes.push({
    kind: 'qr',
    role: 'package.code',
    x,
    y,
    width: size,
    height: size,
    text: packageId,
    module,
    rows,
  });
}
