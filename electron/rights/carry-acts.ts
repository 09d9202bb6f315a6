import type { Sqlite } from '../database/open-sqlite.ts';

const columns = 'id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why';

/**
 * Takes what was done since a backup was made over from the file that it takes the place of. Answers how many. Where that file cannot be read
 * there is nothing to take: what was done before the backup stands in the backup.
 */
export function carryActs(from: Sqlite, into: Sqlite): number {
  const rows = from.prepare<[], (string | number)[]>(`SELECT ${columns} FROM act ORDER BY seq`).raw();
  const isThere = into.prepare<[string | number]>('SELECT 1 FROM act WHERE id = ?');
  const put = into.prepare<(string | number)[]>(
    `INSERT INTO act (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return into.transaction(() => {
    const missing = rows.all().filter(([id]) => id !== undefined && isThere.get(id) === undefined);
    for (const row of missing) put.run(...row);
    return missing.length;
  })();
}
