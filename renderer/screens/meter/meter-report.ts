import type { MeterReport } from '../../../shared/contract/memory-procedures.ts';
import { secondsByKeystrokes } from '../../meter/keystroke-level.ts';
import { noField } from '../../meter/parcel-count.ts';

/** Effort per parcel of one kind of create. */
export interface KindCost {
  endpoint: number;
  parcels: number;
  /** of the median parcel */
  seconds: number;
  keystrokes: number;
  /** of the average parcel */
  scans: number;
  fields: number;
  /** seconds predicted by the keystroke-level model: one mental step per field used */
  modelSeconds: number;
}

export interface FieldCost {
  endpoint: number;
  field: string;
  /** per parcel that used the field */
  seconds: number;
  keystrokes: number;
  parcels: number;
  /** share of the total time, 0 to 1 */
  share: number;
}

export interface DayCost {
  /** midnight in the desk's calendar, as ms of UTC */
  day: number;
  parcels: number;
  /** of the average parcel */
  seconds: number;
}

export function kindCosts({ kinds, fields }: MeterReport): KindCost[] {
  return kinds
    .map(({ endpoint, parcels, medianMs, medianKeystrokes, scans }) => {
      const used = fields.filter((one) => one.endpoint === endpoint && one.field !== noField);
      const cost = {
        keystrokes: medianKeystrokes,
        scans: scans / parcels,
        mentalSteps: used.reduce((sum, one) => sum + one.parcels, 0) / parcels,
      };
      return {
        endpoint,
        parcels,
        seconds: medianMs / 1000,
        keystrokes: medianKeystrokes,
        scans: cost.scans,
        fields: cost.mentalSteps,
        modelSeconds: secondsByKeystrokes(cost),
      };
    })
    .toSorted((a, b) => b.parcels - a.parcels);
}

/** The fields that took the most time, most costly first. */
export function fieldCosts({ fields }: MeterReport, most: number): FieldCost[] {
  const all = fields.reduce((sum, { ms }) => sum + ms, 0);
  return fields
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ endpoint, field, parcels, keystrokes, ms }) => ({
      endpoint,
      field,
      parcels,
      seconds: ms / 1000 / parcels,
      keystrokes: keystrokes / parcels,
      share: all === 0 ? 0 : ms / all,
    }));
}

/** Every day with a parcel, newest first. */
export function dayCosts({ days }: MeterReport): DayCost[] {
  const sums = new Map<number, { parcels: number; ms: number }>();
  for (const { day, parcels, ms } of days) {
    const sum = sums.get(day) ?? { parcels: 0, ms: 0 };
    sums.set(day, { parcels: sum.parcels + parcels, ms: sum.ms + ms });
  }
  return [...sums]
    .map(([day, { parcels, ms }]) => ({ day, parcels, seconds: ms / 1000 / parcels }))
    .toSorted((a, b) => b.day - a.day);
}
