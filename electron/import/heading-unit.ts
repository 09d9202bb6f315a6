import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { unitOf } from './column-title.ts';

/** Spellings of units in headings of other programs, by usual name. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  mg: ['milligram', 'milligrams'],
  g: ['gr', 'gm', 'gms', 'gram', 'grams', 'gramm', 'gramme', 'grammes', '克'],
  kg: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'kilogramme', 'kilogrammes', '千克', '公斤'],
  t: ['tonne', 'tonnes', '吨'],
  oz: ['ounce', 'ounces', '盎司'],
  lb: ['lbs', 'pound', 'pounds', '磅'],
  mm: ['millimetre', 'millimetres', 'millimeter', 'millimeters', '毫米'],
  cm: ['centimetre', 'centimetres', 'centimeter', 'centimeters', '厘米', '公分'],
  m: ['metre', 'metres', 'meter', 'meters', '米'],
  in: ['inch', 'inches', '英寸'],
  ft: ['foot', 'feet', '英尺'],
  USD: ['$', 'us$', 'dollar', 'dollars', '美元', '美金'],
  EUR: ['€', 'euro', 'euros', '欧元'],
  GBP: ['£', '英镑'],
  CNY: ['¥', '￥', 'rmb', 'yuan', '元', '人民币'],
  JPY: ['yen', '円', '日元'],
};
const bySpelling = new Map(
  Object.entries(spellings).flatMap(([unit, others]) => [unit.toLowerCase(), ...others].map((one) => [one, unit])),
);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currencies recognised without brackets: the codes of many others are also words. */
const usualCurrencies: ReadonlySet<string> = new Set(
  'AUD BRL CAD CHF CZK DKK HKD HUF IDR INR KRW MXN MYR NOK NZD PHP PLN RUB SEK SGD THB TWD VND ZAR'.split(' '),
);
/** Units that are also common words: recognised only in brackets. */
const onlyInBrackets: ReadonlySet<string> = new Set(['m', 't', 'in', 'ft', 'foot', 'feet', 'gr', 'meter', '元', '米']);

/** Normalises a unit; undefined if the text is none. */
function readUnit(text: string): string | undefined {
  const written = text.trim();
  const code = written.toUpperCase();
  return bySpelling.get(written.toLowerCase()) ?? (currencies.has(code) && /^[A-Z]{3}$/.test(code) ? code : undefined);
}

const bracketed = /[([{（［【]([^()[\]{}（）［］【】]{1,20})[)\]}）］】]/gu;

/**
 * Splits a heading into its name and the unit or currency in it, in brackets or as its last word (`Weight (kg)`,
 * `weight_in_kg`, `申报价值USD`).
 */
export function splitHeading(title: string): { name: string; unit: string | undefined } {
  for (const [whole, inside = ''] of title.matchAll(bracketed)) {
    const unit = readUnit(inside.replace(/^\s*in\s+/i, ''));
    if (unit !== undefined) return { name: title.replace(whole, ' ').trim(), unit };
  }
  const bare = title.trim().replace(/\s*\*$/, '');
  const [, name = '', last = ''] =
    /^(.*?[^\s_\-/:.,])[\s_\-/:.,]+(?:in[\s_-]+)?(\p{L}+|[$€£¥￥]|us\$)$/iu.exec(bare) ??
    /^(.*\p{Script=Han})([a-z]+|[$€£¥￥]|千克|公斤|盎司|毫米|厘米|公分|英寸|美元|美金|欧元|英镑|人民币|日元)$/iu.exec(
      bare,
    ) ??
    [];
  const unit = readUnit(last);
  const isUnit =
    unit !== undefined &&
    !onlyInBrackets.has(last.toLowerCase()) &&
    (bySpelling.has(last.toLowerCase()) || usualCurrencies.has(unit));
  return isUnit && name !== '' ? { name, unit } : { name: bare, unit: undefined };
}

/** The unit in a heading and that of its field; `expected` is undefined if the field's unit is unknown. */
export interface UnitMismatch {
  unit: string;
  expected: string | undefined;
}

/** How the unit in a heading differs from that of the field the column would fill; undefined if it does not. */
export function findUnitMismatch(
  title: string,
  field: FieldDescription,
  units: UnitSettings,
): UnitMismatch | undefined {
  if (!['number', 'integer', 'decimal'].includes(field.type)) return undefined;
  const { unit } = splitHeading(title);
  const expected = unitOf(field, units);
  if (unit === undefined || unit === (expected === undefined ? undefined : (readUnit(expected) ?? expected)))
    return undefined;
  return { unit, expected };
}
