import { hasRightToLeft, cleanText, languageOf } from '../text/shape-text.ts';
import { type LabelText, writeText, type Sheet } from '../text/write-text.ts';
import { smallestText } from './label-form.ts';
import type { LabelAddress, LabelSource } from './label-source.ts';
import { caption, captionHeight, fieldText, ruleInset, widthOf, type Zone } from './zone.ts';

export type AddressField = keyof LabelAddress;

// Countries that write the house number first ("12 High Street") or the postcode last ("Leeds LS1 1AA"); all others
// write "Hauptstraße 12" and "10115 Berlin".
const NUMBER_FIRST = new Set(
  'US CA GB IE AU NZ FR LU MC ZA IN LK BD PK MY SG PH HK KE NG GH UG TZ ZM ZW JM TT BB BS BZ GY MT MU FJ PG'.split(' '),
);
const POSTCODE_LAST = new Set(
  'US CA GB IE AU NZ ZA IN LK BD PK SG PH HK KE NG GH JM TT BB MT MU TW TH ID VN'.split(' '),
);

const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u{20000}-\u{323af}]/u;

const FROM_LARGE_TO_SMALL: AddressField[][] = [
  ['Postcode', 'Province', 'City', 'District'],
  ['Street1', 'HouseNumber'],
  ['Street2'],
];

function lineOrder(address: LabelAddress): AddressField[][] {
  if (EAST_ASIAN.test(`${address.Street1 ?? ''}${address.City ?? ''}`)) return FROM_LARGE_TO_SMALL;
  const country = (address.Country ?? '').toUpperCase();
  const street: AddressField[] = NUMBER_FIRST.has(country) ? ['HouseNumber', 'Street1'] : ['Street1', 'HouseNumber'];
  const town: AddressField[][] = POSTCODE_LAST.has(country)
    ? [['City', 'Province', 'Postcode']]
    : [['Postcode', 'City'], ['Province']];
  return [street, ['Street2'], ['District'], ...town];
}

/** A sorter reads this line first, together with the name and the country. */
const TOWN_STYLE = { bold: true, scale: 1.35 };
const isTown = (names: readonly AddressField[]): boolean => names.includes('Postcode') || names.includes('City');

/**
 * Address lines between name and country, in the order of its country or script. Takes cleaned fields; a part that
 * repeats another (a city that is its own province) is printed once. `prefix` is the path of the address in the source.
 */
export function addressLines(address: LabelAddress, prefix: string): LabelText[] {
  const skip = new Set<AddressField>();
  if (address.Province === address.City) skip.add('Province');
  if (address.District === address.City) skip.add('District');
  return lineOrder(address)
    .map((names) => names.filter((name) => (address[name] ?? '') !== '' && !skip.has(name)))
    .filter((names) => names.length > 0)
    .map((names) => {
      const fields = names.map((name) => ({ field: `${prefix}.${name}`, text: address[name] as string }));
      return { text: joinFields(fields.map(({ text }) => text)), fields, ...(isTown(names) ? TOWN_STYLE : {}) };
    });
}

/** Joins fields, isolating each so that its reading direction does not affect the next. */
export function joinFields(texts: readonly string[]): string {
  return texts.some(hasRightToLeft) ? texts.map((text) => `\u2068${text}\u2069`).join(' ') : texts.join(' ');
}

let displayNames: Intl.DisplayNames | undefined;
/** At most 676 codes; looking one up in Intl.DisplayNames takes longer than laying out a line. */
const countryNames = new Map<string, string>();

/**
 * Country as postal services expect it: the English name in capitals. Anything but a two-letter code is returned
 * unchanged.
 */
export function countryName(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country)) return country;
  const code = country.toUpperCase();
  let name = countryNames.get(code);
  if (name === undefined) {
    displayNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
    countryNames.set(code, (name = (displayNames.of(code) ?? code).toUpperCase()));
  }
  return name;
}

type Cleaned = { [Field in keyof Required<LabelAddress>]: string };

function cleanAddress(sheet: Sheet, address: LabelAddress, prefix: string, stops: boolean): Cleaned {
  const field = (name: keyof LabelAddress) => cleanText(address[name], `${prefix}.${name}`, stops, sheet.problems);
  return {
    Contact: field('Contact'),
    Phone: field('Phone'),
    Email: '',
    Country: field('Country'),
    Province: field('Province'),
    City: field('City'),
    District: field('District'),
    Street1: field('Street1'),
    Street2: field('Street2'),
    HouseNumber: field('HouseNumber'),
    Postcode: field('Postcode'),
  };
}

function inLanguage(words: readonly LabelText[], country: string): LabelText[] {
  const language = languageOf(country, words.map(({ text }) => text).join(' '));
  return words.map((each) => ({ ...each, language }));
}

/** Name, address and country of the recipient, large; the country code on a black plate that sorters notice first. */
export function layOutRecipient(sheet: Sheet, recipient: LabelAddress, zone: Zone): void {
  const address = cleanAddress(sheet, recipient, 'recipient', true);
  const { form } = sheet;
  const { name: nameHeight, lastRowHeight: lastHeight, code, smallest } = form.recipient;
  const isWhole = form.kind === 'whole';
  const gap = isWhole ? 0.5 : 0.25;
  const width = widthOf(zone);
  const top = zone.top + ruleInset(form);
  const nameTop = top + captionHeight(form);
  const addressTop = nameTop + nameHeight + gap;
  const lastRow = zone.bottom - 2 * gap - lastHeight;
  const besideCode = code === null || address.Country === '' ? width : width - code.width - 2;
  // a plate that extends below the name narrows the address lines too
  const plateBottom = code === null ? zone.top : zone.top + ruleInset(form) + 0.25 + code.height;
  caption(sheet, 'TO', zone.left, top, 20);

  const name = fieldText(address.Contact, 'recipient.Contact', { bold: true });
  const lines = addressLines(address, 'recipient');
  const [namedWords, ...lineWords] = inLanguage([name, ...lines], address.Country) as [LabelText, ...LabelText[]];
  writeText(sheet, {
    role: 'recipient.name',
    box: { x: zone.left, y: nameTop, width: besideCode, height: nameHeight },
    texts: [namedWords],
    sizes: { largest: 7, comfortable: Math.min(4, nameHeight / 1.3), smallest },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
  writeText(sheet, {
    role: 'recipient.address',
    box: {
      x: zone.left,
      y: addressTop,
      width: plateBottom > addressTop ? besideCode : width,
      height: lastRow - gap - addressTop,
    },
    texts: lineWords,
    sizes: {
      largest: isWhole ? 5.5 : code === null ? 2.4 : 3.5,
      comfortable: isWhole ? 3.5 : code === null ? 2.4 : 3,
      smallest,
    },
    blocksPrinting: true,
  });
  writeText(sheet, {
    role: 'recipient.country',
    box: { x: zone.left, y: lastRow, width: width * 0.58, height: lastHeight },
    texts: [fieldText(countryName(address.Country), 'recipient.Country', { bold: true })],
    sizes: { largest: 4.25, comfortable: Math.min(3, lastHeight / 1.2), smallest: smallestText(form) },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
  writeText(sheet, {
    role: 'recipient.phone',
    box: { x: zone.left + width * 0.6, y: lastRow, width: width * 0.4, height: lastHeight },
    texts: [fieldText(address.Phone, 'recipient.Phone', { leftToRight: true })],
    sizes: { largest: 3.5, comfortable: Math.min(2.5, lastHeight / 1.2), smallest: smallestText(form) },
    align: 'end',
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
  if (code === null || !/^[A-Za-z]{2,3}$/.test(address.Country)) return;
  writeText(sheet, {
    role: 'recipient.country-code',
    box: { x: zone.right - code.width, y: plateBottom - code.height, ...code },
    texts: [fieldText(address.Country.toUpperCase(), 'recipient.Country', { bold: true })],
    sizes: { largest: 8, comfortable: code.height * 0.45, smallest: code.height * 0.45 },
    align: 'center',
    verticalAlign: 'middle',
    inverse: true,
    blocksPrinting: true,
  });
}

/** Whether a sender has any printable field. */
export const hasSender = ({ sender = {} }: Pick<LabelSource, 'sender'>): boolean =>
  Object.entries(sender as Record<string, string | undefined>).some(
    ([name, text]) => name !== 'Email' && (text ?? '').trim() !== '',
  );

/** The sender, small: name and phone on one line, the address below. */
export function layOutSender(sheet: Sheet, given: LabelAddress, zone: Zone): void {
  const { form } = sheet;
  const smallest = smallestText(form);
  const phoneLeft = zone.left + widthOf(zone) * 0.6;
  const sender = cleanAddress(sheet, given, 'sender', false);
  const top = zone.top + ruleInset(form);
  caption(sheet, 'FROM', zone.left, top, 20);
  const fields = addressLines(sender, 'sender').flatMap((line) => line.fields);
  const country = countryName(sender.Country);
  const whole = [...fields, { field: 'sender.Country', text: country }].filter(({ text }) => text !== '');
  const name = fieldText(sender.Contact, 'sender.Contact', { bold: true });
  const address = { text: joinFields(whole.map(({ text }) => text)), fields: whole };
  const phone = fieldText(sender.Phone, 'sender.Phone', { leftToRight: true });
  const below = top + captionHeight(form);
  const [nameLine, ...phoneLine] = form.hasCaptions ? [name, phone] : [joinWords(name, phone)];
  writeText(sheet, {
    role: 'sender.phone',
    box: { x: phoneLeft, y: top, width: zone.right - phoneLeft, height: captionHeight(form) },
    texts: phoneLine,
    sizes: { largest: 2.5, comfortable: smallest, smallest },
    align: 'end',
    maxLines: 1,
    blocksPrinting: false,
  });
  writeText(sheet, {
    role: 'sender',
    box: { x: zone.left, y: below, width: widthOf(zone), height: zone.bottom - 0.5 - below },
    texts: inLanguage([nameLine ?? name, address], sender.Country),
    sizes: { largest: 2.75, comfortable: 2.25, smallest },
    blocksPrinting: false,
  });
}

/** Without captions a dot separates name and phone. */
const joinWords = (one: LabelText, other: LabelText): LabelText => ({
  ...one,
  text: [one.text, other.text].filter((text) => text !== '').join(' \u00b7 '),
  fields: [...one.fields, ...other.fields],
});
