import { counting } from '../plural.ts';

const n = counting('en');

export const address = {
  doubt: 'check',
  book: 'Address book',
  bookHint: 'Part of a name, street, postcode or phone number',
  noneFound: 'No matching address.',
  used: (p: { count: string }) => `used ${p.count}×`,
  whose: 'Whose address',
  party: {
    ShipToAddress: 'Recipient',
    Sender: 'Sender',
    ShipperInfo: 'Sender',
    ExportsInfo: 'Exporter',
    ImportsInfo: 'Importer',
  },
  block: 'Paste an address',
  blockHint:
    'Paste it as it is: on several lines or separated by commas, with or without field names. It is read on this desk; nothing is sent anywhere.',
  split: 'Fill in',
  tooLong: (p: { most: string; parts: string }) =>
    `This is too long for an address: at most ${n(p.most, '# character', '# characters')} and ${n(p.parts, '# part', '# parts')} are read. Nothing was filled in.`,
  fromBlock: 'Pasted address',
  fromBook: 'From the address book',
  filledIn: (p: { count: string }) => n(p.count, '# field filled in.', '# fields filled in.'),
  toLookAt: (p: { count: string }) => n(p.count, '# to check.', '# to check.'),
  kept: (p: { name: string; here: string; there: string }) => `${p.name} kept: “${p.here}” (pasted: “${p.there}”).`,
  replaced: (p: { name: string; here: string }) => `${p.name} was “${p.here}” before.`,
  lacking: (p: { name: string; service: string; text: string }) =>
    `No field for “${p.text}” (${p.name}, ${p.service}) in this kind of order. Add it to the street if it is needed.`,
  unplaced: (p: { text: string }) => `Not filled in, because it fits no field: “${p.text}”.`,
  unseen: 'Invisible characters were removed.',
  unseenHere: 'It contains invisible characters; they are sent as they are.',
  nothing: 'No address was found in this text.',
  lookFirst: (p: { count: string }) =>
    n(
      p.count,
      'Check # field of the address, or press Save again.',
      'Check # fields of the address, or press Save again.',
    ),
};
