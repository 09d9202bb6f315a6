import { hasRightToLeft, cleanText, languageOf } from '../text/shape-text.ts';
import { type LabelText, writeText, type Sheet } from '../text/write-text.ts';
import { minTextSize } from './label-form.ts';
import type { LabelAddress, LabelSource } from './label-source.ts';
import { writeCaption, captionHeight, fieldText, ruleInset, widthOf, type Zone } from './zone.ts';

export type AddressField = keyof LabelAddress;

// Countries that write the house number first ("12 High Street") or the postcode last ("Leeds LS1 1AA"); all others
// write "Hauptstraße 12" and "10115 Berlin".
const numberFirstCountries = new Set(
  'US CA GB IE AU NZ FR LU MC ZA IN LK BD PK MY SG PH HK KE NG GH UG TZ ZM ZW JM TT BB BS BZ GY MT MU FJ PG'.split(' '),
);
const postcodeLastCountries = new Set(
  'US CA GB IE AU NZ ZA IN LK BD PK SG PH HK KE NG GH JM TT BB MT MU TW TH ID VN'.split(' '),
);

const eastAsianPattern = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u{20000}-\u{323af}]/u;

const eastAsianOrder: AddressField[][] = [
  ['Postcode', 'Province', 'City', 'District'],
  ['Street1', 'HouseNumber'],
  ['Street2'],
];

function lineOrder(address: LabelAddress): AddressField[][] {
  if (eastAsianPattern.test(`${address.Street1 ?? ''}${address.City ?? ''}`)) return eastAsianOrder;
  const country = (address.Country ?? '').toUpperCase();
  const street: AddressField[] = numberFirstCountries.has(country)
    ? ['HouseNumber', 'Street1']
    : ['Street1', 'HouseNumber'];
  const town: AddressField[][] = postcodeLastCountries.has(country)
    ? [['City', 'Province', 'Postcode']]
    : [['Postcode', 'City'], ['Province']];
  return [street, ['Street2'], ['District'], ...town];
}

/** Larger and bold: sorters read this line first, with the name and the country. */
const townStyle = { bold: true, scale: 1.35 };
const isTown = (names: readonly AddressField[]): boolean => names.includes('Postcode') || names.includes('City');

/**
 * The lines between name and country, in the order of the country or script. Takes cleaned fields; a part that repeats
 * another (a city that is its own province) is printed once. `prefix` is the path of the address in the source.
 */
export function addressLines(address: LabelAddress, prefix: string): LabelText[] {
  const repeatedFields = new Set<AddressField>();
  if (address.Province === address.City) repeatedFields.add('Province');
  if (address.District === address.City) repeatedFields.add('District');
  return lineOrder(address)
    .map((names) => names.filter((name) => (address[name] ?? '') !== '' && !repeatedFields.has(name)))
    .filter((names) => names.length > 0)
    .map((names) => {
      const fields = names.map((name) => ({ field: `${prefix}.${name}`, text: address[name] as string }));
      return { text: joinFields(fields.map(({ text }) => text)), fields, ...(isTown(names) ? townStyle : {}) };
    });
}

/** Joins fields, isolating each so that its reading direction does not affect the next. */
export function joinFields(texts: readonly string[]): string {
  return texts.some(hasRightToLeft) ? texts.map((text) => `\u2068${text}\u2069`).join(' ') : texts.join(' ');
}

let displayNames: Intl.DisplayNames | undefined;
/** Names by code, at most 676: a lookup in Intl.DisplayNames takes longer than laying out a line. */
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

type CleanedAddress = { [Field in keyof Required<LabelAddress>]: string };

function cleanAddress(sheet: Sheet, address: LabelAddress, prefix: string, blocksPrinting: boolean): CleanedAddress {
  const cleanField = (name: keyof LabelAddress) =>
    cleanText(address[name], `${prefix}.${name}`, blocksPrinting, sheet.problems);
  return {
    Contact: cleanField('Contact'),
    Phone: cleanField('Phone'),
    Email: '',
    Country: cleanField('Country'),
    Province: cleanField('Province'),
    City: cleanField('City'),
    District: cleanField('District'),
    Street1: cleanField('Street1'),
    Street2: cleanField('Street2'),
    HouseNumber: cleanField('HouseNumber'),
    Postcode: cleanField('Postcode'),
  };
}

function withLanguage(lines: readonly LabelText[], country: string): LabelText[] {
  const language = languageOf(country, lines.map(({ text }) => text).join(' '));
  return lines.map((line) => ({ ...line, language }));
}

/** Name, address and country of the recipient, large; the country code on a black plate that sorters notice first. */
export function layOutRecipient(sheet: Sheet, recipient: LabelAddress, zone: Zone): void {
  const address = cleanAddress(sheet, recipient, 'recipient', true);
  const { form } = sheet;
  const { name: nameHeight, lastRowHeight: lastRowHeight, codePlate, smallest } = form.recipient;
  const isWhole = form.kind === 'whole';
  const gap = isWhole ? 0.5 : 0.25;
  const width = widthOf(zone);
  const top = zone.top + ruleInset(form);
  const nameTop = top + captionHeight(form);
  const addressTop = nameTop + nameHeight + gap;
  const lastRowTop = zone.bottom - 2 * gap - lastRowHeight;
  const widthBesidePlate = codePlate === null || address.Country === '' ? width : width - codePlate.width - 2;
  // a plate that extends below the name narrows the address lines too
  const plateBottom = codePlate === null ? zone.top : zone.top + ruleInset(form) + 0.25 + codePlate.height;
  writeCaption(sheet, 'TO', zone.left, top, 20);

  const name = fieldText(address.Contact, 'recipient.Contact', { bold: true });
  const lines = addressLines(address, 'recipient');
  const [nameText, ...addressTexts] = withLanguage([name, ...lines], address.Country) as [LabelText, ...LabelText[]];
  writeText(sheet, {
    role: 'recipient.name',
    box: { x: zone.left, y: nameTop, width: widthBesidePlate, height: nameHeight },
    texts: [nameText],
    sizes: { largest: 7, comfortable: Math.min(4, nameHeight / 1.3), smallest },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
  writeText(sheet, {
    role: 'recipient.address',
    box: {
      x: zone.left,
      y: addressTop,
      width: plateBottom > addressTop ? widthBesidePlate : width,
      height: lastRowTop - gap - addressTop,
    },
    texts: addressTexts,
    sizes: {
      largest: isWhole ? 5.5 : codePlate === null ? 2.4 : 3.5,
      comfortable: isWhole ? 3.5 : codePlate === null ? 2.4 : 3,
      smallest,
    },
    blocksPrinting: true,
  });
  writeText(sheet, {
    role: 'recipient.country',
    box: { x: zone.left, y: lastRowTop, width: width * 0.58, height: lastRowHeight },
    texts: [fieldText(countryName(address.Country), 'recipient.Country', { bold: true })],
    sizes: { largest: 4.25, comfortable: Math.min(3, lastRowHeight / 1.2), smallest: minTextSize(form) },
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
  writeText(sheet, {
    role: 'recipient.phone',
    box: { x: zone.left + width * 0.6, y: lastRowTop, width: width * 0.4, height: lastRowHeight },
    texts: [fieldText(address.Phone, 'recipient.Phone', { leftToRight: true })],
    sizes: { largest: 3.5, comfortable: Math.min(2.5, lastRowHeight / 1.2), smallest: minTextSize(form) },
    align: 'end',
    verticalAlign: 'middle',
    blocksPrinting: true,
  });
  if (codePlate === null || !/^[A-Za-z]{2,3}$/.test(address.Country)) return;
  writeText(sheet, {
    role: 'recipient.country-code',
    box: { x: zone.right - codePlate.width, y: plateBottom - codePlate.height, ...codePlate },
    texts: [fieldText(address.Country.toUpperCase(), 'recipient.Country', { bold: true })],
    sizes: { largest: 8, comfortable: codePlate.height * 0.45, smallest: codePlate.height * 0.45 },
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
export function layOutSender(sheet: Sheet, rawSender: LabelAddress, zone: Zone): void {
  const { form } = sheet;
  const smallest = minTextSize(form);
  const phoneLeft = zone.left + widthOf(zone) * 0.6;
  const sender = cleanAddress(sheet, rawSender, 'sender', false);
  const top = zone.top + ruleInset(form);
  writeCaption(sheet, 'FROM', zone.left, top, 20);
  const fields = addressLines(sender, 'sender').flatMap((line) => line.fields);
  const country = countryName(sender.Country);
  const allFields = [...fields, { field: 'sender.Country', text: country }].filter(({ text }) => text !== '');
  const name = fieldText(sender.Contact, 'sender.Contact', { bold: true });
  const address = { text: joinFields(allFields.map(({ text }) => text)), fields: allFields };
  const phone = fieldText(sender.Phone, 'sender.Phone', { leftToRight: true });
  const textTop = top + captionHeight(form);
  const [nameLine, ...phoneLine] = form.hasCaptions ? [name, phone] : [joinTexts(name, phone)];
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
    box: { x: zone.left, y: textTop, width: widthOf(zone), height: zone.bottom - 0.5 - textTop },
    texts: withLanguage([nameLine ?? name, address], sender.Country),
    sizes: { largest: 2.75, comfortable: 2.25, smallest },
    blocksPrinting: false,
  });
}

/** Without captions a dot separates name and phone. */
const joinTexts = (first: LabelText, second: LabelText): LabelText => ({
  ...first,
  text: [first.text, second.text].filter((text) => text !== '').join(' \u00b7 '),
  fields: [...first.fields, ...second.fields],
});
