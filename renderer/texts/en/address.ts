import { counting } from '../plural.ts';

const n = counting('en');

export const address = {
  doubt: 'look at this',
  book: 'Address book',
  bookHint: 'Any part of a name, street, postcode, telephone',
  noneFound: 'No address has that in it.',
  used: (p: { count: string }) => `used ${p.count}×`,
  whose: 'Whose address',
  party: {
    ShipToAddress: 'Recipient',
    Sender: 'Sender',
    ShipperInfo: 'Sender',
    ExportsInfo: 'Exporter',
    ImportsInfo: 'Importer',
  },
  block: 'Address as one block',
  blockHint: 'As it was written: lines or commas, with or without labels. It is read on this desk, without a network.',
  split: 'Fill in',
  tooLong: (p: { most: string; parts: string }) =>
    `This is more than an address: at most ${n(p.most, '# character', '# characters')} and ${n(p.parts, '# part', '# parts')} are read. Nothing was filled in.`,
  fromBlock: 'Pasted address',
  fromBook: 'From the address book',
  filledIn: (p: { count: string }) => n(p.count, '# field filled in.', '# fields filled in.'),
  toLookAt: (p: { count: string }) => n(p.count, '# is not sure.', '# are not sure.'),
  kept: (p: { name: string; here: string; there: string }) =>
    `${p.name} stays “${p.here}”, as typed; the block says “${p.there}”.`,
  replaced: (p: { name: string; here: string }) => `${p.name} was “${p.here}” before.`,
  lacking: (p: { name: string; service: string; text: string }) =>
    `This kind of order has no field ${p.name} (${p.service}); not filled in: “${p.text}”.`,
  unplaced: (p: { text: string }) => `Found no field: “${p.text}”.`,
  unseen: 'Characters that cannot be seen were left out.',
  unseenHere: 'It has characters that cannot be seen; they are sent as they are.',
  nothing: 'Nothing in it could be read as an address.',
  lookFirst: (p: { count: string }) =>
    n(
      p.count,
      '# field of the address is not sure. Look at it, or save again.',
      '# fields of the address are not sure. Look at them, or save again.',
    ),
};
