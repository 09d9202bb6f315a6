import type { UnprintableLabels } from '../../../shared/labels/label-lists.ts';
import { dayNamed } from '../../day/local-day.ts';
import { daySums, stepRanges, todayReader } from '../../day/today.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';

type Names = 'day.today' | 'day.group' | 'day.report' | 'day.missing';

/** The desk's day, for the reader thread. */
export function dayHandlers(
  db: Sqlite,
  reader: OutboxReader,
  now: () => number,
  { stuckMs, badLabels }: { stuckMs: () => number; badLabels: () => UnprintableLabels },
): Pick<Handlers<'reader'>, Names> {
  // Lazy: SQLite takes longer to prepare these statements than all others of this thread together, and only these
  // handlers need them.
  const getToday = lazy(() => todayReader(db, reader, now, stuckMs));
  const getDays = lazy(() => ({ ranges: stepRanges(db), ...daySums(db) }));
  const rowsOf = (seqs: number[]) => (seqs.length === 0 ? [] : reader.rows(seqs));
  const stepRangesOf = ({ from, to }: { from: string; to: string }) =>
    getDays().ranges({ from: dayNamed(from).from, to: dayNamed(to).to });
  return {
    'day.today': () => ({ ...getToday().today(), badLabels: badLabels() }),
    'day.group': (key) => ({ ids: getToday().group(key) }),
    'day.report': (input) => ({ ...input, ...getDays().report(stepRangesOf(input)) }),
    'day.missing'(input) {
      const { unfinished, unprinted } = getDays().missing(stepRangesOf(input));
      return { unfinished: rowsOf(unfinished), unprinted: rowsOf(unprinted) };
    },
  };
}

/** Creates a value on first use and caches it. */
function lazy<T extends object>(create: () => T): () => T {
  let value: T | null = null;
  return () => (value ??= create());
}
