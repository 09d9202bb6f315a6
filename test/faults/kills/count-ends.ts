import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { Account } from '../service/ledger.ts';

export type Row = Pick<EntryRow, 'id' | 'endpoint' | 'key' | 'state' | 'asks' | 'maybeTwice' | 'trackingNumber'>;

export interface Ends {
  orders: number;
  /** reported as saved, before or after a kill */
  saved: number;
  /** saved, but missing in the outbox or at the service */
  lost: string[];
  /** took effect more than once, except declarations (7) */
  doubled: string[];
  declarationsDoubled: string[];
  /** duplicated declarations without the mark for possible duplicates */
  unmarked: string[];
  /** done at the desk, but not at the service */
  falselyDone: string[];
  /** at the service, but not known to be there */
  notDone: string[];
  /** sent with other content and a key that the service had */
  changed: string[];
}

/** Compares what the desk saved with what took effect at the service. */
export function countEnds(
  saved: ReadonlyMap<string, string>,
  orders: number,
  rows: readonly Row[],
  accounts: readonly Account[],
): Ends {
  const name = ({ endpoint, key }: { endpoint: number; key: string }): string => `${String(endpoint)} ${key}`;
  const byName = new Map(accounts.map((account) => [name(account), account]));
  const ids = new Set(rows.map(({ id }) => id));
  const effectsOf = (row: Row): number => byName.get(name(row))?.effects.length ?? 0;
  const twice = accounts.filter(({ effects }) => effects.length > 1);
  const marked = new Set(rows.filter(({ maybeTwice }) => maybeTwice).map(name));
  return {
    orders,
    saved: saved.size,
    lost: [
      ...[...saved].filter(([id]) => !ids.has(id)).map(([, key]) => `${key} is gone`),
      ...rows.filter((row) => effectsOf(row) === 0).map((row) => `${name(row)} is ${row.state}`),
    ],
    doubled: twice.filter(({ endpoint }) => endpoint !== 7).map(name),
    declarationsDoubled: twice.filter(({ endpoint }) => endpoint === 7).map(name),
    unmarked: twice.filter((one) => one.endpoint === 7 && !marked.has(name(one))).map(name),
    falselyDone: rows.filter((row) => row.state === 'done' && effectsOf(row) === 0).map(name),
    notDone: rows
      .filter((row) => row.state !== 'done' && effectsOf(row) > 0)
      .map((row) => `${name(row)} is ${row.state}`),
    changed: accounts.filter(({ changed }) => changed > 0).map(name),
  };
}
