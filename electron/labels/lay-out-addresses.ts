import { addressLines, joinFields, countryName } from './address-lines.ts';
import { cleanText } from './clean-text.ts';
import { smallestText } from './label-form.ts';
import type { LabelAddress, LabelSource } from './label-source.ts';
import { languageOf } from './language-of.ts';
import { writeText } from './write-text.ts';
import type { Sheet, LabelText } from './write-text.ts';
import { caption, captionHeight, fieldText, ruleInset, widthOf } from './zone.ts';
import type { Zone } from './zone.ts';

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
