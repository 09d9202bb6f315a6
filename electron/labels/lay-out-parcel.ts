import type { Box } from '../../shared/labels/label-layout.ts';
import type { CustomSize } from '../../shared/printing/label-sizes.ts';
import { cleanText } from './clean-text.ts';
import type { Sizes } from './fit-text.ts';
import { smallestText } from './label-form.ts';
import type { LabelSource, LabelSku } from './label-source.ts';
import { layOutPackageCode } from './lay-out-codes.ts';
import { languageOf } from './language-of.ts';
import { writeText, type Sheet, type LabelText } from './write-text.ts';
import { caption, captionHeight, fieldText, ruleInset, widthOf } from './zone.ts';
import type { Zone } from './zone.ts';
import { joinFields } from './address-lines.ts';
import type { LabelProblem } from '../../shared/labels/label-layout.ts';

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
