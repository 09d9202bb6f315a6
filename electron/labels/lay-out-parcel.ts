import { cleanText } from './clean-text.ts';
import { MARGIN, SMALLEST_TEXT } from './label-size.ts';
import type { LabelSource, LabelSku } from './label-source.ts';
import { layOutPackageCode } from './lay-out-codes.ts';
import { languageOf } from './language-of.ts';
import { writeText, type Sheet, type Words } from './write-text.ts';
import { CAPTION_HEIGHT, CONTENT_WIDTH, caption, fieldWords } from './zone.ts';
import type { Zone } from './zone.ts';
import { joinFields } from './address-lines.ts';
import type { LabelProblem } from '../../shared/labels/label-layout.ts';

const CODE_SIDE = 30;
const TEXT_LEFT = 32;
const TEXT_WIDTH = MARGIN + CONTENT_WIDTH - TEXT_LEFT;
const ID_HEIGHT = 5.5;
const GAP = 1.25;
const SKU_SIZE = 2.5;
const SKU_PITCH = SKU_SIZE * 1.2;

/** What the warehouse reads: QR code and text of the PackageId, the Custom text, the goods. */
export function layOutParcel(sheet: Sheet, source: LabelSource, zone: Zone): void {
  layOutPackageCode(sheet, source.PackageId, zone, CODE_SIDE);
  let y = zone.top + 1.25;
  caption(sheet, 'PACKAGE', TEXT_LEFT, y, 30);
  y += CAPTION_HEIGHT;
  const packageId = cleanText(source.PackageId, 'PackageId', true, sheet.problems);
  writeText(sheet, {
    role: 'package.id',
    box: { x: TEXT_LEFT, y, width: TEXT_WIDTH, height: ID_HEIGHT },
    words: [fieldWords(packageId, 'PackageId', { bold: true, leftToRight: true })],
    sizes: { largest: 4.5, comfortable: 2.75, smallest: SMALLEST_TEXT },
    stand: 'middle',
    stops: true,
  });
  y += ID_HEIGHT + GAP;
  const custom = cleanText(source.custom, 'custom', false, sheet.problems);
  if (custom !== '')
    y += customText(sheet, custom, y, source.skus.length === 0 ? zone.bottom - y : (zone.bottom - y) * 0.55);
  if (source.skus.length > 0) goods(sheet, source, y, zone.bottom);
}

function customText(sheet: Sheet, custom: string, y: number, most: number): number {
  caption(sheet, 'CUSTOM', TEXT_LEFT, y, 30);
  const words: Words = fieldWords(custom, 'custom', { bold: true, language: languageOf('CN', custom) });
  const height = writeText(sheet, {
    role: 'custom',
    box: { x: TEXT_LEFT, y: y + CAPTION_HEIGHT, width: TEXT_WIDTH, height: most - CAPTION_HEIGHT - GAP },
    words: [words],
    sizes: { largest: 4, comfortable: 2.75, smallest: SMALLEST_TEXT },
    stops: false,
  });
  // The box was as high as it may become; what the text left is given to the goods.
  const box = sheet.boxes.pop();
  if (box !== undefined) sheet.boxes.push({ ...box, height });
  return CAPTION_HEIGHT + height + GAP;
}

function goods(sheet: Sheet, source: LabelSource, y: number, bottom: number): void {
  caption(sheet, 'CONTENTS', TEXT_LEFT, y, 30);
  const top = y + CAPTION_HEIGHT;
  const height = bottom - top;
  const most = Math.max(1, Math.floor(height / SKU_PITCH));
  const lines = skuLines(source.skus, most, sheet.problems);
  lines.forEach((words, index) => {
    writeText(sheet, {
      role: `skus.${index}`,
      box: { x: TEXT_LEFT, y: top + index * SKU_PITCH, width: TEXT_WIDTH, height: SKU_PITCH },
      words: [words],
      sizes: { largest: SKU_SIZE, comfortable: SMALLEST_TEXT, smallest: SMALLEST_TEXT },
      maxLines: 1,
      mayShorten: true,
      stops: false,
    });
  });
}

/** The goods, a line each as "2 × SCF-WOOL-GRY Wool scarf"; past `most` lines the last says how many more there are. */
function skuLines(skus: readonly LabelSku[], most: number, problems: LabelProblem[]): Words[] {
  const shown = skus.length > most ? most - 1 : skus.length;
  const lines = skus.slice(0, shown).map((sku, index) => skuLine(sku, `skus[${index}]`, problems));
  const rest = skus.length - shown;
  return rest > 0 ? [...lines, { text: `+ ${rest} more`, fields: [] }] : lines;
}

function skuLine(sku: LabelSku, path: string, problems: LabelProblem[]): Words {
  const name = sku.DeclareNameEn ? 'DeclareNameEn' : 'DeclareNameCn';
  const fields = [
    { field: `${path}.Sku`, text: cleanText(sku.Sku, `${path}.Sku`, false, problems) },
    { field: `${path}.${name}`, text: cleanText(sku[name], `${path}.${name}`, false, problems) },
  ].filter(({ text }) => text !== '');
  const goods = joinFields(fields.map(({ text }) => text));
  const text = sku.Quantity === undefined ? goods : `${sku.Quantity} × ${goods}`;
  return { text: text.trim(), fields, language: languageOf('CN', goods), leftToRight: true };
}
