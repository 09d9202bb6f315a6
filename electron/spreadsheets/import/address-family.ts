import type { AddressMeaning, Heading, Party } from './read-heading.ts';

/** A column of an address. */
export interface AddressColumn extends Heading {
  column: number;
  meaning: AddressMeaning;
}

/** What a person is asked about the address of a file's orders. */
export interface AddressDoubt {
  /** `only-buyer`: nothing else has it; `whose`: it may be the recipient's or the buyer's */
  code: 'only-buyer' | 'whose-column';
  columns: number[];
}

export interface AddressFamily {
  /** the columns of the recipient's address */
  columns: AddressColumn[];
  /** columns that would complete it if a person says so; their orders wait for the answer */
  doubts: AddressDoubt[];
}

type Noun = 'contact' | 'street' | 'city' | 'province' | 'postcode' | 'country' | 'phone' | 'email' | 'other';
const nounOf: Readonly<Record<AddressMeaning, Noun>> = {
  contact: 'contact',
  first: 'contact',
  middle: 'contact',
  last: 'contact',
  company: 'other',
  address: 'street',
  street1: 'street',
  street2: 'other',
  street3: 'other',
  street4: 'other',
  more: 'other',
  house: 'other',
  houseMore: 'other',
  district: 'other',
  town: 'other',
  city: 'city',
  cityStateZip: 'city',
  province: 'province',
  postcode: 'postcode',
  country: 'country',
  phone: 'phone',
  email: 'email',
  taxId: 'other',
};
/** What makes an address of some columns. */
const core: ReadonlySet<Noun> = new Set(['street', 'city', 'postcode']);
/** What an address needs, and is taken from another family's columns only if a person says so. */
const needed: readonly Noun[] = ['contact', 'street', 'city', 'province', 'postcode', 'country'];

/**
 * Chooses the columns of the recipient's address as one block: those of the recipient, completed by those that name
 * nobody; the buyer's only if a person says so. A column that names nobody is the buyer's where the buyer has an address
 * of his own beside the recipient's. `isSame` tells whether a column of the buyer repeats what an address column of the
 * recipient has: then it is the recipient's name.
 */
export function chooseFamily(
  all: readonly AddressColumn[],
  isRepeated: (column: AddressColumn, of: readonly AddressColumn[]) => boolean,
): AddressFamily {
  const of = (party: Party): AddressColumn[] => all.filter((one) => one.party === party);
  const [ship, plain, buyer] = [of('ship'), of('plain'), of('buyer')];
  const nouns = (columns: readonly AddressColumn[]): Set<Noun> => new Set(columns.map((one) => nounOf[one.meaning]));
  const isAddress = (columns: readonly AddressColumn[]): boolean => [...nouns(columns)].some((noun) => core.has(noun));
  const doubts: AddressDoubt[] = [];

  if (ship.length === 0 && !isAddress(plain)) {
    if (isAddress(buyer))
      doubts.push({ code: 'only-buyer', columns: [...plain, ...buyer].map(({ column }) => column) });
    return { columns: isAddress(buyer) ? [] : plain, doubts };
  }
  const family = ship.length > 0 ? [...ship] : [...plain];
  const has = nouns(family);
  if (ship.length > 0) {
    const isOpen = isAddress(ship) && isAddress(buyer);
    // beside a whole address of the buyer, a column that names nobody may be the buyer's
    if (!isOpen)
      family.push(...plain.filter((one) => nounOf[one.meaning] === 'other' || !has.has(nounOf[one.meaning])));
    else {
      const may = plain.filter(({ meaning }) => needed.includes(nounOf[meaning]) && !has.has(nounOf[meaning]));
      if (may.length > 0) doubts.push({ code: 'whose-column', columns: may.map(({ column }) => column) });
    }
  }
  // the street alone, beside the recipient's whole address in one cell
  family.push(
    ...plain.filter((one) => nounOf[one.meaning] === 'street' && !family.includes(one) && isRepeated(one, ship)),
  );
  const now = nouns(family);
  if (!now.has('contact')) {
    const names = buyer.filter(({ meaning }) => nounOf[meaning] === 'contact');
    const same = names.filter((one) => isRepeated(one, family));
    if (same.length > 0) family.push(...same);
    else if (names.length > 0) doubts.push({ code: 'only-buyer', columns: names.map(({ column }) => column) });
  }
  // whoever ordered is written to; an e-mail address is no part of where a parcel goes
  if (!now.has('email')) family.push(...[...plain, ...buyer].filter(({ meaning }) => meaning === 'email').slice(0, 1));
  return { columns: family, doubts };
}
