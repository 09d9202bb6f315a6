import { endpointOfKind, type CreateKind } from '../../shared/creates/create-kinds.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { cellOfText } from '../sheets/cell-text.ts';
import { writeCsv, type WrittenCell } from '../sheets/write-csv.ts';
import { writeXlsx } from '../sheets/write-xlsx.ts';
import { templateColumns, type TemplateColumn } from './template-columns.ts';
import { templateWords, type TemplateLanguage } from './template-words.ts';

export interface Template {
  path: string;
  kind: CreateKind;
  as: 'csv' | 'xlsx';
  language: TemplateLanguage;
  units: UnitSettings;
}

/**
 * Writes an empty spreadsheet for orders of a kind: the titles, and in a workbook a second sheet that explains the
 * columns.
 */
export async function writeTemplate({ path, kind, as, language, units }: Template): Promise<void> {
  const columns = templateColumns(endpointOfKind[kind], units);
  const titles = columns.map(({ title }) => title);
  if (as === 'csv') {
    await writeCsv(path, titlesOnly(titles));
    return;
  }
  const words = templateWords[language];
  const explained = [
    words.head,
    ...columns.map((column) => explain(column, language)),
    [],
    ...words.rules.map(oneCell),
  ];
  await writeXlsx(path, [
    { name: kind, rows: [titles] },
    { name: words.sheet, rows: explained },
  ]);
}

async function* titlesOnly(titles: readonly string[]): AsyncGenerator<readonly string[]> {
  yield titles;
}

const oneCell = (text: string): WrittenCell[] => [text];

function explain({ title, field, required, unit }: TemplateColumn, language: TemplateLanguage): WrittenCell[] {
  const words = templateWords[language];
  const what = field.type === 'object' ? '' : words.kind[field.type];
  const seen = field.seen ? field.seen.join(', ') : '';
  return [title, required ? words.yes : null, what, limits(field, language), unit ?? null, cellOrNull(seen)];
}

const cellOrNull = (text: string): WrittenCell => (text === '' ? null : cellOfText(text));

function limits(field: FieldDescription, language: TemplateLanguage): WrittenCell {
  const words = templateWords[language];
  const { minLength = 0, maxLength, form, min, max, digits, places, maxItems } = field;
  const limitTexts = [
    minLength > 0 || maxLength !== undefined ? words.characters(minLength, maxLength) : '',
    form ?? '',
    digits === undefined || places === undefined ? '' : words.digits(digits - places, places),
    words.between(min, max),
    maxItems === undefined ? '' : words.entries(maxItems),
  ];
  return cellOrNull(limitTexts.filter(Boolean).join('; '));
}
