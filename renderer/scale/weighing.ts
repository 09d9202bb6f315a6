import { isZero, type MassUnit, type Reading } from './read-reading.ts';

/** A reading older than this is of what lay there then. */
export const freshMs = 2000;

export interface Weight {
  digits: string;
  unit: MassUnit;
  /** less than lies there: a tare is set at the scale */
  net: boolean;
}

/** Why the scale has no weight for this parcel now. */
export const noWeights = ['silent', 'stale', 'moving', 'over', 'under', 'fault', 'negative', 'zero', 'same'] as const;
export type NoWeight = (typeof noWeights)[number];

/**
 * What a scale says, and whether it is the weight of this parcel: only while it is fresh and still, and never that of the parcel before,
 * which may still lie there. Times are those of a clock that only goes on.
 */
export class Weighing {
  #last: { reading: Reading; at: number } | null = null;
  /** for which parcel what lies there was taken; null: it was empty since */
  #takenFor: string | null = null;

  hear(reading: Reading, now: number): void {
    this.#last = { reading, at: now };
    if (reading.is === 'weight' && (reading.negative || isZero(reading.digits))) this.#takenFor = null;
  }

  /** The line was lost: nothing that was said before is about now. */
  forget(): void {
    this.#last = null;
  }

  /** What was said last, however it is; null where it is no longer fresh. */
  shown(now: number): Reading | null {
    return this.#last && now - this.#last.at <= freshMs ? this.#last.reading : null;
  }

  /** What may be written into a field of this parcel now. */
  weightFor(parcel: string, now: number): Weight | NoWeight {
    if (this.#last === null) return 'silent';
    const reading = this.shown(now);
    if (reading === null) return 'stale';
    if (reading.is !== 'weight') return reading.is;
    if (!reading.stable) return 'moving';
    if (reading.negative) return 'negative';
    if (isZero(reading.digits)) return 'zero';
    if (this.#takenFor !== null && this.#takenFor !== parcel) return 'same';
    const { digits, unit, net } = reading;
    return { digits, unit, net };
  }

  /** It was written into a field of this parcel. */
  taken(parcel: string): void {
    this.#takenFor = parcel;
  }

  /** This parcel is done: what lies there is it, however its weight was entered, until the scale was empty. */
  leave(parcel: string): void {
    const reading = this.#last?.reading;
    if (reading?.is === 'weight' && (reading.negative || isZero(reading.digits))) return;
    if (reading) this.#takenFor = parcel;
  }
}
