import { massUnits, type MassUnit } from './read-reading.ts';

/** Nanograms per unit: exact for all of them. */
const nanogramsPer: Record<MassUnit, bigint> = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  lb: 453_592_370_000n,
  oz: 28_349_523_125n,
};
/** Maximum number of decimals of a converted weight. */
const maxDecimals: Record<MassUnit, number> = { g: 1, kg: 4, lb: 4, oz: 2 };

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

/** The unit a text names; null if a scale's weight cannot be converted to it. */
export function parseUnit(text: string): MassUnit | null {
  const name = text.trim().toLowerCase();
  return massUnits.find((one) => one === name) ?? (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? null) : null);
}

/**
 * Converts a weight, rounded half up; exact within the same unit. `whole`: without decimals. The decimal sign is a
 * point, regardless of locale.
 */
export function convertWeight(digits: string, from: MassUnit, to: MassUnit, whole: boolean): string {
  const [front = '0', behind = ''] = digits.split('.');
  const decimals = whole ? 0 : from === to ? behind.length : maxDecimals[to];
  const above = BigInt(front + behind) * nanogramsPer[from] * 10n ** BigInt(decimals);
  const below = nanogramsPer[to] * 10n ** BigInt(behind.length);
  const rounded = (above * 2n + below) / (below * 2n);
  const text = rounded.toString().padStart(decimals + 1, '0');
  if (decimals === 0) return text;
  const fraction = text.slice(-decimals).replace(from === to ? /$^/ : /0+$/, '');
  return fraction === '' ? text.slice(0, -decimals) : `${text.slice(0, -decimals)}.${fraction}`;
}
