import { addressLines, joinFields, countryName } from './address-lines.ts';
import { cleanText } from './clean-text.ts';
import { MARGIN, SMALLEST_RECIPIENT_TEXT, SMALLEST_TEXT } from './label-size.ts';
import type { LabelAddress } from './label-source.ts';
import { languageOf } from './language-of.ts';
import { writeText } from './write-text.ts';
import type { Sheet, Words } from './write-text.ts';
import { CAPTION_HEIGHT, CONTENT_WIDTH, caption, fieldWords } from './zone.ts';
import type { Zone } from './zone.ts';

const CODE_WIDTH = 17;
const CODE_HEIGHT = 11;
const NAME_HEIGHT = 9;
const LAST_ROW = 5;
const RIGHT = MARGIN + CONTENT_WIDTH;

type Cleaned = { [Field in keyof Required<LabelAddress>]: string };

function clean(sheet: Sheet, address: LabelAddress, prefix: string, stops: boolean): Cleaned {
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

function inLanguage(words: readonly Words[], country: string): Words[] {
  const language = languageOf(country, words.map(({ text }) => text).join(' '));
  return words.map((each) => ({ ...each, language }));
}

/** Name, address and country of the recipient, large; the country code as a black plate that a sorter sees first. */
export function layOutRecipient(sheet: Sheet, recipient: LabelAddress, zone: Zone): void {
  const address = clean(sheet, recipient, 'recipient', true);
  const top = zone.top + 1.25;
  const nameTop = top + CAPTION_HEIGHT;
  const addressTop = nameTop + NAME_HEIGHT + 0.5;
  const lastRow = zone.bottom - 1 - LAST_ROW;
  const besideCode = address.Country === '' ? CONTENT_WIDTH : CONTENT_WIDTH - CODE_WIDTH - 2;
  caption(sheet, 'TO', MARGIN, top, 20);

  const name = fieldWords(address.Contact, 'recipient.Contact', { bold: true });
  const lines = addressLines(address, 'recipient');
  const [namedWords, ...lineWords] = inLanguage([name, ...lines], address.Country) as [Words, ...Words[]];
  writeText(sheet, {
    role: 'recipient.name',
    box: { x: MARGIN, y: nameTop, width: besideCode, height: NAME_HEIGHT },
    words: [namedWords],
    sizes: { largest: 5.5, comfortable: 4, smallest: SMALLEST_RECIPIENT_TEXT },
    stand: 'middle',
    stops: true,
  });
  writeText(sheet, {
    role: 'recipient.address',
    box: { x: MARGIN, y: addressTop, width: CONTENT_WIDTH, height: lastRow - 0.5 - addressTop },
    words: lineWords,
    sizes: { largest: 4.5, comfortable: 3.5, smallest: SMALLEST_RECIPIENT_TEXT },
    stops: true,
  });
  writeText(sheet, {
    role: 'recipient.country',
    box: { x: MARGIN, y: lastRow, width: 54, height: LAST_ROW },
    words: [fieldWords(countryName(address.Country), 'recipient.Country', { bold: true })],
    sizes: { largest: 4.25, comfortable: 3, smallest: SMALLEST_TEXT },
    stand: 'middle',
    stops: true,
  });
  writeText(sheet, {
    role: 'recipient.phone',
    box: { x: MARGIN + 56, y: lastRow, width: CONTENT_WIDTH - 56, height: LAST_ROW },
    words: [fieldWords(address.Phone, 'recipient.Phone', { leftToRight: true })],
    sizes: { largest: 3.5, comfortable: 2.5, smallest: SMALLEST_TEXT },
    align: 'end',
    stand: 'middle',
    stops: true,
  });
  if (!/^[A-Za-z]{2,3}$/.test(address.Country)) return;
  writeText(sheet, {
    role: 'recipient.country-code',
    box: { x: RIGHT - CODE_WIDTH, y: zone.top + 1.5, width: CODE_WIDTH, height: CODE_HEIGHT },
    words: [fieldWords(address.Country.toUpperCase(), 'recipient.Country', { bold: true })],
    sizes: { largest: 8, comfortable: 5, smallest: 5 },
    align: 'center',
    stand: 'middle',
    inverse: true,
    stops: true,
  });
}

/** The sender, small: name and phone on one line, the address below. */
export function layOutSender(sheet: Sheet, given: LabelAddress, zone: Zone): void {
  const sender = clean(sheet, given, 'sender', false);
  const top = zone.top + 1.25;
  caption(sheet, 'FROM', MARGIN, top, 20);
  const fields = addressLines(sender, 'sender').flatMap((line) => line.fields);
  const country = countryName(sender.Country);
  const whole = [...fields, { field: 'sender.Country', text: country }].filter(({ text }) => text !== '');
  const name = fieldWords(sender.Contact, 'sender.Contact', { bold: true });
  const address = { text: joinFields(whole.map(({ text }) => text)), fields: whole };
  const phone = fieldWords(sender.Phone, 'sender.Phone', { leftToRight: true });
  const below = top + CAPTION_HEIGHT;
  writeText(sheet, {
    role: 'sender.phone',
    box: { x: MARGIN + 56, y: top, width: CONTENT_WIDTH - 56, height: CAPTION_HEIGHT },
    words: [phone],
    sizes: { largest: 2.5, comfortable: SMALLEST_TEXT, smallest: SMALLEST_TEXT },
    align: 'end',
    maxLines: 1,
    stops: false,
  });
  writeText(sheet, {
    role: 'sender',
    box: { x: MARGIN, y: below, width: CONTENT_WIDTH, height: zone.bottom - 1 - below },
    words: inLanguage([name, address], sender.Country),
    sizes: { largest: 2.75, comfortable: 2.25, smallest: SMALLEST_TEXT },
    stops: false,
  });
}
