import { z } from 'zod';
import type { Counts, Enqueued, EntryDetail, EntryRow, IllEndpoint, Tally } from './entry-answers.ts';
import { entryLists } from '../outbox/lists.ts';
import { narrowing, narrowingOfFound } from './entry-filter.ts';
import type { State } from '../outbox/states.ts';
import type { Problem } from './problem.ts';
import { asks } from './procedure.ts';
import { commandId, id, ids, nothing, operator, request } from './procedure-inputs.ts';

/** What is done with entries, and how a list of them is read. Rows of the desk contract. */
export const entryProcedures = {
  'entry.enqueue': asks<Enqueued>()('desk', () =>
    z.strictObject({ commandId, request, operator, draft: z.boolean().default(false) }),
  ),
  /** `decided`: a person says that a restored draft was not sent since */
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
  'entry.replace': asks<Enqueued>()('desk', () => z.strictObject({ commandId, id, request, operator })),
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
   * `next`: where the list goes on beyond the page, as a `seq` to ask `before` or `after`; null where it ends. A page that would be long in
   * finding, of parts that hardly meet, has fewer rows than asked for, or none, and goes on all the same.
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
      /** only entries with a smaller `seq`, and of those the nearest to it; in the list's order all the same */
      before: z.int().optional(),
      /** only entries with a greater `seq`, likewise */
      after: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
    }),
  ),
  'entries.get': asks<EntryDetail>()('reader', () => z.strictObject({ id })),
  'entries.counts': asks<Counts>()('reader', () => nothing),
  /** how many entries stand on each list, narrowed to a part of it; counted up to a limit, so that it never takes long */
  'entries.tally': asks<Tally>()('reader', () => z.strictObject(narrowing)),
  /** what entries of this desk can be narrowed to: everybody who ever captured one, by name */
  'entries.narrowedBy': asks<{ operators: string[] }>()('reader', () => nothing),
  /** changes of entries after the one numbered `after`, in order; without `after`, only the number of the last */
  'entries.changes': asks<{ changes: { n: number; seq: number; from: State | null; to: State }[]; last: number }>()(
    'reader',
    () => z.strictObject({ after: z.int().min(0).optional(), limit: z.int().min(1).max(1000).default(500) }),
  ),
  /** every entry of a list, newest first, as its `seq` only: for what a person does with all of them; to look at a list is `entries.page` */
  'entries.seqs': asks<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(entryLists), ...narrowing }),
  ),
  /** rows of these, those that exist, in the order asked; and the creates for which entries wait since the service takes none */
  'entries.rows': asks<{ rows: EntryRow[]; illEndpoints: IllEndpoint[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(500) }),
  ),
  /** which of these stand on a list, in no order */
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
  /** mends refused entries and changes queued ones together: one field (JSONPath in the body) to one value; each on its own */
  'entries.setField': asks<{ changed: string[]; problems: { id: string; key: string; problem: Problem }[] }>()(
    'desk',
    () => z.strictObject({ commandId, ids, operator, path: z.string().min(1).max(200), value: z.unknown() }),
  ),
} as const;
