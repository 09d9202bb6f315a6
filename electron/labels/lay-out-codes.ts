import { cleanText } from './clean-text.ts';
import type { Box } from '../../shared/labels/label-layout.ts';
import { encodeCode128, isCode128 } from '../../shared/labels/encode-code128.ts';
import { encodeQr } from './encode-qr.ts';
import { inSteps, onStep, smallestText } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { writeText } from './write-text.ts';
import type { Sheet, LabelText } from './write-text.ts';
import { caption, captionHeight, fieldText, fixedText, ruleInset, widthOf } from './zone.ts';
import type { Zone } from './zone.ts';

const QUIET_CODE128 = 10;
const QUIET_QR = 4;

// No longer text fits any symbol, whatever its code sets; skip encoding it.
const MAX_NUMBER_LENGTH = 80;
/** Tolerates rounding: an almost whole number counts as whole. */
const wholeDots = (dots: number): number => Math.floor(dots + 1e-6);
const PRINTABLE = /^[ -~]*$/;

/** The tracking number as Code 128 with modules of whole dots, and as text below it. */
export function layOutTracking(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const { TrackingNumber: number } = source;
  const top = zone.top + ruleInset(form);
  const barsTop = top + captionHeight(form) + (form.hasCaptions ? 0.25 : 0);
  const numberTop = zone.bottom - 0.5 - form.numberHeight;
  const barsHeight = numberTop - 0.5 - barsTop;
  const text = (role: string, words: LabelText, box: Box): void => {
    writeText(sheet, {
      ...{ role, box, texts: [words] },
      sizes: { largest: 5, comfortable: Math.min(3, box.height / 1.2), smallest: smallestText(form) },
      align: 'center',
      verticalAlign: 'middle',
      blocksPrinting: true,
    });
  };
  const below = { x: zone.left, y: numberTop, width: widthOf(zone), height: form.numberHeight };
  if (source.lacksNumber) {
    caption(sheet, 'PACKAGE', zone.left, top, 40);
    addBars(sheet, source.PackageId, 'PackageId', 'package.bars', barsTop, barsHeight);
    text('tracking.none', fixedText('NO NUMBER YET \u00b7 SCAN FOR THE LABEL'), below);
    return;
  }
  caption(sheet, 'TRACKING NUMBER', zone.left, top, 40);
  addBars(sheet, number, 'TrackingNumber', 'tracking.code', barsTop, barsHeight);
  const words = fieldText(cleanText(number, 'TrackingNumber', true, sheet.problems), 'TrackingNumber', {
    bold: true,
    spacing: 0.06,
    leftToRight: true,
  });
  text('tracking.number', words, below);
}

function addBars(sheet: Sheet, text: string, field: string, role: string, y: number, height: number): void {
  const { width: across, grain } = sheet.form;
  const bars = encodeBars(sheet, text, field);
  if (bars === undefined) return;
  const width = (bars.text.length + 2 * QUIET_CODE128) * bars.module;
  const x = onStep(grain, (across - width) / 2);
  sheet.boxes.push({ kind: 'code128', role, x, y, width, height, text, module: bars.module, bars: bars.text });
}

function encodeBars(sheet: Sheet, number: string, field: string): { text: string; module: number } | undefined {
  const { width, barInset: barsOff, grain } = sheet.form;
  const report = (kind: 'nothing-to-encode' | 'not-encodable' | 'too-long', message: string) =>
    void sheet.problems.push({ kind, field, message, params: { count: number.length }, stops: true });
  if (number === '') return (report('nothing-to-encode', 'there is no tracking number'), undefined);
  if (number.length > MAX_NUMBER_LENGTH)
    return (report('too-long', `${number.length} characters make no barcode of this width`), undefined);
  if (!isCode128(number) || !PRINTABLE.test(number)) {
    return (report('not-encodable', 'the tracking number holds characters that its barcode cannot'), undefined);
  }
  const text = encodeCode128(number);
  const across = Math.min(width / (text.length + 2 * QUIET_CODE128), (width - 2 * barsOff) / text.length);
  const dots = wholeDots(across * grain.dotsPerMm);
  if (dots < grain.narrowest) {
    return (
      report('too-long', `${number.length} characters make a barcode too fine for a label of this size`),
      undefined
    );
  }
  const whole = inSteps(grain, Math.min(dots, grain.widest), grain.narrowest);
  // a head that burns one dot too wide halves the white between two such bars
  if (whole <= 2) {
    const dpi = Math.round(grain.dotsPerMm * 25.4);
    const message = `the bars are only ${whole} dots wide, and may come out too thick to be read`;
    sheet.problems.push({ kind: 'fine-bars', field, message, params: { count: whole, dpi }, stops: false });
  }
  return { text, module: whole / grain.dotsPerMm };
}

/**
 * The PackageId as a QR code: as large as whole dots allow, with its quiet zone inside a square of `codeSide`; its dark
 * part is flush with the left of the zone and vertically centred.
 */
export function layOutPackageCode(sheet: Sheet, packageId: string, zone: Zone): void {
  const { grain, codeSide } = sheet.form;
  const rows = packageId === '' ? undefined : encodeQr(packageId);
  const modules = (rows?.length ?? 0) + 2 * QUIET_QR;
  const dots = wholeDots((Math.min(codeSide, zone.bottom - zone.top) * grain.dotsPerMm) / modules);
  if (rows === undefined || dots < grain.narrowestSquare) {
    const kind = packageId === '' ? 'nothing-to-encode' : 'too-long';
    const message =
      packageId === '' ? 'there is no PackageId' : `${packageId.length} characters are too many for the QR code`;
    sheet.problems.push({ kind, field: 'PackageId', message, params: { count: packageId.length }, stops: true });
    return;
  }
  const module = inSteps(grain, dots, grain.narrowestSquare) / grain.dotsPerMm;
  const size = modules * module;
  const x = Math.max(0, onStep(grain, zone.left - QUIET_QR * module));
  const y = onStep(grain, (zone.top + zone.bottom - size) / 2);
  const square = { x, y, width: size, height: size };
  sheet.boxes.push({ kind: 'qr', role: 'package.code', ...square, text: packageId, module, rows });
}
