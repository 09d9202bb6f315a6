import { problem } from '../../shared/contract/problem.ts';
import { isScreenName } from '../../shared/contract/screen-names.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

/** Maximum length of the value under one name, as JSON (bytes). */
export const maxScreenStateBytes = 1024 * 1024;
const maxNames = 500;
const maxBytes = 64 * 1024 * 1024;

/**
 * What screens store at a desk under a name, and what the desk itself learned from imports. When there is too much of
 * either, its oldest values are removed: a screen never displaces what the desk has learned.
 */
export function screenStateStore(db: Sqlite, now: () => number) {
  const write = db.prepare<[string, string, number]>(
    'INSERT INTO memory (name, value, at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at',
  );
  const remove = db.prepare<[string]>('DELETE FROM memory WHERE name = ?');
  const sizes = db.prepare<[], { name: string; bytes: number }>(
    'SELECT name, octet_length(value) AS bytes FROM memory ORDER BY at DESC, name',
  );

  function makeRoom(keptName: string): void {
    let names = 0;
    let bytes = 0;
    const isScreenState = isScreenName(keptName);
    for (const row of sizes.all().filter(({ name }) => isScreenName(name) === isScreenState)) {
      names += 1;
      bytes += row.bytes;
      if ((names > maxNames || bytes > maxBytes) && row.name !== keptName) remove.run(row.name);
    }
  }

  return {
    ...screenStateReader(db),
    /**
     * Null and undefined remove the value. Returns the time (ms). Throws ProblemError `invalid` for more than 1 MiB.
     */
    remember: db.transaction((name: string, value: unknown): number => {
      const at = now();
      if (value === null || value === undefined) {
        remove.run(name);
        return at;
      }
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > maxScreenStateBytes)
        throw problem('invalid', 'This is too much to remember: at most 1 MiB under one name.', { name });
      write.run(name, text, at);
      makeRoom(name);
      return at;
    }),
  };
}
export type ScreenStateStore = ReturnType<typeof screenStateStore>;

/** The same for the reading connection. */
export function screenStateReader(db: Sqlite) {
  const read = db.prepare<[string], { value: string; at: number }>('SELECT value, at FROM memory WHERE name = ?');
  const valuesLike = db.prepare<[string], { name: string; value: string }>(
    `SELECT name, value FROM memory WHERE name LIKE ? ESCAPE '\\' ORDER BY name`,
  );
  return {
    recall(name: string): { value: unknown; at: number | null } {
      const row = read.get(name);
      return row === undefined ? { value: null, at: null } : { value: JSON.parse(row.value), at: row.at };
    },
    /** All values under names with this prefix. */
    valuesWithPrefix: (prefix: string): { name: string; value: unknown }[] =>
      valuesLike
        .all(`${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`)
        .map(({ name, value }) => ({ name, value: JSON.parse(value) as unknown })),
  };
}
