import type { UnprintableLabels, LabelList } from '../labels/label-lists.ts';
import type { State } from '../outbox/states.ts';
import type { EntryRow } from './entry-answers.ts';
import { defineProcedure, noInput } from './procedure.ts';
import { z } from 'zod';

/**
 * The entries of a day: those captured in it, and those carried over, which were captured earlier and were neither done
 * nor withdrawn when the day began. Each is counted in one state, the one at the end of the day (now, if the day is not
 * over), so `captured` plus `carriedOver` is the sum of `byState`.
 */
export interface DaySums {
  captured: number;
  carriedOver: number;
  byState: Record<State, number>;
}

/**
 * Sums of the entries that share an operator, endpoint and service. `service`: the service code, empty if the order
 * names none or it was erased.
 */
export interface DayPart extends DaySums {
  operator: string;
  endpoint: number;
  service: string;
}

/** A report over days written `2026-11-23` in the desk's calendar, `to` inclusive. */
export interface DayReport extends DaySums {
  from: string;
  to: string;
  parts: DayPart[];
  /**
   * orders of the day that have a label and a number; how many of these labels are printed and valid, and how many of
   * these parcels were handed to a carrier, as of now
   */
  labels: { needed: number; onPaper: number; handedOver: number };
}

/** Lists of entries that need a person. */
export const needLists = ['asking', 'refused', 'stuck', 'to-cancel'] as const;
export type NeedList = (typeof needLists)[number];

/** Entries of a kind that need a person for one reason. */
export interface NeedGroup {
  list: NeedList;
  endpoint: number;
  /** on `asking`: code of the question; otherwise null */
  asks: string | null;
  /** on `refused`: the field the service named; null if it named none */
  field: string | null;
  count: number;
  /** the service may have some of them, so they are corrected one at a time, each with a person's decision */
  mayBeThere: boolean;
  /** the newest of them */
  newest: EntryRow;
}

/** What the screen Today shows. */
export interface Today extends DaySums {
  day: string;
  /** start and end of the day, ms of the desk's clock */
  from: number;
  to: number;
  /** captured and done in each hour of the day; a day has 23 to 25 hours */
  hours: { captured: number; done: number }[];
  /** largest group first; `moreNeeds`: number of groups left out */
  needs: NeedGroup[];
  moreNeeds: number;
  /** number of labels on each list */
  labels: Record<LabelList, number>;
  /** own labels that cannot be printed */
  badLabels: UnprintableLabels;
  /** the newest entries, of any day */
  last: EntryRow[];
}

/** Days as `2026-11-23`, `to` inclusive; at most a year. */
const days = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 366 * 86_400_000);

/** The desk's day. Rows of the desk contract. */
export const dayProcedures = {
  /** cost grows with the day's changes and the open entries, not with the size of the outbox */
  'day.today': defineProcedure<Today>()('reader', () => noInput),
  /** ids of the newest 10,000 entries of a group from `day.today`, for bulk actions */
  'day.group': defineProcedure<{ ids: string[] }>()('reader', () =>
    z.strictObject({
      list: z.enum(needLists),
      endpoint: z.int(),
      asks: z.string().max(100).nullable(),
      field: z.string().max(1000).nullable(),
      newest: z.int(),
    }),
  ),
  /** the sums of one day, or of several taken as one, by operator, kind and service */
  'day.report': defineProcedure<DayReport>()('reader', () => days),
  /**
   * entries of those days that are neither done nor withdrawn at the end of them, and those whose label is not printed
   * now; 200 of each, oldest first
   */
  'day.missing': defineProcedure<{ unfinished: EntryRow[]; unprinted: EntryRow[] }>()('reader', () => days),
} as const;
