import { z } from 'zod';
import type { Counts, Enqueued, EntryDetail, EntryRow, IllEndpoint, Tally } from './entry-answers.ts';
import { entryLists } from '../outbox/lists.ts';
import { narrowing, narrowingOfFound } from './entry-filter.ts';
import type { State } from '../outbox/states.ts';
import type { Problem } from './problem.ts';
import { asks } from './procedure.ts';
import { commandId, id, ids, nothing, operator, request } from './procedure-inputs.ts';

/** Commands on entries, and queries of entry lists. Rows of the desk contract. */
export const entryProcedures = {
  /** `decided`: a person sends it although the service may have an order that was withdrawn under its key */
  'entry.enqueue': asks<Enqueued>()('desk', () =>
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
  'entry.submit': asks<{ id: string; state: State }>()('desk', () =>
    z.strictObject({ commandId, id, operator, decided: z.boolean().default(false) }),
  ),
  'entry.change': asks<Enqueued>()('desk', () =>
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  'entry.withdraw': asks<{ withdrawn: string[]; problems: { id: string; problem: Problem }[] }>()('desk', () =>
    z.strictObject({
      commandId,
      ids,
      operator,
      decided: z.boolean().default(false),
      alone: z.boolean().default(false),
      why: z.string().max(1000).default(''),
    }),
  ),
  'entry.mend': asks<Enqueued>()('desk', () =>
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  /** `decided`: a person sends the copy although it is not known whether the service has the old order */
  'entry.replace': asks<Enqueued>()('desk', () =>
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  'entry.decide': asks<{ id: string; state: State }>()('desk', () =>
    z.strictObject({
      commandId,
      id,
      operator,
      decision: z.enum(['send-again', 'taken', 'withdraw', 'closed', 'ours', 'refusal', 'forget-text']),
      why: z.string().max(1000),
    }),
  ),
  'entry.tryNow': asks<{ ids: string[] }>()('desk', () => z.strictObject({ ids })),
  'entry.sendAnyway': asks<{ id: string }>()('desk', () => z.strictObject({ commandId, id, operator })),
  'entry.cancelled': asks<{ id: string }>()('desk', () => z.strictObject({ commandId, id, operator })),

  /**
   * `next`: the `seq` to pass as `before` or `after` for the next page; null at the end of the list. A page of filters
   * that rarely match together stops early: it has fewer rows than asked for, or none, and still a `next`.
   */
  'entries.page': asks<{ rows: EntryRow[]; next: number | null }>()('reader', () =>
    z.strictObject({
      list: z.enum(entryLists).optional(),
      state: z.string().optional(),
      ...narrowing,
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
  'entries.get': asks<EntryDetail>()('reader', () => z.strictObject({ id })),
  'entries.counts': asks<Counts>()('reader', () => nothing),
  /** number of entries on each list under these filters; counted up to a limit, which bounds the time */
  'entries.tally': asks<Tally>()('reader', () => z.strictObject(narrowing)),
  /** values to filter by: every operator who ever captured an entry, by name */
  'entries.narrowedBy': asks<{ operators: string[] }>()('reader', () => nothing),
  /** changes of entries after number `after`, in order; without `after`, only the number of the last change */
  'entries.changes': asks<{ changes: { n: number; seq: number; from: State | null; to: State }[]; last: number }>()(
    'reader',
    () => z.strictObject({ after: z.int().min(0).optional(), limit: z.int().min(1).max(1000).default(500) }),
  ),
  /** `seq` of every entry of a list, newest first, for bulk actions; to show a list use `entries.page` */
  'entries.seqs': asks<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(entryLists), ...narrowing }),
  ),
  /** rows of these entries as far as they exist, in the order asked; and the failing endpoints that entries wait for */
  'entries.rows': asks<{ rows: EntryRow[]; illEndpoints: IllEndpoint[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(500) }),
  ),
  /** those of these entries that are on a list, in no order */
  'entries.among': asks<{ seqs: number[] }>()('reader', () =>
    z.strictObject({
      list: z.enum(entryLists),
      ...narrowingOfFound,
      seqs: z.array(z.int()).min(1).max(10_000),
    }),
  ),
  'entries.idsOf': asks<{ ids: string[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(10_000) }),
  ),
  /**
   * sets one field (JSONPath in the body) to one value in several entries: corrects refused ones and changes queued
   * ones, each independently
   */
  'entries.setField': asks<{ changed: string[]; problems: { id: string; key: string; problem: Problem }[] }>()(
    'desk',
    () => z.strictObject({ commandId, ids, operator, path: z.string().min(1).max(200), value: z.unknown() }),
  ),
} as const;
