/**
 * What spreadsheet programs and exports do to a text: they keep zeros by an apostrophe or a formula, add blanks and
 * tabs, round long numbers, make dates of house numbers, write error values, and decode UTF-8 as if it were Windows-1252.
 */

/** A text without the traces that say for certain what it was. */
export interface CleanText {
  text: string;
  /** whether anything was left out or put right */
  changed: boolean;
}

/** Why a text is not the value that stood there. */
export type LostText = 'rounded-number' | 'date-by-mistake' | 'no-value' | 'lost-letters';

const blanks = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/gu;
const formulaText = /^="([^"]*)"$/;
/** An apostrophe that keeps the zeros of a number, and no letter's. */
const keepsZeros = /^'(?=[+(]?\d)/;
const fullWidth = /[！-～]/u;
const decimalCode = /^(\d{1,15})\.0$/;

/** Fields whose values are codes: their digits and letters are plain ones. */
const codes =
  /^(?:Postcode|Phone|Sku|HsCode|HouseNumber|Country|Email|ServiceCode|PackageId|ShipmentId|CustomerOrderNo|WareHouseCode|WarehouseId|ImportTrackingNumber|TaxId|IDNumber|VatCode|EoriCode|.*Currency|.*Code)$/;
/** Fields whose values have no decimals. */
const wholeCodes = /^(?:Postcode|Phone|HsCode|HouseNumber|PackageId|ShipmentId|CustomerOrderNo|ImportTrackingNumber)$/;

const entities: Readonly<Record<string, string>> = {
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
/** Marks over letters, by the names of HTML. */
const accents: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  caron: '\u030c',
};
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([A-Za-z])(uml|acute|grave|circ|tilde|cedil|caron)|([A-Za-z]{2,6}));/gi;

/** A text with the letters that HTML and XML write as entities. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    entity,
    (whole, decimal?: string, hex?: string, letter?: string, accent?: string, name?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined)
        return code > 31 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : whole;
      if (letter !== undefined && accent !== undefined)
        return (letter + (accents[accent.toLowerCase()] ?? '')).normalize('NFC');
      return entities[name ?? ''] ?? whole;
    },
  );
}

/** The bytes 0x80 to 0x9f of Windows-1252, as the web decodes them. */
const windows1252 = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The text that was decoded with the wrong encoding, `Jürgen` of `JÃ¼rgen`; undefined if it was not. */
function decodedTwice(text: string): string | undefined {
  if (!/[\u00c2-\u00f4]/.test(text)) return undefined;
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = windows1252.get(letter);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  try {
    const read = strictUtf8.decode(Uint8Array.from(bytes));
    return read.length < text.length ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves out the traces whose meaning is certain in a field of this name. */
export function cleanText(given: string, name: string): CleanText {
  let text = given.replace(blanks, '');
  text = formulaText.exec(text)?.[1] ?? text;
  if (keepsZeros.test(text)) text = text.slice(1);
  text = withoutEntities(text);
  text = decodedTwice(text) ?? text;
  if (codes.test(name)) {
    if (fullWidth.test(text)) text = text.normalize('NFKC');
    if (text.includes('\u00a0')) text = text.replaceAll('\u00a0', ' ');
  }
  if (wholeCodes.test(name)) text = decimalCode.exec(text)?.[1] ?? text;
  return { text, changed: text !== given };
}

const rounded = /^\d(?:[.,]\d+)?E\+?\d{1,3}$/i;
const roundedCase = /^\d(?:[.,]\d+)?E\+\d{1,3}$|^\d[.,]\d+E\d{2}$/;
const months =
  'jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|déc|dic|ene|abr|ago|gen|mag|giu|lug|set|ott|fev|fév|avr|juin|juil|août|kwi|lip|lut|sty|paź|gru';
const shortDate = new RegExp(
  `^(?:\\d{1,2}[-. ]{1,2}(?:${months})\\.?|(?:${months})\\.?[-. ]{1,2}\\d{1,2}|\\d{1,2}月\\d{1,2}日)$`,
  'iu',
);
const noValue =
  /^(?:#+|#?(?:N\/A|N\/V|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!|SPILL!|CALC!|GETTING_DATA|#+)|null|none|nan|undefined|\[object Object\]|\(null\)|nil|<NA>|<null>)$/i;
const freeText = /^(?:Remark|Custom|.*Description|.*Text|.*Reason)$/;

/** Why a text is not what stood there, in a field of this name; undefined if nothing shows it. */
export function lostText(text: string, name: string, isDate: boolean): LostText | undefined {
  if (text.includes('\ufffd')) return 'lost-letters';
  if (text.length > 40) return undefined;
  if (noValue.test(text) && (text.length > 2 || text.includes('#')))
    return text === '#' || text === '##' ? undefined : 'no-value';
  if (rounded.test(text) && roundedCase.test(text)) return 'rounded-number';
  return shortDate.test(text) && !isDate && !freeText.test(name) ? 'date-by-mistake' : undefined;
}

/** Whether a text would not be read as it stands, in whatever field: an export writes it so that it is. */
export function isAltered(text: string): boolean {
  return ['Postcode', 'Contact'].some(
    (name) => cleanText(text, name).changed || lostText(cleanText(text, name).text, name, false) !== undefined,
  );
}
