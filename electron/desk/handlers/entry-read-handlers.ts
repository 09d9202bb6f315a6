import type { Tally } from '../../../shared/contract/entry-answers.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { entryLists } from '../../../shared/outbox/states.ts';
import { dayNamed } from '../../day/local-day.ts';
import { globalSearch } from '../../memory/global-search.ts';
import type { EntryChanges, OutboxReader } from '../../outbox/open-reader.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';

/** Converts calendar days of the desk, the last one inclusive, to a half-open range of times (ms). */
export function toTimeRange<Asked extends { from?: string | undefined; to?: string | undefined }>({
  from,
  to,
  ...rest
}: Asked): Omit<Asked, 'from' | 'to'> & { since?: number; until?: number } {
  return {
    ...rest,
    ...(from !== undefined && { since: dayNamed(from).from }),
    ...(to !== undefined && { until: dayNamed(to).to }),
  };
}

type Names =
  | 'entries.page'
  | 'entries.get'
  | 'entries.counts'
  | 'entries.tally'
  | 'entries.narrowedBy'
  | 'entries.among'
  | 'entries.changes'
  | 'entries.seqs'
  | 'entries.rows'
  | 'entries.idsOf'
  | 'labels.counts'
  | 'labels.among'
  | 'labels.seqs';

/** Lists and single entries, for the reader thread. */
export function entryReadHandlers(reader: OutboxReader, changes: EntryChanges): Pick<Handlers<'reader'>, Names> {
  return {
    'entries.page': ({ limit, ...filter }) => reader.page(toTimeRange(filter), limit),
    'entries.get'({ id }) {
      const entry = reader.detail(id);
      if (!entry) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      return entry;
    },
    'entries.counts': () => reader.counts(),
    'entries.tally': (filter) =>
      Object.fromEntries(entryLists.map((list) => [list, reader.tally({ ...toTimeRange(filter), list })])) as Tally,
    'entries.among': ({ seqs, ...filter }) => ({ seqs: reader.among(toTimeRange(filter), seqs) }),
    'entries.narrowedBy': () => ({ operators: reader.operators() }),
    'entries.changes'({ after, limit }) {
      if (after === undefined) return { changes: [], last: changes.lastChange() };
      const newChanges = changes.changes(after, limit);
      return { changes: newChanges, last: newChanges.at(-1)?.n ?? after };
    },
    'entries.seqs': (filter) => ({ seqs: reader.seqs(toTimeRange(filter)) }),
    'entries.rows': ({ seqs }) => ({ rows: reader.rows(seqs), illEndpoints: reader.failingEndpoints() }),
    'entries.idsOf': ({ seqs }) => ({ ids: reader.rows(seqs).map((row) => row.id) }),
    'labels.counts': () => reader.labels.counts(),
    'labels.among': ({ list, seqs }) => ({ seqs: reader.labels.filterListed(list, seqs) }),
    'labels.seqs': ({ list, search }) => ({ seqs: reader.labels.seqs(list, search) }),
  };
}

export function searchHandlers(db: Sqlite, reader: OutboxReader): Pick<Handlers<'reader'>, 'search.all'> {
  const search = globalSearch(db, reader);
  return { 'search.all': ({ text, each }) => search(text, each) };
}
