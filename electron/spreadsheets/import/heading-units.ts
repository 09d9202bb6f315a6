import { type Decimal, readDecimal, writeDecimal } from '../../../shared/text/exact-decimal.ts';

/** Other spellings of units in headings, by their usual name. */
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
const unitsBySpelling = new Map(
  Object.entries(spellings).flatMap(([unit, otherSpellings]) =>
    [unit.toLowerCase(), ...otherSpellings].map((one) => [one, unit]),
  ),
);
const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currencies recognised without brackets: the codes of many others are also words. */
const usualCurrencies: ReadonlySet<string> = new Set(
  'AUD BRL CAD CHF CZK DKK HKD HUF IDR INR KRW MXN MYR NOK NZD PHP PLN RUB SEK SGD THB TWD VND ZAR'.split(' '),
);
/** Units that are also common words: recognised only in brackets. */
const bracketOnlyUnits: ReadonlySet<string> = new Set([
  'm',
  't',
  'in',
  'ft',
  'foot',
  'feet',
  'gr',
  'meter',
  '元',
  '米',
]);

/** The usual name of a unit or currency; undefined if the text is none. */
export function readUnit(text: string): string | undefined {
  const trimmed = text.trim();
  const code = trimmed.toUpperCase();
  return (
    unitsBySpelling.get(trimmed.toLowerCase()) ??
    (currencyCodes.has(code) && /^[A-Z]{3}$/.test(code) ? code : undefined)
  );
}

const bracketPattern = /[([{（［【]([^()[\]{}（）［］【】]{1,20})[)\]}）］】]/gu;

/**
 * Splits a heading into its name and the unit or currency in it, in brackets or as its last word (`Weight (kg)`,
 * `weight_in_kg`, `申报价值USD`).
 */
export function splitHeading(title: string): { name: string; unit: string | undefined } {
  for (const [match, content = ''] of title.matchAll(bracketPattern)) {
    const unit = readUnit(content.replace(/^\s*in\s+/i, ''));
    if (unit !== undefined) return { name: title.replace(match, ' ').trim(), unit };
  }
  const withoutMark = title.trim().replace(/\s*\*$/, '');
  const [, name = '', lastWord = ''] =
    /^(.*?[^\s_\-/:.,])[\s_\-/:.,]+(?:in[\s_-]+)?(\p{L}+|[$€£¥￥]|us\$)$/iu.exec(withoutMark) ??
    /^(.*\p{Script=Han})([a-z]+|[$€£¥￥]|千克|公斤|盎司|毫米|厘米|公分|英寸|美元|美金|欧元|英镑|人民币|日元)$/iu.exec(
      withoutMark,
    ) ??
    [];
  const unit = readUnit(lastWord);
  const isUnit =
    unit !== undefined &&
    !bracketOnlyUnits.has(lastWord.toLowerCase()) &&
    (unitsBySpelling.has(lastWord.toLowerCase()) || usualCurrencies.has(unit));
  return isUnit && name !== '' ? { name, unit } : { name: withoutMark, unit: undefined };
}

/** Each unit in grams or centimetres, exactly: with the international pound and inch of 1959. */
const unitSizes: Readonly<Record<string, readonly ['mass' | 'length', string]>> = {
  mg: ['mass', '0.001'],
  g: ['mass', '1'],
  kg: ['mass', '1000'],
  t: ['mass', '1000000'],
  oz: ['mass', '28.349523125'],
  lb: ['mass', '453.59237'],
  mm: ['length', '0.1'],
  cm: ['length', '1'],
  m: ['length', '100'],
  in: ['length', '2.54'],
  ft: ['length', '30.48'],
};

/** Whether the text names a unit of weight or length, and not a currency. */
export const isMeasure = (unit: string): boolean => Object.hasOwn(unitSizes, unit);

/**
 * Converts a decimal from one unit to another: exactly, or rounded to six decimals if the result has no exact decimal.
 * Null if the units measure different quantities or the text is no decimal.
 */
export function convertUnit(text: string, from: string, to: string): string | null {
  const [fromSize, toSize, value] = [unitSizes[from], unitSizes[to], readDecimal(text)];
  if (!fromSize || !toSize || fromSize[0] !== toSize[0] || !value) return null;
  if (from === to) return writeDecimal(value);
  const baseAmount = value.times(readDecimal(fromSize[1]) as Decimal);
  const divisor = readDecimal(toSize[1]) as Decimal;
  const converted = baseAmount.div(divisor);
  const exact = converted.times(divisor).eq(baseAmount) ? converted : converted.round(6);
  return writeDecimal(exact);
}

const amountPattern =
  /^([-+]?[\d.,\s']*\d)\s*(\p{L}+|[$€£¥￥]|us\$)\.?$|^(\p{L}{3}|us\$|[$€£¥￥])\s*([-+]?[\d.,\s']*\d)$/iu;

/** Splits a cell such as `0.48 kg`, `€12.50` or `USD 12.50` into its number and its unit; null for any other. */
export function splitAmount(cell: string): { number: string; unit: string } | null {
  const [, leadingNumber, trailingUnit, leadingUnit, trailingNumber] = amountPattern.exec(cell.trim()) ?? [];
  const unit = readUnit(trailingUnit ?? leadingUnit ?? '');
  const number = leadingNumber ?? trailingNumber;
  return unit === undefined || number === undefined ? null : { number: number.trim(), unit };
}
