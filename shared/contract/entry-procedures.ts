import { entryLists, type State } from '../outbox/states.ts';
import type { Counts, Enqueued, EntryDetail, EntryRow, FailingEndpoint, Tally } from './entry-answers.ts';
import type { Problem } from './problem.ts';
import { defineProcedure, commandId, id, ids, noInput, operator, request } from './procedure.ts';
import { z } from 'zod';

/** Filters of an entry list; an entry must match all that are given. */
export const entryFilter = {
  /** number of a create endpoint */
  endpoint: z.int().optional(),
  /** operator who captured it; empty: no operator was set */
  operator: z.string().max(100).optional(),
  /** code of the service it is sent with; empty: none */
  service: z.string().max(200).optional(),
  /** captured on these days of the desk's calendar, `to` inclusive */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** orders with a number whose current label is printed (true) or not (false) */
  printed: z.boolean().optional(),
  search: z.string().max(200).default(''),
};

const { search: _search, ...unsearched } = entryFilter;
/** The same without the search, for entries already found by one. */
export const entryFilterWithoutSearch = unsearched;

/** Commands on entries, and queries of entry lists. Rows of the desk contract. */
export const entryProcedures = {
  /** `decided`: a person sends it although the service may have an order that was withdrawn under its key */
  'entry.enqueue': defineProcedure<Enqueued>()('desk', () =>
    z.strictObject({
      commandId,
      request,
      operator,
      draft: z.boolean().default(false),
      decided: z.boolean().default(false),
    }),
  ),
  /**
   * `decided`: a person confirms that a restored draft was not sent after the backup, or sends it although the service
   * may have an order that was withdrawn under its key
   */
  'entry.submit': defineProcedure<{ id: string; state: State }>()('desk', () =>
    z.strictObject({ commandId, id, operator, decided: z.boolean().default(false) }),
  ),
  'entry.change': defineProcedure<Enqueued>()('desk', () =>
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  'entry.withdraw': defineProcedure<{ withdrawn: string[]; problems: { id: string; problem: Problem }[] }>()(
    'desk',
    () =>
      z.strictObject({
        commandId,
        ids,
        operator,
        decided: z.boolean().default(false),
        alone: z.boolean().default(false),
        why: z.string().max(1000).default(''),
      }),
  ),
  'entry.mend': defineProcedure<Enqueued>()('desk', () =>
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  /** `decided`: a person sends the copy although it is not known whether the service has the old order */
  'entry.replace': defineProcedure<Enqueued>()('desk', () =>
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  'entry.decide': defineProcedure<{ id: string; state: State }>()('desk', () =>
    z.strictObject({
      commandId,
      id,
      operator,
      decision: z.enum(['send-again', 'taken', 'withdraw', 'closed', 'ours', 'refusal', 'forget-text']),
      why: z.string().max(1000),
    }),
  ),
  'entry.tryNow': defineProcedure<{ ids: string[] }>()('desk', () => z.strictObject({ ids })),
  'entry.sendAnyway': defineProcedure<{ id: string }>()('desk', () => z.strictObject({ commandId, id, operator })),
  'entry.cancelled': defineProcedure<{ id: string }>()('desk', () => z.strictObject({ commandId, id, operator })),

  /**
   * `next`: the `seq` to pass as `before` or `after` for the next page; null at the end of the list. A page of filters
   * that rarely match together stops early: it has fewer rows than asked for, or none, and still a `next`.
   */
  'entries.page': defineProcedure<{ rows: EntryRow[]; next: number | null }>()('reader', () =>
    z.strictObject({
      list: z.enum(entryLists).optional(),
      state: z.string().optional(),
      ...entryFilter,
      asking: z.boolean().optional(),
      stuck: z.boolean().optional(),
      toCancel: z.boolean().optional(),
      order: z.enum(['newest', 'oldest']).default('newest'),
      /** only the nearest entries with a smaller `seq`, in the order of the list */
      before: z.int().optional(),
      /** only the nearest entries with a greater `seq`, in the order of the list */
      after: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
    }),
  ),
  'entries.get': defineProcedure<EntryDetail>()('reader', () => z.strictObject({ id })),
  'entries.counts': defineProcedure<Counts>()('reader', () => noInput),
  /** number of entries on each list under these filters; counted up to a limit, which bounds the time */
  'entries.tally': defineProcedure<Tally>()('reader', () => z.strictObject(entryFilter)),
  /** values to filter by: every operator who ever captured an entry, by name */
  'entries.narrowedBy': defineProcedure<{ operators: string[] }>()('reader', () => noInput),
  /** changes of entries after number `after`, in order; without `after`, only the number of the last change */
  'entries.changes': defineProcedure<{
    changes: { n: number; seq: number; from: State | null; to: State }[];
    last: number;
  }>()('reader', () =>
    z.strictObject({ after: z.int().min(0).optional(), limit: z.int().min(1).max(1000).default(500) }),
  ),
  /** `seq` of every entry of a list, newest first, for bulk actions; to show a list use `entries.page` */
  'entries.seqs': defineProcedure<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(entryLists), ...entryFilter }),
  ),
  /** rows of these entries as far as they exist, in the order asked; and the failing endpoints that entries wait for */
  'entries.rows': defineProcedure<{ rows: EntryRow[]; illEndpoints: FailingEndpoint[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(500) }),
  ),
  /** those of these entries that are on a list, in no order */
  'entries.among': defineProcedure<{ seqs: number[] }>()('reader', () =>
    z.strictObject({
      list: z.enum(entryLists),
      ...entryFilterWithoutSearch,
      seqs: z.array(z.int()).min(1).max(10_000),
    }),
  ),
  'entries.idsOf': defineProcedure<{ ids: string[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(10_000) }),
  ),
  /**
   * sets one field (JSONPath in the body) to one value in several entries: corrects refused ones and changes queued
   * ones, each independently
   */
  'entries.setField': defineProcedure<{
    changed: string[];
    problems: { id: string; key: string; problem: Problem }[];
  }>()('desk', () =>
    z.strictObject({ commandId, ids, operator, path: z.string().min(1).max(200), value: z.unknown() }),
  ),
} as const;
