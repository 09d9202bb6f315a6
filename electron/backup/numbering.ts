import type { Sqlite } from '../database/open-sqlite.ts';
import { damageElsewhere, type Damage } from './damages.ts';

const numbered = { entry: 'seq', attempt: 'id', history: 'seq' } as const;

/** Rows that are gone, and figures that do not add up: no row of these tables is ever removed, and no number left out. */
export function numberingDamages(db: Sqlite, readable: ReadonlySet<string>): Damage[] {
  const damages: Damage[] = [];
  const look = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      damages.push(damageElsewhere('unreadable', `Not everything can be counted (${says}).`));
    }
  };
  for (const [table, column] of Object.entries(numbered)) {
    look(() => {
      const found = db
        .prepare<[string], { rows: bigint; last: bigint | null; given: bigint | null }>(
          `SELECT count(*) AS rows, max(${column}) AS last, (SELECT seq FROM sqlite_sequence WHERE name = ?) AS given
           FROM ${table} NOT INDEXED`,
        )
        .safeIntegers(true)
        .get(table);
      if (found === undefined) return;
      const { rows, last, given } = found;
      const most = [last ?? 0n, given ?? 0n].reduce((one, other) => (one > other ? one : other));
      if (rows === most && rows === (given ?? 0n)) return;
      damages.push(damageElsewhere('missing', `Of ${table}, ${rows} rows are there and ${most} were written.`));
    });
  }
  look(() => {
    const lost = db
      .prepare<[], { seq: bigint; key: string }>(
        "SELECT seq, key FROM entry INDEXED BY entry_by_key WHERE key_kind > ''",
      )
      .safeIntegers(true)
      .all()
      .filter(({ seq }) => !readable.has(String(seq)));
    for (const { key } of lost) {
      damages.push(damageElsewhere('unreadable', `The entry with key ${key} cannot be read.`, key));
    }
  });
  look(() => {
    const wrong = db
      .prepare<[], { state: string }>(
        `SELECT state FROM counter c WHERE entries <> (SELECT count(*) FROM entry e WHERE e.state = c.state)
         UNION SELECT state FROM entry WHERE state NOT IN (SELECT state FROM counter)`,
      )
      .all();
    for (const { state } of wrong) {
      const todo = 'Nothing needs to be done. Figures on the lists may be wrong.';
      damages.push(damageElsewhere('counter', `The number of entries that are ${state} is not right.`, null, todo));
    }
  });
  return damages;
}
