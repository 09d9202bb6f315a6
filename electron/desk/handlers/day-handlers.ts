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
  { stuckMs, bad }: { stuckMs: () => number; bad: () => UnprintableLabels },
): Pick<Handlers<'reader'>, Names> {
  // Lazy: SQLite takes longer to prepare these statements than all others of this thread together, and only these
  // handlers need them.
  const today = lazy(() => todayReader(db, reader, now, stuckMs));
  const days = lazy(() => ({ ranges: stepRanges(db), ...daySums(db) }));
  const rowsOf = (seqs: number[]) => (seqs.length === 0 ? [] : reader.rows(seqs));
  const stepsOf = ({ from, to }: { from: string; to: string }) =>
    days().ranges({ from: dayNamed(from).from, to: dayNamed(to).to });
  return {
    'day.today': () => ({ ...today().today(), badLabels: bad() }),
    'day.group': (key) => ({ ids: today().group(key) }),
    'day.report': (asked) => ({ ...asked, ...days().report(stepsOf(asked)) }),
    'day.missing'(asked) {
      const { unfinished, unprinted } = days().missing(stepsOf(asked));
      return { unfinished: rowsOf(unfinished), unprinted: rowsOf(unprinted) };
    },
  };
}

/** Creates a value on first use and caches it. */
function lazy<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}
