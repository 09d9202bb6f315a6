import { type CreateNumber, endpointOfKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import { anyLineOf, relativeTo, withoutLine } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields, type FieldDescription } from '../../../shared/service/describe-fields.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { cellOfText } from '../format/cell-text.ts';
import { writeCsv, type OutputCell } from '../format/write-csv.ts';
import { writeXlsx } from '../format/write-xlsx.ts';
import { isRequired } from '../import/mapping.ts';
import { unitOf, writeTitle } from '../import/read-header.ts';
import { columnsWithKeyFirst } from './export-orders.ts';

/** Languages of a template's explanations. */
export type TemplateLanguage = 'en' | 'zh-CN';

interface TemplateTexts {
  sheetName: string;
  header: readonly string[];
  yesText: string;
  typeTexts: Record<'text' | 'number' | 'integer' | 'decimal' | 'flag' | 'date' | 'list', string>;
  lengthText: (min: number, max: number | undefined) => string;
  digitsText: (integerDigits: number, decimalPlaces: number) => string;
  rangeText: (min: number | undefined, max: number | undefined) => string;
  entryCountText: (max: number) => string;
  ruleTexts: readonly string[];
}

const en: TemplateTexts = {
  sheetName: 'What goes in',
  header: ['Column', 'Must be filled', 'What goes in', 'Limits', 'Unit', 'Values seen so far'],
  yesText: 'yes',
  typeTexts: {
    text: 'text',
    number: 'number, a point before decimals',
    integer: 'whole number',
    decimal: 'number, a point before decimals',
    flag: 'TRUE or FALSE',
    date: 'date and time, as 2026-12-31T08:00:00+08:00',
    list: 'number of the entry: 1, 2, 3 …; [] for a list that holds nothing',
  },
  lengthText: (min, max) =>
    `${min > 0 ? `at least ${min}` : ''}${min > 0 && max ? ', ' : ''}${max ? `at most ${max}` : ''} characters`,
  digitsText: (integerDigits, decimalPlaces) =>
    `at most ${integerDigits} digits before the point and ${decimalPlaces} after it`,
  rangeText: (min, max) =>
    [min === undefined ? '' : `at least ${min}`, max === undefined ? '' : `at most ${max}`].filter(Boolean).join(', '),
  entryCountText: (max) => `at most ${max} entries`,
  ruleTexts: [
    'The first sheet is imported; titles stay as they are. Columns nobody needs may be taken out. The key stands first.',
    'An order has a row for each line. Rows below it with the same key, or with none, belong to it; what stands once need not be repeated.',
    'A new box (container, pallet) begins where its number changes: either its own, or the one in the column of the list.',
    'Lists side by side go down each by itself: a row may hold a line of each.',
    'An empty cell leaves its field out. "" is an empty text, [] a list that holds nothing, {} an object that holds nothing.',
    'An apostrophe before = + - @ or a tab only keeps spreadsheet programs from taking a text for a formula; it is taken off again.',
    'Nothing is converted: weights and sizes are in the unit named.',
  ],
};

const zhCN: TemplateTexts = {
  sheetName: '填写说明',
  header: ['列', '必填', '填写内容', '限制', '单位', '已见过的值'],
  yesText: '是',
  typeTexts: {
    text: '文本',
    number: '数字，小数用点',
    integer: '整数',
    decimal: '数字，小数用点',
    flag: 'TRUE 或 FALSE',
    date: '日期时间，如 2026-12-31T08:00:00+08:00',
    list: '序号：1、2、3……；空列表写 []',
  },
  lengthText: (min, max) =>
    `${min > 0 ? `至少 ${min} 个字符` : ''}${min > 0 && max ? '，' : ''}${max ? `最多 ${max} 个字符` : ''}`,
  digitsText: (integerDigits, decimalPlaces) => `小数点前最多 ${integerDigits} 位，小数点后最多 ${decimalPlaces} 位`,
  rangeText: (min, max) =>
    [min === undefined ? '' : `不小于 ${min}`, max === undefined ? '' : `不大于 ${max}`].filter(Boolean).join('，'),
  entryCountText: (max) => `最多 ${max} 项`,
  ruleTexts: [
    '导入第一张工作表；列名不要改，用不到的列可以删掉。单号在第一列。',
    '每个明细一行。下面单号相同或留空的行属于同一单；只出现一次的内容不必重复填写。',
    '箱号（容器、托盘号）变化时开始新的一箱：可用它自己的编号，也可用列表列里的序号。',
    '并列的列表各自向下填写，同一行可以各有一条，互不相关。',
    '空单元格表示不填。"" 是空文本，[] 是空列表，{} 是空对象。',
    '文本以 = + - @ 或制表符开头时，前面的撇号只为防止表格程序当作公式，导入时会去掉。',
    '不做单位换算：重量和尺寸按列名中的单位填写。',
  ],
};

export const templateTexts: Record<TemplateLanguage, TemplateTexts> = { en, 'zh-CN': zhCN };

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
  const allFields = describeFields(create);
  const fields = new Map(allFields.map((field) => [field.path, field]));
  const requiredByPath = new Map(allFields.map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const containsLists = ({ path, type }: FieldDescription): boolean =>
    type === 'list' &&
    allFields.some((other) => other.type === 'list' && relativeTo(anyLineOf(path), other.path) !== undefined);
  const paths = allFields.flatMap((field) => {
    // a required list has a column of its own, to mark it as empty
    if (field.type === 'list') return containsLists(field) || field.required ? [anyLineOf(field.path)] : [];
    return field.type === 'object' ? [] : [field.path];
  });
  return columnsWithKeyFirst(create, paths).flatMap(({ path, name }) => {
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
  fileType: 'csv' | 'xlsx';
  language: TemplateLanguage;
  units: UnitSettings;
}

/**
 * Writes an empty spreadsheet for orders of a kind: the titles, and in a workbook a second sheet that explains the
 * columns.
 */
export async function writeTemplate({ path, kind, fileType, language, units }: Template): Promise<void> {
  const columns = templateColumns(endpointOfKind[kind], units);
  const titles = columns.map(({ title }) => title);
  if (fileType === 'csv') {
    await writeCsv(path, titleRowOnly(titles));
    return;
  }
  const texts = templateTexts[language];
  const explanationRows = [
    texts.header,
    ...columns.map((column) => explainColumn(column, language)),
    [],
    ...texts.ruleTexts.map(singleCellRow),
  ];
  await writeXlsx(path, [
    { name: kind, rows: [titles] },
    { name: texts.sheetName, rows: explanationRows },
  ]);
}

async function* titleRowOnly(titles: readonly string[]): AsyncGenerator<readonly string[]> {
  yield titles;
}

const singleCellRow = (text: string): OutputCell[] => [text];

function explainColumn({ title, field, required, unit }: TemplateColumn, language: TemplateLanguage): OutputCell[] {
  const texts = templateTexts[language];
  const typeText = field.type === 'object' ? '' : texts.typeTexts[field.type];
  const seenText = field.examples ? field.examples.join(', ') : '';
  return [
    title,
    required ? texts.yesText : null,
    typeText,
    limitsText(field, language),
    unit ?? null,
    cellOrNull(seenText),
  ];
}

const cellOrNull = (text: string): OutputCell => (text === '' ? null : cellOfText(text));

function limitsText(field: FieldDescription, language: TemplateLanguage): OutputCell {
  const texts = templateTexts[language];
  const { minLength = 0, maxLength, form, min, max, digits, places, maxItems } = field;
  const limitTexts = [
    minLength > 0 || maxLength !== undefined ? texts.lengthText(minLength, maxLength) : '',
    form ?? '',
    digits === undefined || places === undefined ? '' : texts.digitsText(digits - places, places),
    texts.rangeText(min, max),
    maxItems === undefined ? '' : texts.entryCountText(maxItems),
  ];
  return cellOrNull(limitTexts.filter(Boolean).join('; '));
}
