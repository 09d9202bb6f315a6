import { massUnits, type MassUnit, isZero, type Reading } from './scale-port.ts';

/** Nanograms per unit: exact for all of them. */
const nanogramsPer: Record<MassUnit, bigint> = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  lb: 453_592_370_000n,
  oz: 28_349_523_125n,
};
/** Maximum number of decimals of a converted weight. */
const maxDecimals: Record<MassUnit, number> = { g: 1, kg: 4, lb: 4, oz: 2 };

const unitOfName: Readonly<Record<string, MassUnit>> = {
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
  return massUnits.find((one) => one === name) ?? (Object.hasOwn(unitOfName, name) ? (unitOfName[name] ?? null) : null);
}

/**
 * Converts a weight, rounded half up; exact within the same unit. `isInteger`: without decimals. The decimal sign is a
 * point, regardless of locale.
 */
export function convertWeight(digits: string, fromUnit: MassUnit, toUnit: MassUnit, isInteger: boolean): string {
  const [integerDigits = '0', fractionDigits = ''] = digits.split('.');
  const decimals = isInteger ? 0 : fromUnit === toUnit ? fractionDigits.length : maxDecimals[toUnit];
  const numerator = BigInt(integerDigits + fractionDigits) * nanogramsPer[fromUnit] * 10n ** BigInt(decimals);
  const denominator = nanogramsPer[toUnit] * 10n ** BigInt(fractionDigits.length);
  const rounded = (numerator * 2n + denominator) / (denominator * 2n);
  const text = rounded.toString().padStart(decimals + 1, '0');
  if (decimals === 0) return text;
  const fraction = text.slice(-decimals).replace(fromUnit === toUnit ? /$^/ : /0+$/, '');
  return fraction === '' ? text.slice(0, -decimals) : `${text.slice(0, -decimals)}.${fraction}`;
}

/** A reading older than this (ms) may belong to an earlier load. */
export const maxReadingAgeMs = 2000;

export interface Weight {
  digits: string;
  unit: MassUnit;
  /** A tare is set on the scale, so the weight is less than that of the load. */
  net: boolean;
}

/** Why the scale has no weight for this parcel now. */
export const noWeightReasons = [
  'silent',
  'stale',
  'moving',
  'over',
  'under',
  'fault',
  'negative',
  'zero',
  'same',
] as const;
export type NoWeightReason = (typeof noWeightReasons)[number];

/**
 * The last reading, and whether it is the weight of this parcel: it must be fresh and stable, and not that of the
 * previous parcel, which may still be on the scale. Times are from a monotonic clock.
 */
export class Weighing {
  #lastReading: { reading: Reading; readAt: number } | null = null;
  /** Parcel to which the current load belongs; null once the scale was empty. */
  #takenFor: string | null = null;

  record(reading: Reading, now: number): void {
    this.#lastReading = { reading, readAt: now };
    if (reading.is === 'weight' && (reading.negative || isZero(reading.digits))) this.#takenFor = null;
  }

  /** Called when the connection is lost: earlier readings are outdated. */
  reset(): void {
    this.#lastReading = null;
  }

  /** The last reading of any kind; null if it is no longer fresh. */
  freshReading(now: number): Reading | null {
    return this.#lastReading && now - this.#lastReading.readAt <= maxReadingAgeMs ? this.#lastReading.reading : null;
  }

  /** The weight that may be written into a field of this parcel now, or why there is none. */
  weightFor(parcel: string, now: number): Weight | NoWeightReason {
    if (this.#lastReading === null) return 'silent';
    const reading = this.freshReading(now);
    if (reading === null) return 'stale';
    if (reading.is !== 'weight') return reading.is;
    if (!reading.stable) return 'moving';
    if (reading.negative) return 'negative';
    if (isZero(reading.digits)) return 'zero';
    if (this.#takenFor !== null && this.#takenFor !== parcel) return 'same';
    const { digits, unit, net } = reading;
    return { digits, unit, net };
  }

  /** Called when the weight was written into a field of this parcel. */
  markWeightEntered(parcel: string): void {
    this.#takenFor = parcel;
  }

  /**
   * Called when a parcel is done: the load on the scale counts as this parcel, however its weight was entered, until
   * the scale is empty.
   */
  endParcel(parcel: string): void {
    const reading = this.#lastReading?.reading;
    if (reading?.is === 'weight' && (reading.negative || isZero(reading.digits))) return;
    if (reading) this.#takenFor = parcel;
  }
}
