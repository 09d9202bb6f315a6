import { countryOf } from '../countries/country-names.ts';
import { splitEastAsian } from './east-asian.ts';
import {
  conventionsOf,
  looksLikeStreet,
  splitStreet,
  findCountry,
  findPostcode,
  placeNames,
  isHouseNumber,
} from './places.ts';
import { type Piece, type FoundValue, type AddressField, type FoundFields, readBlock } from './read-block.ts';

const mail = /[^\s<>()@:：]+@[^\s<>()@]+\.[\p{L}\d]{2,}/u;
const plusNumber = /\+\s?\p{Nd}(?:[\s().\-/]{0,2}\p{Nd}){6,14}/u;
const bareNumber = /^[\p{Nd}\s().\-/]+$/u;

interface Taken {
  value: string;
  pieces: Piece[];
}

/** The first e-mail address of a block, and the remaining pieces. */
export const takeMail = (pieces: readonly Piece[]): Taken | undefined => take(pieces, mail);

/** The first phone number with an international prefix, which nothing else in an address resembles. */
export const takePhone = (pieces: readonly Piece[]): Taken | undefined => take(pieces, plusNumber);

/** A piece of only 8 to 15 digits: a phone number, unless it was the postcode. */
export function takeBareNumber(pieces: readonly Piece[]): Taken | undefined {
  const found = pieces.find(({ text }) => {
    const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
    return bareNumber.test(text) && digits >= 8 && digits <= 15;
  });
  return found && { value: found.text, pieces: pieces.filter((piece) => piece !== found) };
}

function take(pieces: readonly Piece[], pattern: RegExp): Taken | undefined {
  for (const [index, piece] of pieces.entries()) {
    const value = pattern.exec(piece.text)?.[0];
    if (value === undefined) continue;
    const rest = piece.text.replace(value, ' ').replace(/[\s()<>[\]:：]+$|^[\s()<>[\]:：]+/gu, '');
    const left = rest === '' || /^[\p{L}.]{1,6}$/u.test(rest) ? [] : [{ ...piece, text: rest }];
    return { value: value.trim(), pieces: [...pieces.slice(0, index), ...left, ...pieces.slice(index + 1)] };
  }
  return undefined;
}

const company =
  /(?:^|[\s.,])(?:gmbh|ag|kg|ltd|limited|llc|inc|corp|corporation|co|company|s\.?a\.?|s\.?a\.?r\.?l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oy|ab|a\/s|sp\. z o\.o|s\.?l|ltda|plc|pty|trading|logistics|warehouse|ооо|тов)\.?$|公司|株式会社|有限会社|주식회사|\(주\)/iu;
// Words around an address in order confirmations.
const aside =
  /^(?:order|total|subtotal|qty|quantity|sku|weight|invoice|ref|reference|item|订单|合计|数量)(?:$|[\s#:.])|^\d+\s?[x×]\s/iu;

export interface ContactFound {
  contact?: FoundValue;
  /** Pieces of the address itself. */
  others: Piece[];
  /** Companies and words around the address, for which there is no field. */
  aside: string[];
}

function isStreet(text: string, country: string | undefined): boolean {
  if (looksLikeStreet(text)) return true;
  const habits = conventionsOf(country);
  const { house } = splitStreet(text, habits);
  // A postcode before its city looks like a house number.
  if (house === undefined || !habits?.house || habits.postcode?.test(house)) return false;
  return /^\P{Nd}*\p{Nd}{1,3}(?!\p{Nd})/u.test(house);
}

/**
 * Takes the first piece as the recipient's name, unless it is a street or contains digits; certain if a street follows.
 */
export function findContact(pieces: readonly Piece[], country: string | undefined): ContactFound {
  const kept = pieces.filter(({ text }) => !company.test(text) && !aside.test(text));
  const left = pieces.filter((piece) => !kept.includes(piece)).map(({ text }) => text);
  const [first, ...others] = kept;
  const streetFollows = others.some(({ text }) => isStreet(text, country));
  if (!first || others.length === 0 || /\p{Nd}/u.test(first.text) || (looksLikeStreet(first.text) && !streetFollows))
    return { others: kept, aside: left };
  const sure = left.length === 0 && streetFollows && !looksLikeStreet(first.text);
  return { contact: { value: first.text, sure }, others, aside: left };
}

export interface SplitAddress {
  fields: FoundFields;
  /** Pieces that fit no field, for the user to place. */
  rest: string[];
}

/**
 * Splits an address pasted as one block into the fields of ShipToAddress, offline. Values stay as written, except that
 * Country becomes its two-letter code. Uncertain ones are marked for review. `countryHint`: code of a country already
 * chosen, for a block that names none.
 */
export function splitAddress(text: string, { countryHint }: { countryHint?: string } = {}): SplitAddress {
  const block = readBlock(text);
  const fields: FoundFields = {};
  const rest: string[] = [];
  for (const { field, value } of block.labelled) {
    if (fields[field] === undefined) fields[field] = readLabelled(field, value);
    else rest.push(value);
  }
  let pieces = block.pieces;
  const mail = fields.Email ? undefined : takeMail(pieces);
  if (mail) {
    fields.Email = { value: mail.value, sure: true };
    pieces = mail.pieces;
  }
  const phone = fields.Phone ? undefined : takePhone(pieces);
  if (phone) {
    fields.Phone = { value: phone.value, sure: true };
    pieces = phone.pieces;
  }
  // Addresses that start with the country are reversed.
  const backwards = pieces.length > 2 && countryOf(pieces[0]?.text ?? '') !== undefined;
  if (backwards) pieces = pieces.toReversed();
  const named = fields.Country ? undefined : findCountry(pieces, countryHint);
  if (named) {
    fields.Country = { value: named.code, sure: named.sure };
    pieces = named.pieces;
  }
  const country = fields.Country?.value ?? countryHint;
  const knownCountry = fields.Country?.sure ?? countryHint !== undefined;

  const run = splitEastAsian(pieces, country);
  if (run) {
    for (const [field, found] of Object.entries(run.fields)) fields[field as AddressField] ??= found;
    return { fields, rest: [...rest, ...run.rest] };
  }
  const { contact, others, aside } = fields.Contact ? { others: pieces, aside: [] } : findContact(pieces, country);
  const { places, left } = readPlaces(others, fields, country, knownCountry);
  const found: FoundFields = contact ? { ...places, Contact: contact } : places;
  // A name without proof may be the street, and then the following fields are uncertain too; likewise if the block is
  // reversed or separated by dashes.
  const allDoubtful = backwards || block.dashed;
  const doubtful = allDoubtful || (contact ? !contact.sure : !fields.Contact);
  for (const [name, one] of Object.entries(found)) {
    const follows = name === 'Contact' || name === 'Street1' || name === 'HouseNumber' || allDoubtful;
    fields[name as AddressField] ??= doubtful && follows ? { ...one, sure: false } : one;
  }
  return { fields, rest: [...rest, ...aside, ...left] };
}

function readLabelled(field: AddressField, value: string): { value: string; sure: boolean } {
  if (field !== 'Country') return { value, sure: true };
  const code = countryOf(value);
  return { value: code ?? value, sure: code !== undefined };
}

function readPlaces(
  pieces: readonly Piece[],
  known: FoundFields,
  country: string | undefined,
  knownCountry: boolean,
): { places: FoundFields; left: string[] } {
  const places: FoundFields = {};
  const postcode = known.Postcode ? undefined : findPostcode(pieces, country);
  if (postcode) places.Postcode = { value: postcode.value, sure: postcode.sure && knownCountry };
  const end = postcode?.index ?? pieces.length;
  const before = pieces.slice(0, end).map(({ text }) => text);
  const behind = pieces.slice(end + 1).map(({ text }) => text);
  if (!known.Phone) {
    const number = takeBareNumber(pieces.slice(0, end).concat(pieces.slice(end + 1)));
    if (number) places.Phone = { value: number.value, sure: false };
  }
  const names = (texts: readonly string[]): string[] => texts.filter((text) => text !== places.Phone?.value);
  const { street, second } = readStreet(names(before), known, country);
  Object.assign(places, street);
  const placed = placeNames(
    second,
    postcode && { ...postcode, sure: postcode.sure && knownCountry },
    names(behind),
    country,
  );
  return { places: { ...places, ...placed.fields }, left: placed.rest };
}

/** Takes the first line that looks like a street, else the first line. */
function readStreet(
  pieces: readonly string[],
  known: FoundFields,
  country: string | undefined,
): { street: FoundFields; second: string[] } {
  if (known.Street1 || pieces.length === 0) return { street: {}, second: [...pieces] };
  const habits = conventionsOf(country);
  const numbered = pieces.findIndex((piece) => splitStreet(piece, habits).house !== undefined);
  const index = Math.max(0, numbered >= 0 ? numbered : pieces.findIndex(looksLikeStreet));
  const line = pieces[index] ?? '';
  const next = pieces[index + 1];
  const others = pieces.toSpliced(index, 1);
  if (next !== undefined && isHouseNumber(next) && !known.HouseNumber) {
    const sure = looksLikeStreet(line);
    return {
      street: { Street1: { value: line, sure }, HouseNumber: { value: next, sure } },
      second: others.toSpliced(index, 1),
    };
  }
  const parts = known.HouseNumber ? { street: line, sure: true } : splitStreet(line, habits);
  // If two lines may be the street, the user decides.
  const sure = parts.sure && (looksLikeStreet(line) || parts.house !== undefined) && !others.some(looksLikeStreet);
  const street: FoundFields = { Street1: { value: parts.street, sure } };
  if (parts.house !== undefined) street.HouseNumber = { value: parts.house, sure };
  return { street, second: others };
}
