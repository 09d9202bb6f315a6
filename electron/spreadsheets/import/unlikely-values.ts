import { fitsPostcode, withZeros } from '../../../shared/paste-address/check-postcode.ts';
import { countryCodes, countryOf, foldName } from '../../../shared/countries/country-names.ts';
import { leavesOf, parentOf } from '../../../shared/path/path.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { convertUnit } from './heading-units.ts';

/** A value that its field hardly has, and what a person may make of it. */
export interface UnlikelyValue {
  /** form path in the body */
  path: string;
  value: string;
  /** what it does not fit, for a person to see */
  beside: string;
  /** values that may be meant */
  meant: string[];
}

const heaviestKg = 100;
const mostPieces = 100_000;

/**
 * The values of a request that a person is asked about once: a country that is none, a postcode that its country does
 * not have, weights and numbers of pieces that no parcel has. It is advice: whoever knows better keeps the value.
 */
export function unlikelyValues(body: Record<string, unknown>, units: UnitSettings): UnlikelyValue[] {
  const leaves = leavesOf(body);
  const texts = new Map(leaves.flatMap(([path, leaf]) => (typeof leaf === 'string' ? [[path, leaf] as const] : [])));
  return leaves.flatMap(([path, leaf]): UnlikelyValue[] => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const found = (meant: string[] = [], beside = ''): UnlikelyValue[] => [
      { path, value: String(leaf), beside, meant },
    ];
    if (name === 'Country' && typeof leaf === 'string' && leaf !== '')
      return countryCodes.includes(leaf) || countryOf(leaf) !== undefined ? [] : found(namesLike(leaf));
    if (name === 'Postcode' && typeof leaf === 'string') {
      const country = texts.get(`${parentOf(path)}.Country`) ?? '';
      if (fitsPostcode(leaf, country)) return [];
      const whole = withZeros(leaf, country);
      return found(whole === undefined ? [] : [whole], country);
    }
    if (typeof leaf !== 'number') return [];
    if (name === 'Weight') {
      const inKg = Number(convertUnit(String(leaf), units.weightUnit, 'kg') ?? 0);
      return leaf <= 0 || inKg > heaviestKg ? found() : [];
    }
    if (name === 'Quantity') return leaf <= 0 || leaf > mostPieces ? found() : [];
    return /^(?:DeclareValue|Price|SellPrice)$/.test(name) && leaf < 0 ? found() : [];
  });
}

/** Countries whose usual English names differ in a letter or two: `Germny`. */
function namesLike(text: string): string[] {
  const folded = foldName(text);
  if (folded.length < 4 || folded.length > 40) return [];
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  return countryCodes
    .map((code) => [code, distance(folded, foldName(english.of(code) ?? code))] as const)
    .filter(([, far]) => far <= (folded.length < 7 ? 1 : 2))
    .sort((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([code]) => code);
}

/** Letters to change, add, leave out or swap. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const best = Math.min((row[to] ?? 9) + 1, (next[to - 1] ?? 9) + 1, (row[to - 1] ?? 9) + same);
      next.push(swapped ? Math.min(best, (before[to - 2] ?? 9) + 1) : best);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 9;
}
