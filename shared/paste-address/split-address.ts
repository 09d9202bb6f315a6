import { countryOf } from '../countries/country-names.ts';
import type { AddressField, FoundFields } from './address-field.ts';
import { conventionsOf } from './country-habits.ts';
import { splitEastAsian } from './east-asian.ts';
import { findContact } from './find-contact.ts';
import { takeBareNumber, takeMail, takePhone } from './find-contact-details.ts';
import { findCountry } from './find-country.ts';
import { findPostcode } from './find-postcode.ts';
import { placeNames } from './place-names.ts';
import { readBlock, type Piece } from './read-block.ts';
import { isHouseNumber, looksLikeStreet, splitStreet } from './split-street.ts';

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
