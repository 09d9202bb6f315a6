import { jsonPath } from '../../shared/service/issue.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { badFile } from './bad-file.ts';
import { columnTargets, namedInContract, type ColumnTarget } from './column-target.ts';
import { importKinds, type ImportKind } from './import-kinds.ts';
import type { Cell } from './table.ts';

/** One column of the header: what it fills, or what is told of a filled cell below it that goes nowhere. */
export type Column = { name: string; target: ColumnTarget } | { name: string; target: null; ignored: string };

/** JSONPath of what a column fills, in the request's body. */
export const pathOf = (target: ColumnTarget): string => jsonPath(target.way);

const mostColumns = 1000;

/**
 * What each column of the first row means. Throws ProblemError `bad-file` where the key's column is missing, where two
 * columns fill one field, or a name stands twice.
 */
export function readHeader(header: readonly Cell[], kind: ImportKind): Column[] {
  if (header.length > mostColumns) throw badFile('header', `The first row has more than ${mostColumns} cells.`);
  const { endpoint, plural } = importKinds[kind];
  const targetOf = columnTargets(endpoint);
  const columns = header.map((cell, index): Column => {
    const name = cell === null ? '' : String(cell).trim();
    const target = targetOf(name);
    if (target) return { name, target };
    return { name: name || `column ${index + 1}`, target: null, ignored: ignoredBecause(name, plural) };
  });
  refuseDoubles(columns);
  refuseWithoutKey(columns, endpointOf(endpoint).key?.kind ?? '');
  return columns;
}

function ignoredBecause(name: string, plural: string): string {
  if (name === '') return 'This column has no name, so its cell was not imported.';
  if (namedInContract(name)) return `${plural} have no field ${name}, so this cell is not sent.`;
  return `The service knows no field ${name}, so this cell is not sent.`;
}

function refuseDoubles(columns: readonly Column[]): void {
  const first = new Map<string, string>();
  for (const { name, target } of columns) {
    const field = target ? jsonPath(target.way) : `column ${name}`;
    const other = first.get(field);
    if (other !== undefined)
      throw badFile(
        'header',
        `Columns ${other} and ${name} mean the same field. Take one of them out; nothing was imported.`,
      );
    first.set(field, name);
  }
}

function refuseWithoutKey(columns: readonly Column[], key: string): void {
  if (columns.some(({ target }) => target?.field.name === key)) return;
  const alike = columns.find(({ name }) => name.toLowerCase() === key.toLowerCase());
  const hint = alike ? ` There is a column ${alike.name}: names are written exactly as the service writes them.` : '';
  throw badFile('missing-column', `The column ${key} is missing from the first row.${hint} Nothing was imported.`);
}
