import { z } from 'zod';
import type { BadLabels, LabelList } from '../labels/label-lists.ts';
import type { State } from '../outbox/states.ts';
import type { EntryRow } from './entry-answers.ts';
import { asks } from './procedure.ts';
import { nothing } from './procedure-inputs.ts';

/**
 * The entries of a day: those made in it, and those carried over, which were made before and neither done nor withdrawn when it began. Each
 * stands in one state at its end, or now where it is not over, so that `captured` and `carriedOver` together are the sum of `byState`.
 */
export interface DaySums {
  captured: number;
  carriedOver: number;
  byState: Record<State, number>;
}

/** Entries of a day that have these in common. `service`: the service's code, empty where an order names none or it was erased. */
export interface DayPart extends DaySums {
  operator: string;
  endpoint: number;
  service: string;
}

/** Of days as `2026-11-23` by the desk's calendar, the last included. */
export interface DayReport extends DaySums {
  from: string;
  to: string;
  parts: DayPart[];
  /** orders of the day that have a label and a number; how many of their labels are out and hold, and of how many the parcel went with a carrier, by now */
  labels: { needed: number; onPaper: number; handedOver: number };
}

/** Lists of entries that need a person, and what those of a group have in common. */
export const needLists = ['asking', 'refused', 'stuck', 'to-cancel'] as const;
export type NeedList = (typeof needLists)[number];

/** Entries of a kind that need a person for one reason. */
export interface NeedGroup {
  list: NeedList;
  endpoint: number;
  /** on `asking`: the question's code, else null */
  asks: string | null;
  /** on `refused`: the field the service named; null: none */
  field: string | null;
  count: number;
  /** the service may have a record of one of them: none is corrected without a person's decision for it alone */
  mayBeThere: boolean;
  /** the latest of them */
  newest: EntryRow;
}

/** What a desk shows of its day. */
export interface Today extends DaySums {
  day: string;
  /** ms of the desk's clock */
  from: number;
  to: number;
  /** made and done in each hour of the day; as many as the day has */
  hours: { captured: number; done: number }[];
  /** the most entries first; `moreNeeds`: how many groups are left out */
  needs: NeedGroup[];
  moreNeeds: number;
  /** how many labels stand on each list */
  labels: Record<LabelList, number>;
  /** of labels that orders bring along */
  badLabels: BadLabels;
  /** the latest entries, whatever day they are of */
  last: EntryRow[];
}

/** Days as `2026-11-23`, the last included; a year at most. */
const days = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 366 * 86_400_000);

/** The day at the desk. Rows of the desk contract. */
export const dayProcedures = {
  /** costs what was done in the day and what is open, however large the outbox is */
  'day.today': asks<Today>()('reader', () => nothing),
  /** of a group as `day.today` tells it, those of its newest 10,000: for what a person does with all of them */
  'day.group': asks<{ ids: string[] }>()('reader', () =>
    z.strictObject({
      list: z.enum(needLists),
      endpoint: z.int(),
      asks: z.string().max(100).nullable(),
      field: z.string().max(1000).nullable(),
      newest: z.int(),
    }),
  ),
  /** the sums of a day, or of several as if they were one, by operator, kind and service */
  'day.report': asks<DayReport>()('reader', () => days),
  /** entries of those days that are neither done nor withdrawn at their end, and those whose label is not on paper now; 200 of each, the oldest first */
  'day.missing': asks<{ unfinished: EntryRow[]; unprinted: EntryRow[] }>()('reader', () => days),
} as const;
