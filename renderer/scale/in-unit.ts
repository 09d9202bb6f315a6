import { massUnits, type MassUnit } from './read-reading.ts';

/** Thousand-millionths of a gram: exact for each. */
const worth: Record<MassUnit, bigint> = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  lb: 453_592_370_000n,
  oz: 28_349_523_125n,
};
/** so many digits behind the point a converted weight has at most */
const places: Record<MassUnit, number> = { g: 1, kg: 4, lb: 4, oz: 2 };

const otherNames: Readonly<Record<string, MassUnit>> = {
  gram: 'g',
  grams: 'g',
  克: 'g',
  kgs: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  千克: 'kg',
  公斤: 'kg',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  磅: 'lb',
  ounce: 'oz',
  ounces: 'oz',
  盎司: 'oz',
};

/** The unit that a text names; null where it is none that a scale can be converted to. */
export function unitNamed(text: string): MassUnit | null {
  const name = text.trim().toLowerCase();
  return massUnits.find((one) => one === name) ?? (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? null) : null);
}

/** A weight in another unit, exact or rounded half up; `whole`: a number without a point. With a point, whatever the person writes. */
export function inUnit(digits: string, from: MassUnit, to: MassUnit, whole: boolean): string {
  const [front = '0', behind = ''] = digits.split('.');
  const decimals = whole ? 0 : from === to ? behind.length : places[to];
  const above = BigInt(front + behind) * worth[from] * 10n ** BigInt(decimals);
  const below = worth[to] * 10n ** BigInt(behind.length);
  const rounded = (above * 2n + below) / (below * 2n);
  const text = rounded.toString().padStart(decimals + 1, '0');
  if (decimals === 0) return text;
  const fraction = text.slice(-decimals).replace(from === to ? /$^/ : /0+$/, '');
  return fraction === '' ? text.slice(0, -decimals) : `${text.slice(0, -decimals)}.${fraction}`;
}
