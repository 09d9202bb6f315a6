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
} from './address-parts.ts';
import { type Piece, type FoundValue, type AddressField, type FoundFields, readBlock } from './read-block.ts';

const emailPattern = /[^\s<>()@:：]+@[^\s<>()@]+\.[\p{L}\d]{2,}/u;
const internationalNumber = /\+\s?\p{Nd}(?:[\s().\-/]{0,2}\p{Nd}){6,14}/u;
const digitsOnly = /^[\p{Nd}\s().\-/]+$/u;

interface Extracted {
  value: string;
  pieces: Piece[];
}

/** The first e-mail address of a block, and the remaining pieces. */
export const extractEmail = (pieces: readonly Piece[]): Extracted | undefined => extract(pieces, emailPattern);

/** The first phone number with an international prefix, which nothing else in an address resembles. */
export const extractPhone = (pieces: readonly Piece[]): Extracted | undefined => extract(pieces, internationalNumber);

/** A piece of only 8 to 15 digits: a phone number, unless it was the postcode. */
export function extractBareNumber(pieces: readonly Piece[]): Extracted | undefined {
  const match = pieces.find(({ text }) => {
    const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
    return digitsOnly.test(text) && digits >= 8 && digits <= 15;
  });
  return match && { value: match.text, pieces: pieces.filter((piece) => piece !== match) };
}

function extract(pieces: readonly Piece[], pattern: RegExp): Extracted | undefined {
  for (const [index, piece] of pieces.entries()) {
    const value = pattern.exec(piece.text)?.[0];
    if (value === undefined) continue;
    const remainder = piece.text.replace(value, ' ').replace(/[\s()<>[\]:：]+$|^[\s()<>[\]:：]+/gu, '');
    const remaining = remainder === '' || /^[\p{L}.]{1,6}$/u.test(remainder) ? [] : [{ ...piece, text: remainder }];
    return { value: value.trim(), pieces: [...pieces.slice(0, index), ...remaining, ...pieces.slice(index + 1)] };
  }
  return undefined;
}

const companyPattern =
  /(?:^|[\s.,])(?:gmbh|ag|kg|ltd|limited|llc|inc|corp|corporation|co|company|s\.?a\.?|s\.?a\.?r\.?l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oy|ab|a\/s|sp\. z o\.o|s\.?l|ltda|plc|pty|trading|logistics|warehouse|ооо|тов)\.?$|公司|株式会社|有限会社|주식회사|\(주\)/iu;
// Text around an address in order confirmations.
const surroundingWord =
  /^(?:order|total|subtotal|qty|quantity|sku|weight|invoice|ref|reference|item|订单|合计|数量)(?:$|[\s#:.])|^\d+\s?[x×]\s/iu;

export interface ContactFound {
  contact?: FoundValue;
  /** Pieces of the address itself. */
  others: Piece[];
  /** Companies and text around the address, for which there is no field. */
  ignoredTexts: string[];
}

function isStreet(text: string, country: string | undefined): boolean {
  if (looksLikeStreet(text)) return true;
  const conventions = conventionsOf(country);
  const { house } = splitStreet(text, conventions);
  // A postcode before its city looks like a house number.
  if (house === undefined || !conventions?.houseNumberPosition || conventions.postcode?.test(house)) return false;
  return /^\P{Nd}*\p{Nd}{1,3}(?!\p{Nd})/u.test(house);
}

/**
 * Takes the first piece as the recipient's name, unless it is a street or contains digits; certain if a street follows.
 */
export function findContact(pieces: readonly Piece[], country: string | undefined): ContactFound {
  const candidates = pieces.filter(({ text }) => !companyPattern.test(text) && !surroundingWord.test(text));
  const ignoredTexts = pieces.filter((piece) => !candidates.includes(piece)).map(({ text }) => text);
  const [first, ...others] = candidates;
  const isStreetFollowing = others.some(({ text }) => isStreet(text, country));
  if (
    !first ||
    others.length === 0 ||
    /\p{Nd}/u.test(first.text) ||
    (looksLikeStreet(first.text) && !isStreetFollowing)
  )
    return { others: candidates, ignoredTexts: ignoredTexts };
  const sure = ignoredTexts.length === 0 && isStreetFollowing && !looksLikeStreet(first.text);
  return { contact: { value: first.text, sure }, others, ignoredTexts: ignoredTexts };
}

export interface SplitAddress {
  fields: FoundFields;
  /** Pieces that fit no field; the user assigns them. */
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
  const email = fields.Email ? undefined : extractEmail(pieces);
  if (email) {
    fields.Email = { value: email.value, sure: true };
    pieces = email.pieces;
  }
  const phone = fields.Phone ? undefined : extractPhone(pieces);
  if (phone) {
    fields.Phone = { value: phone.value, sure: true };
    pieces = phone.pieces;
  }
  // Addresses that start with the country are reversed.
  const isReversed = pieces.length > 2 && countryOf(pieces[0]?.text ?? '') !== undefined;
  if (isReversed) pieces = pieces.toReversed();
  const countryFound = fields.Country ? undefined : findCountry(pieces, countryHint);
  if (countryFound) {
    fields.Country = { value: countryFound.code, sure: countryFound.sure };
    pieces = countryFound.pieces;
  }
  const country = fields.Country?.value ?? countryHint;
  const isCountryKnown = fields.Country?.sure ?? countryHint !== undefined;

  const eastAsian = splitEastAsian(pieces, country);
  if (eastAsian) {
    for (const [field, value] of Object.entries(eastAsian.fields)) fields[field as AddressField] ??= value;
    return { fields, rest: [...rest, ...eastAsian.rest] };
  }
  const { contact, others, ignoredTexts } = fields.Contact
    ? { others: pieces, ignoredTexts: [] }
    : findContact(pieces, country);
  const { places, unplaced } = readPlaces(others, fields, country, isCountryKnown);
  const foundFields: FoundFields = contact ? { ...places, Contact: contact } : places;
  // An uncertain name may be the street, which makes the following fields uncertain too. In a reversed block, or one
  // separated by dashes, all fields are uncertain.
  const isAllDoubtful = isReversed || block.isSeparatedByDashes;
  const isDoubtful = isAllDoubtful || (contact ? !contact.sure : !fields.Contact);
  for (const [name, foundValue] of Object.entries(foundFields)) {
    const dependsOnOrder = name === 'Contact' || name === 'Street1' || name === 'HouseNumber' || isAllDoubtful;
    fields[name as AddressField] ??= isDoubtful && dependsOnOrder ? { ...foundValue, sure: false } : foundValue;
  }
  return { fields, rest: [...rest, ...ignoredTexts, ...unplaced] };
}

function readLabelled(field: AddressField, value: string): { value: string; sure: boolean } {
  if (field !== 'Country') return { value, sure: true };
  const code = countryOf(value);
  return { value: code ?? value, sure: code !== undefined };
}

function readPlaces(
  pieces: readonly Piece[],
  knownFields: FoundFields,
  country: string | undefined,
  isCountryKnown: boolean,
): { places: FoundFields; unplaced: string[] } {
  const places: FoundFields = {};
  const postcode = knownFields.Postcode ? undefined : findPostcode(pieces, country);
  if (postcode) places.Postcode = { value: postcode.value, sure: postcode.sure && isCountryKnown };
  const postcodeIndex = postcode?.index ?? pieces.length;
  const beforePostcode = pieces.slice(0, postcodeIndex).map(({ text }) => text);
  const afterPostcode = pieces.slice(postcodeIndex + 1).map(({ text }) => text);
  if (!knownFields.Phone) {
    const number = extractBareNumber(pieces.slice(0, postcodeIndex).concat(pieces.slice(postcodeIndex + 1)));
    if (number) places.Phone = { value: number.value, sure: false };
  }
  const withoutPhone = (texts: readonly string[]): string[] => texts.filter((text) => text !== places.Phone?.value);
  const { street, otherLines } = readStreet(withoutPhone(beforePostcode), knownFields, country);
  Object.assign(places, street);
  const placed = placeNames(
    otherLines,
    postcode && { ...postcode, sure: postcode.sure && isCountryKnown },
    withoutPhone(afterPostcode),
    country,
  );
  return { places: { ...places, ...placed.fields }, unplaced: placed.rest };
}

/** Takes the first line that looks like a street, else the first line. */
function readStreet(
  pieces: readonly string[],
  knownFields: FoundFields,
  country: string | undefined,
): { street: FoundFields; otherLines: string[] } {
  if (knownFields.Street1 || pieces.length === 0) return { street: {}, otherLines: [...pieces] };
  const conventions = conventionsOf(country);
  const numberedIndex = pieces.findIndex((piece) => splitStreet(piece, conventions).house !== undefined);
  const index = Math.max(0, numberedIndex >= 0 ? numberedIndex : pieces.findIndex(looksLikeStreet));
  const line = pieces[index] ?? '';
  const nextPiece = pieces[index + 1];
  const others = pieces.toSpliced(index, 1);
  if (nextPiece !== undefined && isHouseNumber(nextPiece) && !knownFields.HouseNumber) {
    const sure = looksLikeStreet(line);
    return {
      street: { Street1: { value: line, sure }, HouseNumber: { value: nextPiece, sure } },
      otherLines: others.toSpliced(index, 1),
    };
  }
  const parts = knownFields.HouseNumber ? { street: line, sure: true } : splitStreet(line, conventions);
  // If two lines may be the street, the user decides.
  const sure = parts.sure && (looksLikeStreet(line) || parts.house !== undefined) && !others.some(looksLikeStreet);
  const street: FoundFields = { Street1: { value: parts.street, sure } };
  if (parts.house !== undefined) street.HouseNumber = { value: parts.house, sure };
  return { street, otherLines: others };
}
