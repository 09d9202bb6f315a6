import type { Sqlite } from '../database/open-sqlite.ts';

const columns = 'id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why';

/**
 * Copies the actions since a backup from the file that the backup replaces. Answers how many. If that file cannot be
 * read, there is nothing to copy: actions from before the backup are in the backup.
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
