import { fitsPostcode, withZeros } from '../../../shared/paste-address/check-postcode.ts';
import { countryCodes, countryOf, foldName } from '../../../shared/countries/country-names.ts';
import { leavesOf, parentOf } from '../../../shared/path/path.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { convertUnit } from './heading-units.ts';

/** A value that is unlikely in its field, and suggestions for a person. */
export interface UnlikelyValue {
  /** form path in the body */
  path: string;
  value: string;
  /** the value that it does not fit, shown to a person: the country of a postcode; else empty */
  context: string;
  /** values that may have been intended */
  suggestions: string[];
}

const maxWeightKg = 100;
const maxPieces = 100_000;

/**
 * The values of a request that a person is asked about: a country that does not exist, a postcode that does not fit its
 * country, weights and quantities that no parcel has, negative prices. The person may keep the value.
 */
export function unlikelyValues(body: Record<string, unknown>, units: UnitSettings): UnlikelyValue[] {
  const leaves = leavesOf(body);
  const texts = new Map(leaves.flatMap(([path, leaf]) => (typeof leaf === 'string' ? [[path, leaf] as const] : [])));
  return leaves.flatMap(([path, leaf]): UnlikelyValue[] => {
    const fieldName = path.slice(path.lastIndexOf('.') + 1);
    const unlikely = (suggestions: string[] = [], context = ''): UnlikelyValue[] => [
      { path, value: String(leaf), context, suggestions },
    ];
    if (fieldName === 'Country' && typeof leaf === 'string' && leaf !== '')
      return countryCodes.includes(leaf) || countryOf(leaf) !== undefined ? [] : unlikely(similarCountries(leaf));
    if (fieldName === 'Postcode' && typeof leaf === 'string') {
      const country = texts.get(`${parentOf(path)}.Country`) ?? '';
      if (fitsPostcode(leaf, country)) return [];
      const paddedPostcode = withZeros(leaf, country);
      return unlikely(paddedPostcode === undefined ? [] : [paddedPostcode], country);
    }
    if (typeof leaf !== 'number') return [];
    if (fieldName === 'Weight') {
      const weightKg = Number(convertUnit(String(leaf), units.weightUnit, 'kg') ?? 0);
      return leaf <= 0 || weightKg > maxWeightKg ? unlikely() : [];
    }
    if (fieldName === 'Quantity') return leaf <= 0 || leaf > maxPieces ? unlikely() : [];
    return /^(?:DeclareValue|Price|SellPrice)$/.test(fieldName) && leaf < 0 ? unlikely() : [];
  });
}

/** Codes of countries whose English names differ in one or two letters: `Germny`. */
function similarCountries(text: string): string[] {
  const foldedText = foldName(text);
  if (foldedText.length < 4 || foldedText.length > 40) return [];
  const englishNames = new Intl.DisplayNames(['en'], { type: 'region' });
  return countryCodes
    .map((code) => [code, editDistance(foldedText, foldName(englishNames.of(code) ?? code))] as const)
    .filter(([, changes]) => changes <= (foldedText.length < 7 ? 1 : 2))
    .sort((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([code]) => code);
}

/** Number of letters to change, add, remove or swap; 3 if the lengths differ by more than 2. */
function editDistance(first: string, second: string): number {
  if (Math.abs(first.length - second.length) > 2) return 3;
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: second.length + 1 }, (_, at) => at);
  for (let firstIndex = 1; firstIndex <= first.length; firstIndex++) {
    const currentRow = [firstIndex];
    for (let secondIndex = 1; secondIndex <= second.length; secondIndex++) {
      const substitutionCost = first[firstIndex - 1] === second[secondIndex - 1] ? 0 : 1;
      const isSwapped =
        firstIndex > 1 &&
        secondIndex > 1 &&
        first[firstIndex - 1] === second[secondIndex - 2] &&
        first[firstIndex - 2] === second[secondIndex - 1];
      const minCost = Math.min(
        (previousRow[secondIndex] ?? 9) + 1,
        (currentRow[secondIndex - 1] ?? 9) + 1,
        (previousRow[secondIndex - 1] ?? 9) + substitutionCost,
      );
      currentRow.push(isSwapped ? Math.min(minCost, (rowBeforePrevious[secondIndex - 2] ?? 9) + 1) : minCost);
    }
    rowBeforePrevious = previousRow;
    previousRow = currentRow;
  }
  return previousRow[second.length] ?? 9;
}
