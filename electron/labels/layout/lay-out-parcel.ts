import { encodeCode128, isCode128 } from '../../../shared/labels/code128.ts';
import type { Box, LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { CustomSize } from '../../../shared/printing/label-sizes.ts';
import type { Sizes } from '../text/fit-text.ts';
import { cleanText, languageOf } from '../text/shape-text.ts';
import { writeText, type Sheet, type LabelText } from '../text/write-text.ts';
import { inSteps, onStep, smallestText } from './label-form.ts';
import type { LabelSource, LabelSku } from './label-source.ts';
import { joinFields } from './lay-out-addresses.ts';
import { caption, captionHeight, fieldText, fixedText, ruleInset, widthOf, type Zone } from './zone.ts';
import encode from 'qr';

/**
 * Encodes text as rows of QR modules, 1 dark and 0 light, without quiet zone; error correction M. Undefined if the text
 * exceeds any QR code.
 */
export function encodeQr(text: string): string[] | undefined {
  // the smaller alphabet needs fewer modules, so each is larger on the same paper
  const encoding = /^[0-9A-Z $%*+\-./:]+$/.test(text) ? 'alphanumeric' : 'byte';
  try {
    const rows = encode(text, 'raw', { ecc: 'medium', encoding, border: 1 });
    // the library requires a border; here the layout adds the quiet zone
    return rows.slice(1, -1).map((row) => row.slice(1, -1).reduce((line, dark) => line + (dark ? '1' : '0'), ''));
  } catch {
    return undefined;
  }
}

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
  const { width, barInset, grain } = sheet.form;
  const report = (kind: 'nothing-to-encode' | 'not-encodable' | 'too-long', message: string) =>
    void sheet.problems.push({ kind, field, message, params: { count: number.length }, stops: true });
  if (number === '') return (report('nothing-to-encode', 'there is no tracking number'), undefined);
  if (number.length > MAX_NUMBER_LENGTH)
    return (report('too-long', `${number.length} characters make no barcode of this width`), undefined);
  if (!isCode128(number) || !PRINTABLE.test(number)) {
    return (report('not-encodable', 'the tracking number holds characters that its barcode cannot'), undefined);
  }
  const text = encodeCode128(number);
  const across = Math.min(width / (text.length + 2 * QUIET_CODE128), (width - 2 * barInset) / text.length);
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

const GAP = 1;
/** Em sizes of the Custom text, in millimetres. */
const customSizes: Record<CustomSize, Omit<Sizes, 'smallest'>> = {
  small: { largest: 2.5, comfortable: 2.25 },
  usual: { largest: 5, comfortable: 2.75 },
  large: { largest: 7, comfortable: 4 },
};
/** Em sizes of the goods: the largest at which all lines fit; at the smallest the overflow is counted. */
const SKU_SIZES = [3.5, 3, 2.5] as const;
const SKU_PITCH = 1.2;
/** The QR code is flush with the margin; its quiet zone extends beyond it. */
const FLUSH = 2;

/** Everything the warehouse reads: QR code and text of the PackageId, the Custom text, the goods. */
export function layOutParcel(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  layOutPackageCode(sheet, source.PackageId, zone);
  const beside = { ...zone, left: zone.left + form.codeSide - FLUSH };
  const idHeight = form.zones.parcel >= 30 ? 6.5 : 4;
  let y = zone.top + ruleInset(form);
  caption(sheet, 'PACKAGE', beside.left, y, 30);
  y += captionHeight(form);
  idText(sheet, source, { x: beside.left, y, width: widthOf(beside), height: idHeight });
  y += idHeight + GAP;
  const custom = cleanText(source.custom, 'Custom', false, sheet.problems);
  const most = source.skus.length === 0 ? zone.bottom - y : (zone.bottom - y) * 0.55;
  if (custom !== '')
    y += customText(sheet, custom, customSizes[source.customSize ?? 'usual'], { ...beside, top: y, bottom: y + most });
  if (source.skus.length > 0) goods(sheet, source, { ...beside, top: y });
}

/** The parcel zone of a low label, beside the recipient: the QR code, with the PackageId below it. */
export function layOutLowParcel(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const idHeight = 4;
  const idTop = zone.bottom - 0.5 - idHeight;
  layOutPackageCode(sheet, source.PackageId, { ...zone, left: zone.left + 3, bottom: idTop });
  idText(sheet, source, { x: zone.left, y: idTop, width: widthOf(zone), height: idHeight });
}

function idText(sheet: Sheet, source: LabelSource, box: Box): void {
  const packageId = cleanText(source.PackageId, 'PackageId', true, sheet.problems);
  const smallest = smallestText(sheet.form);
  writeText(sheet, {
    role: 'package.id',
    box,
    texts: [fieldText(packageId, 'PackageId', { bold: true, leftToRight: true })],
    sizes: { largest: 5.5, comfortable: 2.75, smallest: Math.min(smallest, 1.6) },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
}

function customText(sheet: Sheet, custom: string, size: Omit<Sizes, 'smallest'>, zone: Zone): number {
  const { form } = sheet;
  const smallest = smallestText(form);
  const caps = captionHeight(form);
  caption(sheet, 'CUSTOM', zone.left, zone.top, 30);
  const words: LabelText = fieldText(custom, 'Custom', { bold: true, language: languageOf('CN', custom) });
  const height = writeText(sheet, {
    role: 'custom',
    box: { x: zone.left, y: zone.top + caps, width: widthOf(zone), height: zone.bottom - zone.top - caps - GAP },
    texts: [words],
    sizes: { ...size, smallest },
    blocksPrinting: false,
  });
  // The box had the maximum height; unused height goes to the goods.
  const box = sheet.boxes.pop();
  if (box !== undefined) sheet.boxes.push({ ...box, height });
  return caps + height + GAP;
}

function goods(sheet: Sheet, source: LabelSource, zone: Zone): void {
  caption(sheet, 'CONTENTS', zone.left, zone.top, 30);
  const top = zone.top + captionHeight(sheet.form);
  const room = (size: number) => Math.floor((zone.bottom - top) / (size * SKU_PITCH));
  const size = SKU_SIZES.find((each) => room(each) >= source.skus.length) ?? SKU_SIZES[2];
  const most = room(size);
  // a summary omits goods that do not fit
  if (most < 1) return void sheet.boxes.pop();
  const lines = skuLines(source.skus, most, sheet.problems);
  lines.forEach((words, index) => {
    writeText(sheet, {
      role: `skus.${index}`,
      box: { x: zone.left, y: top + index * size * SKU_PITCH, width: widthOf(zone), height: size * SKU_PITCH },
      texts: [words],
      sizes: { largest: size, comfortable: 2, smallest: 2 },
      maxLines: 1,
      mayTruncate: true,
      blocksPrinting: false,
    });
  });
}

/** The goods, one per line as "2 × SCF-WOOL-GRY Wool scarf"; beyond `most` lines the last counts the rest. */
function skuLines(skus: readonly LabelSku[], most: number, problems: LabelProblem[]): LabelText[] {
  const shown = skus.length > most ? most - 1 : skus.length;
  const lines = skus.slice(0, shown).map((sku, index) => skuLine(sku, `skus[${index}]`, problems));
  const rest = skus.length - shown;
  return rest > 0 ? [...lines, { text: `+ ${rest} more`, fields: [] }] : lines;
}

function skuLine(sku: LabelSku, path: string, problems: LabelProblem[]): LabelText {
  const name = sku.DeclareNameEn ? 'DeclareNameEn' : 'DeclareNameCn';
  const fields = [
    { field: `${path}.Sku`, text: cleanText(sku.Sku, `${path}.Sku`, false, problems) },
    { field: `${path}.${name}`, text: cleanText(sku[name], `${path}.${name}`, false, problems) },
  ].filter(({ text }) => text !== '');
  const goods = joinFields(fields.map(({ text }) => text));
  const text = sku.Quantity === undefined ? goods : `${sku.Quantity} × ${goods}`;
  return { text: text.trim(), fields, language: languageOf('CN', goods), leftToRight: true };
}
