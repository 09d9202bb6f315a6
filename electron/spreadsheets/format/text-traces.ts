/**
 * What spreadsheet programs and exports do to a text: they keep zeros by an apostrophe or a formula, add blanks and
 * tabs, round long numbers, make dates of house numbers, write error values, and decode UTF-8 as if it were Windows-1252.
 */

/** A text after the traces whose cause is certain were undone. */
export interface CleanText {
  text: string;
  /** whether the text differs from the original */
  isChanged: boolean;
}

/** How the original value of a cell was lost. */
export type LossReason = 'rounded-number' | 'date-by-mistake' | 'no-value' | 'lost-letters';

const outerBlanksPattern = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/gu;
const formulaTextPattern = /^="([^"]*)"$/;
/** The apostrophe by which a spreadsheet program keeps the zeros of a number; not one before a letter (`'t Hof`). */
const zeroKeepingApostrophe = /^'(?=[+(]?\d)/;
const fullWidthPattern = /[！-～]/u;
const codeWithDecimalPattern = /^(\d{1,15})\.0$/;

/** Fields whose values are codes: full-width characters and no-break spaces in them are replaced by plain ones. */
const codeFieldPattern =
  /^(?:Postcode|Phone|Sku|HsCode|HouseNumber|Country|Email|ServiceCode|PackageId|ShipmentId|CustomerOrderNo|WareHouseCode|WarehouseId|ImportTrackingNumber|TaxId|IDNumber|VatCode|EoriCode|.*Currency|.*Code)$/;
/** Fields with codes of digits, to which a spreadsheet may have added `.0`. */
const integerCodeFieldPattern =
  /^(?:Postcode|Phone|HsCode|HouseNumber|PackageId|ShipmentId|CustomerOrderNo|ImportTrackingNumber)$/;

const entityCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  aring: 'å',
  Aring: 'Å',
  eth: 'ð',
  thorn: 'þ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
};
/** Combining marks by their suffix in the names of HTML entities, as in `&uuml;`. */
const accentMarks: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  caron: '\u030c',
};
const entityPattern =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([A-Za-z])(uml|acute|grave|circ|tilde|cedil|caron)|([A-Za-z]{2,6}));/gi;

/** Replaces HTML and XML entities by their characters; unknown entities stay. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    entityPattern,
    (match, decimal?: string, hex?: string, letter?: string, accent?: string, name?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined)
        return code > 31 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : match;
      if (letter !== undefined && accent !== undefined)
        return (letter + (accentMarks[accent.toLowerCase()] ?? '')).normalize('NFC');
      return entityCharacters[name ?? ''] ?? match;
    },
  );
}

/** The byte of each character of Windows-1252, as the web decodes it. */
const windows1252Bytes = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Undoes decoding UTF-8 as Windows-1252: `Jürgen` for `JÃ¼rgen`; undefined if the text was decoded correctly. */
function undoWrongDecoding(text: string): string | undefined {
  if (!/[\u00c2-\u00f4]/.test(text)) return undefined;
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = windows1252Bytes.get(letter);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  try {
    const redecoded = strictUtf8.decode(Uint8Array.from(bytes));
    return redecoded.length < text.length ? redecoded : undefined;
  } catch {
    return undefined;
  }
}

/** Undoes the traces whose cause is certain in this field. */
export function cleanText(original: string, fieldName: string): CleanText {
  let text = original.replace(outerBlanksPattern, '');
  text = formulaTextPattern.exec(text)?.[1] ?? text;
  if (zeroKeepingApostrophe.test(text)) text = text.slice(1);
  text = withoutEntities(text);
  text = undoWrongDecoding(text) ?? text;
  if (codeFieldPattern.test(fieldName)) {
    if (fullWidthPattern.test(text)) text = text.normalize('NFKC');
    if (text.includes('\u00a0')) text = text.replaceAll('\u00a0', ' ');
  }
  if (integerCodeFieldPattern.test(fieldName)) text = codeWithDecimalPattern.exec(text)?.[1] ?? text;
  return { text, isChanged: text !== original };
}

const roundedPattern = /^\d(?:[.,]\d+)?E\+?\d{1,3}$/i;
const roundedSpellingPattern = /^\d(?:[.,]\d+)?E\+\d{1,3}$|^\d[.,]\d+E\d{2}$/;
const monthNames =
  'jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|déc|dic|ene|abr|ago|gen|mag|giu|lug|set|ott|fev|fév|avr|juin|juil|août|kwi|lip|lut|sty|paź|gru';
const shortDatePattern = new RegExp(
  `^(?:\\d{1,2}[-. ]{1,2}(?:${monthNames})\\.?|(?:${monthNames})\\.?[-. ]{1,2}\\d{1,2}|\\d{1,2}月\\d{1,2}日)$`,
  'iu',
);
const noValuePattern =
  /^(?:#+|#?(?:N\/A|N\/V|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!|SPILL!|CALC!|GETTING_DATA|#+)|null|none|nan|undefined|\[object Object\]|\(null\)|nil|<NA>|<null>)$/i;
const freeTextFieldPattern = /^(?:Remark|Custom|.*Description|.*Text|.*Reason)$/;

/** How the original value of a field was lost; undefined if the text shows no loss. */
export function lossReason(text: string, fieldName: string, isDate: boolean): LossReason | undefined {
  if (text.includes('\ufffd')) return 'lost-letters';
  if (text.length > 40) return undefined;
  if (noValuePattern.test(text) && (text.length > 2 || text.includes('#')))
    return text === '#' || text === '##' ? undefined : 'no-value';
  if (roundedPattern.test(text) && roundedSpellingPattern.test(text)) return 'rounded-number';
  return shortDatePattern.test(text) && !isDate && !freeTextFieldPattern.test(fieldName)
    ? 'date-by-mistake'
    : undefined;
}

/** Whether reading would change the text or report a loss in some field: an export writes such a text in quotes. */
export function isChangedByReading(text: string): boolean {
  return ['Postcode', 'Contact'].some(
    (name) => cleanText(text, name).isChanged || lossReason(cleanText(text, name).text, name, false) !== undefined,
  );
}
