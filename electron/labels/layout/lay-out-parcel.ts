import { encodeCode128, isCode128 } from '../../../shared/labels/code128.ts';
import type { Box, LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { CustomSize } from '../../../shared/printing/label-sizes.ts';
import type { Sizes } from '../text/fit-text.ts';
import { cleanText, languageOf } from '../text/shape-text.ts';
import { writeText, type Sheet, type LabelText } from '../text/write-text.ts';
import { floorToStep, roundToStep, minTextSize } from './label-form.ts';
import type { LabelSource, LabelSku } from './label-source.ts';
import { joinFields } from './lay-out-addresses.ts';
import { writeCaption, captionHeight, fieldText, fixedText, ruleInset, widthOf, type Zone } from './zone.ts';
import encode from 'qr';

/**
 * Encodes text as rows of QR modules, 1 dark and 0 light, without quiet zone; error correction M. Undefined if the text
 * exceeds any QR code.
 */
export function encodeQr(text: string): string[] | undefined {
  // the smaller alphabet needs fewer modules, which are then larger on the same paper
  const encoding = /^[0-9A-Z $%*+\-./:]+$/.test(text) ? 'alphanumeric' : 'byte';
  try {
    const rows = encode(text, 'raw', { ecc: 'medium', encoding, border: 1 });
    // the library requires a border; here the layout adds the quiet zone
    return rows.slice(1, -1).map((row) => row.slice(1, -1).reduce((line, dark) => line + (dark ? '1' : '0'), ''));
  } catch {
    return undefined;
  }
}

const quietModulesCode128 = 10;
const quietModulesQr = 4;

// A longer text fits no barcode, whatever its code sets, and is not encoded.
const maxNumberLength = 80;
/** Rounds down; tolerates rounding errors, so that an almost whole number counts as whole. */
const floorDots = (dots: number): number => Math.floor(dots + 1e-6);
const printablePattern = /^[ -~]*$/;

/** The tracking number as Code 128 with modules of whole dots, and as text below it. */
export function layOutTracking(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  const { TrackingNumber: number } = source;
  const top = zone.top + ruleInset(form);
  const barsTop = top + captionHeight(form) + (form.hasCaptions ? 0.25 : 0);
  const numberTop = zone.bottom - 0.5 - form.numberHeight;
  const barsHeight = numberTop - 0.5 - barsTop;
  const writeLine = (role: string, labelText: LabelText, box: Box): void => {
    writeText(sheet, {
      ...{ role, box, texts: [labelText] },
      sizes: { largest: 5, comfortable: Math.min(3, box.height / 1.2), smallest: minTextSize(form) },
      align: 'center',
      verticalAlign: 'middle',
      blocksPrinting: true,
    });
  };
  const numberBox = { x: zone.left, y: numberTop, width: widthOf(zone), height: form.numberHeight };
  if (source.lacksNumber) {
    writeCaption(sheet, 'PACKAGE', zone.left, top, 40);
    addBars(sheet, source.PackageId, 'PackageId', 'package.bars', barsTop, barsHeight);
    writeLine('tracking.none', fixedText('NO NUMBER YET \u00b7 SCAN FOR THE LABEL'), numberBox);
    return;
  }
  writeCaption(sheet, 'TRACKING NUMBER', zone.left, top, 40);
  addBars(sheet, number, 'TrackingNumber', 'tracking.code', barsTop, barsHeight);
  const numberText = fieldText(cleanText(number, 'TrackingNumber', true, sheet.problems), 'TrackingNumber', {
    bold: true,
    spacing: 0.06,
    leftToRight: true,
  });
  writeLine('tracking.number', numberText, numberBox);
}

function addBars(sheet: Sheet, text: string, field: string, role: string, y: number, height: number): void {
  const { width: labelWidth, dotGrid } = sheet.form;
  const bars = encodeBars(sheet, text, field);
  if (bars === undefined) return;
  const width = (bars.bars.length + 2 * quietModulesCode128) * bars.module;
  const x = roundToStep(dotGrid, (labelWidth - width) / 2);
  sheet.boxes.push({ kind: 'code128', role, x, y, width, height, text, module: bars.module, bars: bars.bars });
}

function encodeBars(sheet: Sheet, number: string, field: string): { bars: string; module: number } | undefined {
  const { width, barInset, dotGrid } = sheet.form;
  const report = (kind: 'nothing-to-encode' | 'not-encodable' | 'too-long', message: string) =>
    void sheet.problems.push({ kind, field, message, params: { count: number.length }, stops: true });
  if (number === '') return (report('nothing-to-encode', 'there is no tracking number'), undefined);
  if (number.length > maxNumberLength)
    return (report('too-long', `${number.length} characters make no barcode of this width`), undefined);
  if (!isCode128(number) || !printablePattern.test(number)) {
    return (report('not-encodable', 'the tracking number holds characters that its barcode cannot'), undefined);
  }
  const bars = encodeCode128(number);
  const maxModule = Math.min(width / (bars.length + 2 * quietModulesCode128), (width - 2 * barInset) / bars.length);
  const moduleDots = floorDots(maxModule * dotGrid.dotsPerMm);
  if (moduleDots < dotGrid.minModuleDots) {
    return (
      report('too-long', `${number.length} characters make a barcode too fine for a label of this size`),
      undefined
    );
  }
  const steppedDots = floorToStep(dotGrid, Math.min(moduleDots, dotGrid.maxModuleDots), dotGrid.minModuleDots);
  // a head that burns bars one dot too wide halves the space between two of them
  if (steppedDots <= 2) {
    const dpi = Math.round(dotGrid.dotsPerMm * 25.4);
    const message = `the bars are only ${steppedDots} dots wide, and may come out too thick to be read`;
    sheet.problems.push({ kind: 'fine-bars', field, message, params: { count: steppedDots, dpi }, stops: false });
  }
  return { bars, module: steppedDots / dotGrid.dotsPerMm };
}

/**
 * The PackageId as a QR code: as large as whole dots allow, with its quiet zone inside a square of `qrSide`. Its dark
 * part is flush with the left of the zone, and centred vertically.
 */
export function layOutPackageCode(sheet: Sheet, packageId: string, zone: Zone): void {
  const { dotGrid, qrSide } = sheet.form;
  const rows = packageId === '' ? undefined : encodeQr(packageId);
  const moduleCount = (rows?.length ?? 0) + 2 * quietModulesQr;
  const moduleDots = floorDots((Math.min(qrSide, zone.bottom - zone.top) * dotGrid.dotsPerMm) / moduleCount);
  if (rows === undefined || moduleDots < dotGrid.minQrModuleDots) {
    const kind = packageId === '' ? 'nothing-to-encode' : 'too-long';
    const message =
      packageId === '' ? 'there is no PackageId' : `${packageId.length} characters are too many for the QR code`;
    sheet.problems.push({ kind, field: 'PackageId', message, params: { count: packageId.length }, stops: true });
    return;
  }
  const module = floorToStep(dotGrid, moduleDots, dotGrid.minQrModuleDots) / dotGrid.dotsPerMm;
  const size = moduleCount * module;
  const x = Math.max(0, roundToStep(dotGrid, zone.left - quietModulesQr * module));
  const y = roundToStep(dotGrid, (zone.top + zone.bottom - size) / 2);
  const square = { x, y, width: size, height: size };
  sheet.boxes.push({ kind: 'qr', role: 'package.code', ...square, text: packageId, module, rows });
}

const gap = 1;
/** Em sizes of the Custom text, in millimetres. */
const customSizes: Record<CustomSize, Omit<Sizes, 'smallest'>> = {
  small: { largest: 2.5, comfortable: 2.25 },
  usual: { largest: 5, comfortable: 2.75 },
  large: { largest: 7, comfortable: 4 },
};
/** Em sizes of the goods, in mm: the largest at which all lines fit, else the smallest, with a count of the others. */
const skuSizes = [3.5, 3, 2.5] as const;
const skuPitch = 1.2;
/** How much closer the text is to the QR code (mm), since its quiet zone extends beyond the margin. */
const quietOverhang = 2;

/** Everything the warehouse reads: QR code and text of the PackageId, the Custom text, the goods. */
export function layOutParcel(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const { form } = sheet;
  layOutPackageCode(sheet, source.PackageId, zone);
  const textZone = { ...zone, left: zone.left + form.qrSide - quietOverhang };
  const idHeight = form.zones.parcel >= 30 ? 6.5 : 4;
  let y = zone.top + ruleInset(form);
  writeCaption(sheet, 'PACKAGE', textZone.left, y, 30);
  y += captionHeight(form);
  writePackageId(sheet, source, { x: textZone.left, y, width: widthOf(textZone), height: idHeight });
  y += idHeight + gap;
  const custom = cleanText(source.custom, 'Custom', false, sheet.problems);
  const maxHeight = source.skus.length === 0 ? zone.bottom - y : (zone.bottom - y) * 0.55;
  if (custom !== '')
    y += writeCustom(sheet, custom, customSizes[source.customSize ?? 'usual'], {
      ...textZone,
      top: y,
      bottom: y + maxHeight,
    });
  if (source.skus.length > 0) writeGoods(sheet, source, { ...textZone, top: y });
}

/** The parcel zone of a low label, beside the recipient: the QR code, with the PackageId below it. */
export function layOutLowParcel(sheet: Sheet, source: LabelSource, zone: Zone): void {
  const idHeight = 4;
  const idTop = zone.bottom - 0.5 - idHeight;
  layOutPackageCode(sheet, source.PackageId, { ...zone, left: zone.left + 3, bottom: idTop });
  writePackageId(sheet, source, { x: zone.left, y: idTop, width: widthOf(zone), height: idHeight });
}

function writePackageId(sheet: Sheet, source: LabelSource, box: Box): void {
  const packageId = cleanText(source.PackageId, 'PackageId', true, sheet.problems);
  const smallest = minTextSize(sheet.form);
  writeText(sheet, {
    role: 'package.id',
    box,
    texts: [fieldText(packageId, 'PackageId', { bold: true, leftToRight: true })],
    sizes: { largest: 5.5, comfortable: 2.75, smallest: Math.min(smallest, 1.6) },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
}

function writeCustom(sheet: Sheet, custom: string, sizes: Omit<Sizes, 'smallest'>, zone: Zone): number {
  const { form } = sheet;
  const smallest = minTextSize(form);
  const captionSpace = captionHeight(form);
  writeCaption(sheet, 'CUSTOM', zone.left, zone.top, 30);
  const labelText: LabelText = fieldText(custom, 'Custom', { bold: true, language: languageOf('CN', custom) });
  const height = writeText(sheet, {
    role: 'custom',
    box: {
      x: zone.left,
      y: zone.top + captionSpace,
      width: widthOf(zone),
      height: zone.bottom - zone.top - captionSpace - gap,
    },
    texts: [labelText],
    sizes: { ...sizes, smallest },
    blocksPrinting: false,
  });
  // the box was laid out with the maximum height; the unused part is left to the goods
  const box = sheet.boxes.pop();
  if (box !== undefined) sheet.boxes.push({ ...box, height });
  return captionSpace + height + gap;
}

function writeGoods(sheet: Sheet, source: LabelSource, zone: Zone): void {
  writeCaption(sheet, 'CONTENTS', zone.left, zone.top, 30);
  const top = zone.top + captionHeight(sheet.form);
  const linesThatFit = (size: number) => Math.floor((zone.bottom - top) / (size * skuPitch));
  const size = skuSizes.find((each) => linesThatFit(each) >= source.skus.length) ?? skuSizes[2];
  const maxLines = linesThatFit(size);
  // a summary omits goods that do not fit
  if (maxLines < 1) return void sheet.boxes.pop();
  const lines = skuLines(source.skus, maxLines, sheet.problems);
  lines.forEach((line, index) => {
    writeText(sheet, {
      role: `skus.${index}`,
      box: { x: zone.left, y: top + index * size * skuPitch, width: widthOf(zone), height: size * skuPitch },
      texts: [line],
      sizes: { largest: size, comfortable: 2, smallest: 2 },
      maxLines: 1,
      mayTruncate: true,
      blocksPrinting: false,
    });
  });
}

/** The goods, one per line as "2 × SCF-WOOL-GRY Wool scarf"; if there are too many, the last line counts the others. */
function skuLines(skus: readonly LabelSku[], maxLines: number, problems: LabelProblem[]): LabelText[] {
  const shownCount = skus.length > maxLines ? maxLines - 1 : skus.length;
  const lines = skus.slice(0, shownCount).map((sku, index) => skuLine(sku, `skus[${index}]`, problems));
  const hiddenCount = skus.length - shownCount;
  return hiddenCount > 0 ? [...lines, { text: `+ ${hiddenCount} more`, fields: [] }] : lines;
}

function skuLine(sku: LabelSku, path: string, problems: LabelProblem[]): LabelText {
  const name = sku.DeclareNameEn ? 'DeclareNameEn' : 'DeclareNameCn';
  const fields = [
    { field: `${path}.Sku`, text: cleanText(sku.Sku, `${path}.Sku`, false, problems) },
    { field: `${path}.${name}`, text: cleanText(sku[name], `${path}.${name}`, false, problems) },
  ].filter(({ text }) => text !== '');
  const goodsText = joinFields(fields.map(({ text }) => text));
  const text = sku.Quantity === undefined ? goodsText : `${sku.Quantity} × ${goodsText}`;
  return { text: text.trim(), fields, language: languageOf('CN', goodsText), leftToRight: true };
}
