import type { Sqlite } from '../../database/open-sqlite.ts';
import { daySums } from '../../day/day-sums.ts';
import { stepRanges } from '../../day/day-steps.ts';
import { dayNamed } from '../../day/local-day.ts';
import { todayReader } from '../../day/read-today.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { Handlers } from '../transport/answer.ts';

type Names = 'day.today' | 'day.group' | 'day.report' | 'day.missing';

/** The day at the desk, as the reading thread sees it. */
export function dayHandlers(
  db: Sqlite,
  reader: OutboxReader,
  now: () => number,
  stuckMs: () => number,
): Pick<Handlers<'reader'>, Names> {
  const { today, group } = todayReader(db, reader, now, stuckMs);
  const ranges = stepRanges(db);
  const rowsOf = (seqs: number[]) => (seqs.length === 0 ? [] : reader.rows(seqs));
  const { report, missing } = daySums(db);
  const stepsOf = ({ from, to }: { from: string; to: string }) =>
    ranges({ from: dayNamed(from).from, to: dayNamed(to).to });
  return {
    'day.today': today,
    'day.group': (key) => ({ ids: group(key) }),
    'day.report': (days) => ({ ...days, ...report(stepsOf(days)) }),
    'day.missing'(days) {
      const { unfinished, unprinted } = missing(stepsOf(days));
      return { unfinished: rowsOf(unfinished), unprinted: rowsOf(unprinted) };
    },
  };
}
