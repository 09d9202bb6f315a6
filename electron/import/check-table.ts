import { badFile } from './bad-file.ts';
import { checkRow, type CheckedRow } from './check-row.ts';
import { importKinds, type ImportKind } from './import-kinds.ts';
import { readHeader } from './read-header.ts';
import type { Table } from './table.ts';

export interface CheckedTable {
  rows: CheckedRow[];
  /** columns that fill no field, told once */
  ignoredColumns: string[];
}

/** Reads every filled row of a spreadsheet against the contract. Throws ProblemError `bad-file` for a header without rows. */
export function checkTable([header = [], ...rest]: Table, kind: ImportKind): CheckedTable {
  const columns = readHeader(header, kind);
  const rows = rest.flatMap((cells, index) =>
    cells.every((cell) => cell === null) ? [] : [checkRow(cells, index + 2, columns, importKinds[kind].endpoint)],
  );
  if (rows.length === 0) throw badFile('no-rows', 'The file has a header, but no row below it.');
  nameDoubles(rows);
  return { rows, ignoredColumns: columns.filter(({ target }) => target === null).map(({ name }) => name) };
}

/** Rows that share a key are all refused: which of them is meant, only a person knows. */
function nameDoubles(rows: readonly CheckedRow[]): void {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  for (const [key, sharing] of byKey) {
    if (key === null || sharing.length === 1) continue;
    for (const one of sharing) {
      const others = sharing.filter((other) => other !== one).map((other) => other.row);
      const named =
        others.length > 5 ? `${others.slice(0, 5).join(', ')} and ${others.length - 5} more` : others.join(', ');
      one.problems.push({
        column: 'PackageId',
        message: `${key} stands in row ${named} too. Give each order its own PackageId; none of these rows was queued.`,
      });
    }
  }
}
