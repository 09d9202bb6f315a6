import type { AddressMeaning, Heading, Party } from './read-heading.ts';

/** A column of an address. */
export interface AddressColumn extends Heading {
  column: number;
  meaning: AddressMeaning;
}

/** What a person is asked about the address of a file's orders. */
export interface AddressDoubt {
  /** `only-buyer`: only the buyer's columns have it; `whose-column`: it may be the recipient's or the buyer's */
  code: 'only-buyer' | 'whose-column';
  columns: number[];
}

export interface RecipientColumns {
  /** the columns of the recipient's address */
  columns: AddressColumn[];
  /** columns that complete it if a person agrees; the orders wait for the answer */
  doubts: AddressDoubt[];
}

type AddressPart = 'contact' | 'street' | 'city' | 'province' | 'postcode' | 'country' | 'phone' | 'email' | 'other';
const addressPartOf: Readonly<Record<AddressMeaning, AddressPart>> = {
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
/** Parts of which one is enough to make columns an address. */
const coreParts: ReadonlySet<AddressPart> = new Set(['street', 'city', 'postcode']);
/** Parts that an address needs: a column that may be the buyer's fills one only if a person agrees. */
const neededParts: readonly AddressPart[] = ['contact', 'street', 'city', 'province', 'postcode', 'country'];

/**
 * Chooses the columns of the recipient's address together: those that name the recipient, completed by those that name
 * nobody. The buyer's columns are used only if a person agrees; so are columns that name nobody, if both recipient and
 * buyer have an address. `isRepeated`: whether address columns repeat the cells of a column; a name of the buyer that
 * they repeat is the recipient's.
 */
export function chooseRecipientColumns(
  allColumns: readonly AddressColumn[],
  isRepeated: (column: AddressColumn, addressColumns: readonly AddressColumn[]) => boolean,
): RecipientColumns {
  const columnsOf = (party: Party): AddressColumn[] => allColumns.filter((one) => one.party === party);
  const [shipColumns, plainColumns, buyerColumns] = [columnsOf('ship'), columnsOf('plain'), columnsOf('buyer')];
  const partsOf = (columns: readonly AddressColumn[]): Set<AddressPart> =>
    new Set(columns.map((one) => addressPartOf[one.meaning]));
  const hasAddress = (columns: readonly AddressColumn[]): boolean =>
    [...partsOf(columns)].some((part) => coreParts.has(part));
  const doubts: AddressDoubt[] = [];

  if (shipColumns.length === 0 && !hasAddress(plainColumns)) {
    if (hasAddress(buyerColumns))
      doubts.push({ code: 'only-buyer', columns: [...plainColumns, ...buyerColumns].map(({ column }) => column) });
    return { columns: hasAddress(buyerColumns) ? [] : plainColumns, doubts };
  }
  const recipientColumns = shipColumns.length > 0 ? [...shipColumns] : [...plainColumns];
  const presentParts = partsOf(recipientColumns);
  if (shipColumns.length > 0) {
    const isAmbiguous = hasAddress(shipColumns) && hasAddress(buyerColumns);
    // beside a whole address of the buyer, a column that names nobody may be the buyer's
    if (!isAmbiguous)
      recipientColumns.push(
        ...plainColumns.filter(
          (one) => addressPartOf[one.meaning] === 'other' || !presentParts.has(addressPartOf[one.meaning]),
        ),
      );
    else {
      const possibleColumns = plainColumns.filter(
        ({ meaning }) => neededParts.includes(addressPartOf[meaning]) && !presentParts.has(addressPartOf[meaning]),
      );
      if (possibleColumns.length > 0)
        doubts.push({ code: 'whose-column', columns: possibleColumns.map(({ column }) => column) });
    }
  }
  // the street alone, beside the recipient's whole address in one cell
  recipientColumns.push(
    ...plainColumns.filter(
      (one) =>
        addressPartOf[one.meaning] === 'street' && !recipientColumns.includes(one) && isRepeated(one, shipColumns),
    ),
  );
  const knownParts = partsOf(recipientColumns);
  if (!knownParts.has('contact')) {
    const nameColumns = buyerColumns.filter(({ meaning }) => addressPartOf[meaning] === 'contact');
    const repeatedNames = nameColumns.filter((one) => isRepeated(one, recipientColumns));
    if (repeatedNames.length > 0) recipientColumns.push(...repeatedNames);
    else if (nameColumns.length > 0)
      doubts.push({ code: 'only-buyer', columns: nameColumns.map(({ column }) => column) });
  }
  // the buyer's e-mail address can be used, as it is not part of where a parcel goes
  if (!knownParts.has('email'))
    recipientColumns.push(
      ...[...plainColumns, ...buyerColumns].filter(({ meaning }) => meaning === 'email').slice(0, 1),
    );
  return { columns: recipientColumns, doubts };
}
