import type { Sqlite } from '../database/open-sqlite.ts';

const columns = 'id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why';
const counts = 'times, last_at, unended, unended_at';

type Cells = (string | number | null)[];

/**
 * Copies the actions since a backup from the file that the backup replaces, also those only counted in a row that the
 * backup has too. Answers how many rows. If that file cannot be read, there is nothing to copy: actions from before the
 * backup are in the backup.
 */
export function copyActions(from: Sqlite, into: Sqlite): number {
  const isCounted = from.prepare<[], string>("SELECT name FROM pragma_table_info('act') WHERE name = 'times'").get();
  // a file of an older version has a row for each action
  const counted = isCounted === undefined ? '1, NULL, 0, NULL' : counts;
  const rows = from.prepare<[], Cells>(`SELECT ${columns}, ${counted} FROM act ORDER BY seq`).raw();
  const exists = into.prepare<[string | number | null]>('SELECT 1 FROM act WHERE id = ?');
  const insertAction = into.prepare<Cells>(
    `INSERT INTO act (${columns}, ${counts}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = into.prepare<Cells>(
    `UPDATE act SET outcome = ?, why = ?, times = ?, last_at = ?, unended = ?, unended_at = ?
     WHERE id = ? AND (outcome, why, times, last_at, unended, unended_at) IS NOT (?, ?, ?, ?, ?, ?)`,
  );
  return into.transaction(() => {
    let taken = 0;
    for (const row of rows.all()) {
      const [id = null] = row;
      const told = row.slice(9);
      taken +=
        exists.get(id) === undefined ? insertAction.run(...row).changes : count.run(...told, id, ...told).changes;
    }
    return taken;
  })();
}
