import { endpointOf } from '../../shared/service/endpoints.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { badFile } from './bad-file.ts';
import { checkRow, type CheckedRow } from './check-row.ts';
import { groupRows, sharedKeys } from './group-rows.ts';
import { importKind, type ImportKind } from './import-kinds.ts';
import { layOutColumns } from './lay-out-columns.ts';
import { keyColumnOf } from './mapping.ts';
import { pathOf, readHeader } from './read-header.ts';
import type { Table } from './table.ts';

export interface CheckedTable {
  rows: CheckedRow[];
  /** columns that fill no field, told once */
  ignoredColumns: string[];
}

/** Reads every order of a spreadsheet against the contract. Throws ProblemError `bad-file` for a header without rows. */
export function checkTable([header = [], ...rest]: Table, kind: ImportKind, units: UnitSettings): CheckedTable {
  const columns = readHeader(header, kind, units);
  const { endpoint } = importKind(kind);
  const layout = layOutColumns(columns, endpoint);
  const keyColumn = columns.findIndex(({ target }) => target && pathOf(target) === keyColumnOf(endpoint));
  const lines = rest.flatMap((cells, index) =>
    cells.every((cell) => cell === null) ? [] : [{ row: index + 2, cells }],
  );
  const groups = groupRows(lines, keyColumn, layout.byRows);
  if (groups.length === 0) throw badFile('no-rows', 'The file has a header, but no row below it.');
  const sharing = sharedKeys(groups);
  const keyName = endpointOf(endpoint).key?.kind ?? '';
  const rows = groups.map((group) => {
    const checked = checkRow(group.lines, { columns, layout, endpoint });
    const others = sharing(group);
    // which of several under one key is meant, only a person knows
    if (others.length > 0)
      checked.problems.push({ column: keyName, message: sayShared(group.key ?? '', keyName, others) });
    return checked;
  });
  return { rows, ignoredColumns: columns.filter(({ target }) => target === null).map(({ name }) => name) };
}

function sayShared(key: string, keyName: string, others: readonly number[]): string {
  const named =
    others.length > 5 ? `${others.slice(0, 5).join(', ')} and ${others.length - 5} more` : others.join(', ');
  return `${key} stands in row ${named} too. Give each order its own ${keyName}; none of these rows was queued.`;
}
