import type { FoundValue } from './address-field.ts';
import { conventionsOf } from './country-habits.ts';
import type { Piece } from './read-block.ts';
import { looksLikeStreet, splitStreet } from './split-street.ts';

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
