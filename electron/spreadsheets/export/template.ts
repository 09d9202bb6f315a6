import { type CreateNumber, endpointOfKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import { anyLineOf, relativeTo, withoutLine } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields, type FieldDescription } from '../../../shared/service/describe-fields.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { cellOfText } from '../format/cell-text.ts';
import { writeCsv, type WrittenCell } from '../format/write-csv.ts';
import { writeXlsx } from '../format/write-xlsx.ts';
import { isRequired } from '../import/mapping.ts';
import { unitOf, writeTitle } from '../import/read-header.ts';
import { keyFirst } from './export-orders.ts';

/** Languages of a template's explanations. */
export type TemplateLanguage = 'en' | 'zh-CN';

interface Words {
  sheet: string;
  head: readonly string[];
  yes: string;
  kind: Record<'text' | 'number' | 'integer' | 'decimal' | 'flag' | 'date' | 'list', string>;
  characters: (least: number, most: number | undefined) => string;
  digits: (whole: number, places: number) => string;
  between: (least: number | undefined, most: number | undefined) => string;
  entries: (most: number) => string;
  rules: readonly string[];
}

const en: Words = {
  sheet: 'What goes in',
  head: ['Column', 'Must be filled', 'What goes in', 'Limits', 'Unit', 'Values seen so far'],
  yes: 'yes',
  kind: {
    text: 'text',
    number: 'number, a point before decimals',
    integer: 'whole number',
    decimal: 'number, a point before decimals',
    flag: 'TRUE or FALSE',
    date: 'date and time, as 2026-12-31T08:00:00+08:00',
    list: 'number of the entry: 1, 2, 3 …; [] for a list that holds nothing',
  },
  characters: (least, most) =>
    `${least > 0 ? `at least ${least}` : ''}${least > 0 && most ? ', ' : ''}${most ? `at most ${most}` : ''} characters`,
  digits: (whole, places) => `at most ${whole} digits before the point and ${places} after it`,
  between: (least, most) =>
    [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`]
      .filter(Boolean)
      .join(', '),
  entries: (most) => `at most ${most} entries`,
  rules: [
    'The first sheet is imported; titles stay as they are. Columns nobody needs may be taken out. The key stands first.',
    'An order has a row for each line. Rows below it with the same key, or with none, belong to it; what stands once need not be repeated.',
    'A new box (container, pallet) begins where its number changes: either its own, or the one in the column of the list.',
    'Lists side by side go down each by itself: a row may hold a line of each.',
    'An empty cell leaves its field out. "" is an empty text, [] a list that holds nothing, {} an object that holds nothing.',
    'An apostrophe before = + - @ or a tab only keeps spreadsheet programs from taking a text for a formula; it is taken off again.',
    'Nothing is converted: weights and sizes are in the unit named.',
  ],
};

const zhCN: Words = {
  sheet: '填写说明',
  head: ['列', '必填', '填写内容', '限制', '单位', '已见过的值'],
  yes: '是',
  kind: {
    text: '文本',
    number: '数字，小数用点',
    integer: '整数',
    decimal: '数字，小数用点',
    flag: 'TRUE 或 FALSE',
    date: '日期时间，如 2026-12-31T08:00:00+08:00',
    list: '序号：1、2、3……；空列表写 []',
  },
  characters: (least, most) =>
    `${least > 0 ? `至少 ${least} 个字符` : ''}${least > 0 && most ? '，' : ''}${most ? `最多 ${most} 个字符` : ''}`,
  digits: (whole, places) => `小数点前最多 ${whole} 位，小数点后最多 ${places} 位`,
  between: (least, most) =>
    [least === undefined ? '' : `不小于 ${least}`, most === undefined ? '' : `不大于 ${most}`]
      .filter(Boolean)
      .join('，'),
  entries: (most) => `最多 ${most} 项`,
  rules: [
    '导入第一张工作表；列名不要改，用不到的列可以删掉。单号在第一列。',
    '每个明细一行。下面单号相同或留空的行属于同一单；只出现一次的内容不必重复填写。',
    '箱号（容器、托盘号）变化时开始新的一箱：可用它自己的编号，也可用列表列里的序号。',
    '并列的列表各自向下填写，同一行可以各有一条，互不相关。',
    '空单元格表示不填。"" 是空文本，[] 是空列表，{} 是空对象。',
    '文本以 = + - @ 或制表符开头时，前面的撇号只为防止表格程序当作公式，导入时会去掉。',
    '不做单位换算：重量和尺寸按列名中的单位填写。',
  ],
};

export const templateWords: Record<TemplateLanguage, Words> = { en, 'zh-CN': zhCN };

/** A column of a template: its title and its field. */
export interface TemplateColumn {
  title: string;
  field: FieldDescription;
  /** whether every order needs it */
  required: boolean;
  unit: string | undefined;
}

/**
 * All columns an order of a kind can fill, the key first, lists by rows; a list that contains lists has a number
 * column.
 */
export function templateColumns(create: CreateNumber, units: UnitSettings): TemplateColumn[] {
  const described = describeFields(create);
  const fields = new Map(described.map((field) => [field.path, field]));
  const requiredByPath = new Map(described.map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const containsLists = ({ path, type }: FieldDescription): boolean =>
    type === 'list' &&
    described.some((other) => other.type === 'list' && relativeTo(anyLineOf(path), other.path) !== undefined);
  const paths = described.flatMap((field) => {
    // a required list can be given as empty
    if (field.type === 'list') return containsLists(field) || field.required ? [anyLineOf(field.path)] : [];
    return field.type === 'object' ? [] : [field.path];
  });
  return keyFirst(create, paths).flatMap(({ path, name }) => {
    const field = fields.get(withoutLine(path));
    if (!field) return [];
    const required = field.type !== 'list' && isRequired(path, key, requiredByPath);
    const unit = unitOf(field, units);
    return [{ title: writeTitle(name, unit, required), field, required, unit }];
  });
}

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
