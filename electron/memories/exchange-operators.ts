import type { HandedOperators } from '../../shared/contract/memory-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { screenStateReader, type ScreenStateStore } from '../outbox/screen-state.ts';
import { oldSharedOperators, sharedOperators } from './shared-operators.ts';

type Row = HandedOperators['operators'][number];

const parsed = (kept: string): unknown => {
  try {
    return JSON.parse(kept);
  } catch {
    return null;
  }
};
const namesIn = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];

/** The operators of this folder, for the other folder of the same desk. */
export function exportOperators(db: Sqlite): () => HandedOperators {
  const all = db.prepare<[], Row>('SELECT name, code, badge, pin, rights FROM operator ORDER BY name');
  const facts = factStore(db);
  const memory = screenStateReader(db);
  const shared = (): unknown => {
    const kept = facts.get(sharedOperators);
    return kept === null ? memory.recall(oldSharedOperators).value : parsed(kept);
  };
  return () => ({ operators: all.all(), sharedNames: namesIn(shared()) });
}

/**
 * Takes over the operators of the desk's other folder with their data, and removes those deleted there since the last
 * handover. An operator known only here stays, even with a code or badge used there too. Returns the number taken over.
 */
export function importOperators(db: Sqlite, memory: ScreenStateStore): (handed: HandedOperators) => number {
  const facts = factStore(db);
  const here = db.prepare<[], Row>('SELECT name, code, badge, pin, rights FROM operator');
  const remove = db.prepare<[string]>('DELETE FROM operator WHERE name = ?');
  const put = db.prepare<[string, string, string, string | null, string]>(
    'INSERT OR REPLACE INTO operator (name, code, badge, pin, rights) VALUES (?, ?, ?, ?, ?)',
  );
  return db.transaction(({ operators, sharedNames }: HandedOperators): number => {
    const there = new Set(operators.map(({ name }) => name));
    for (const name of sharedNames) if (!there.has(name)) remove.run(name);
    const only = here.all().filter(({ name }) => !there.has(name));
    const given = new Set(only.flatMap(({ code, badge }) => [`code ${code}`, `badge ${badge}`]));
    const taken = operators.filter(({ code, badge }) => !given.has(`code ${code}`) && !given.has(`badge ${badge}`));
    // Two of them may have swapped their codes.
    for (const { name } of taken) remove.run(name);
    for (const { name, code, badge, pin, rights } of taken) put.run(name, code, badge, pin, rights);
    const names = here.all().map(({ name }) => name);
    facts.set(sharedOperators, JSON.stringify(names));
    memory.remember(oldSharedOperators, null);
    return taken.length;
  });
}
