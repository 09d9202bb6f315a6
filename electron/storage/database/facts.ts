import type { Sqlite } from './open-sqlite.ts';
import { intactRowCondition } from './seal.ts';

/** Single values of the folder: its target, its running time, facts proven about the service. */
export function factStore(db: Sqlite) {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE name = ?');
  const whole = db.prepare<[string], { whole: 0 | 1 }>(
    `SELECT ${intactRowCondition(db, 'fact', 'f')} AS whole FROM fact f WHERE name = ?`,
  );
  const write = db.prepare<[string, string]>(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare<[string]>('DELETE FROM fact WHERE name = ?');
  return {
    get: (name: string): string | null => read.get(name)?.value ?? null,
    /** Whether a value is intact. */
    isWhole: (name: string): boolean => whole.get(name)?.whole !== 0,
    remove: (name: string): void => void remove.run(name),
    set: (name: string, value: string): void => void write.run(name, value),
  };
}
export type FactStore = ReturnType<typeof factStore>;
