import { states } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { otherDamage, type Damage } from './damages.ts';

const numberedTables = {
  ...{ entry: 'seq', attempt: 'id', history: 'seq' },
  ...{ print_job: 'seq', print_label: 'seq', print_attempt: 'id', print_history: 'seq' },
  ...{ handover: 'seq', handover_parcel: 'seq', act: 'seq' },
} as const;

/** Tables whose oldest rows are removed by age; the others are complete. */
const agingTables: readonly string[] = ['act'];

/** Finds missing rows and wrong totals: rows of these tables are only removed by age, and no number is skipped. */
export function findMissingRows(db: Sqlite, readable: ReadonlySet<string>): Damage[] {
  const damages: Damage[] = [];
  const check = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      damages.push(otherDamage('unreadable', `Not everything can be counted (${says}).`));
    }
  };
  // files of older versions lack some tables
  const selectTable = db.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const [table, column] of Object.entries(numberedTables)) {
    if (selectTable.get(table) === undefined) continue;
    check(() => {
      const found = db
        .prepare<[string], { rows: bigint; first: bigint | null; last: bigint | null; given: bigint | null }>(
          `SELECT count(*) AS rows, min(${column}) AS first, max(${column}) AS last, (SELECT seq FROM sqlite_sequence WHERE name = ?) AS given
           FROM ${table} NOT INDEXED`,
        )
        .safeIntegers(true)
        .get(table);
      if (found === undefined) return;
      const { first, last, given } = found;
      const aged = agingTables.includes(table) && first !== null ? first - 1n : 0n;
      const rows = found.rows + aged;
      const highest = [last ?? 0n, given ?? 0n].reduce((one, other) => (one > other ? one : other));
      if (rows === highest && rows === (given ?? 0n)) return;
      damages.push(otherDamage('missing', `Of ${table}, ${rows} rows are there and ${highest} were written.`));
    });
  }
  check(() => {
    const lost = db
      .prepare<[], { seq: bigint; key: string }>(
        "SELECT seq, key FROM entry INDEXED BY entry_by_key WHERE key_kind > ''",
      )
      .safeIntegers(true)
      .all()
      .filter(({ seq }) => !readable.has(String(seq)));
    for (const { key } of lost) {
      damages.push(otherDamage('unreadable', `The entry with key ${key} cannot be read.`, key));
    }
  });
  check(() => {
    const wrong = db
      .prepare<[string], { state: string }>(
        `WITH there AS MATERIALIZED (SELECT state, count(*) AS entries FROM entry GROUP BY state)
         SELECT c.state FROM counter c LEFT JOIN there t ON t.state = c.state WHERE c.entries <> coalesce(t.entries, 0)
         UNION SELECT value FROM json_each(?) WHERE value NOT IN (SELECT state FROM counter)`,
      )
      .all(JSON.stringify(states));
    for (const { state } of wrong) {
      const todo = 'Nothing needs to be done. Figures on the lists may be wrong.';
      damages.push(otherDamage('counter', `The number of entries that are ${state} is not right.`, null, todo));
    }
  });
  return damages;
}
