import type { Sqlite } from './open-sqlite.ts';
import { intactRowCondition } from './seal.ts';

/** Single values of a data folder by name: its target, its running time, facts proven about the service. */
export function factStore(db: Sqlite) {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE name = ?');
  const selectIntact = db.prepare<[string], { whole: 0 | 1 }>(
    `SELECT ${intactRowCondition(db, 'fact', 'f')} AS whole FROM fact f WHERE name = ?`,
  );
  const write = db.prepare<[string, string]>(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare<[string]>('DELETE FROM fact WHERE name = ?');
  return {
    get: (name: string): string | null => select.get(name)?.value ?? null,
    /** Whether a value matches its seal; also true if there is no such value. */
    isIntact: (name: string): boolean => selectIntact.get(name)?.whole !== 0,
    remove: (name: string): void => void remove.run(name),
    set: (name: string, value: string): void => void write.run(name, value),
  };
}
export type FactStore = ReturnType<typeof factStore>;
