import type { Sqlite } from '../database/open-sqlite.ts';

/** Single values of the folder: its target, its running time, what was proved. */
export function factStore(db: Sqlite) {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE name = ?');
  const write = db.prepare<[string, string]>(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    get: (name: string): string | null => read.get(name)?.value ?? null,
    set: (name: string, value: string): void => void write.run(name, value),
  };
}
export type FactStore = ReturnType<typeof factStore>;
