import { cleanText } from './clean-text.ts';
import { joinFields } from './address-lines.ts';
import type { LabelProblem } from '../../shared/labels/label-layout.ts';
import type { LabelSku } from './label-source.ts';
import { languageOf } from './language-of.ts';
import type { Words } from './write-text.ts';

/** The goods, a line each as "2 × SCF-WOOL-GRY Wool scarf"; past `most` lines the last says how many more there are. */
export function skuLines(skus: readonly LabelSku[], most: number, problems: LabelProblem[]): Words[] {
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
