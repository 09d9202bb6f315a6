import { checkRequest } from '../../shared/service/check-request.ts';
import { keyOf } from '../../shared/service/create-facts.ts';
import { checkKey } from '../../shared/service/desk-key.ts';
import type { CreateNumber } from '../../shared/service/endpoints.ts';
import { jsonPath, type Issue } from '../../shared/service/issue.ts';
import { convertCell } from './convert-cell.ts';
import type { Column } from './read-header.ts';
import type { Cell } from './table.ts';

export interface RowRemark {
  column: string | null;
  message: string;
}

/** A row of a spreadsheet as the request it asks for; with problems it is not to be queued. */
export interface CheckedRow {
  /** as in the spreadsheet, the header being 1 */
  row: number;
  key: string | null;
  request: { endpoint: CreateNumber; query: Record<string, unknown>; body: Record<string, unknown> };
  warnings: RowRemark[];
  problems: RowRemark[];
}

/** More than this in one field is taken, since the document sets no limit there, but worth a look. */
const longText = 500;

/** Reads one row against the contract. An empty cell leaves its field out. Never throws. */
export function checkRow(
  cells: readonly Cell[],
  row: number,
  columns: readonly Column[],
  endpoint: CreateNumber,
): CheckedRow {
  const warnings: RowRemark[] = [];
  const problems: RowRemark[] = [];
  const filled: { column: string; way: (string | number)[]; value: unknown }[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    if (isBlank(cell)) continue;
    if (!column)
      problems.push({ column: null, message: `Cell ${index + 1} stands beyond the last column of the header.` });
    else if (!column.target) warnings.push({ column: column.name, message: column.ignored });
    else {
      const converted = convertCell(cell, column.target.field.type);
      if ('problem' in converted) problems.push({ column: column.name, message: converted.problem });
      else filled.push({ column: column.name, way: column.target.way, value: converted.value });
      if ('warning' in converted) warnings.push({ column: column.name, message: converted.warning });
      if (typeof cell === 'string' && cell.length > longText)
        warnings.push({ column: column.name, message: tooLong(cell) });
    }
  }
  const closed = closeGaps(filled);
  const body: Record<string, unknown> = {};
  for (const { way, value } of closed) put(body, way, value);
  const columnOf = new Map(closed.map(({ way, column }) => [jsonPath(way), column]));
  const request = { endpoint, query: {}, body };
  problems.push(...breaches(request, new Set(problems.map((it) => it.column))).map((issue) => remark(issue, columnOf)));
  return { row, key: keyOf(endpoint, body) ?? null, request, warnings, problems };

  // A field whose cell could not be read is absent now; that it is missing is no second problem.
  function breaches(asked: CheckedRow['request'], unread: ReadonlySet<string | null>): Issue[] {
    const checked = checkRequest(asked);
    const issues = [...(checked.ok ? [] : checked.issues), ...checkKey(endpoint, body)];
    const seen = new Set<string>();
    return issues.filter(({ path }) => {
      const again = seen.has(path) || unread.has(keyColumn(path));
      seen.add(path);
      return !again;
    });
  }

  function keyColumn(path: string): string | null {
    const column = columns.find(({ target }) => target && jsonPath(target.way) === path);
    return column?.name ?? path;
  }
}

function remark(issue: Issue, columnOf: ReadonlyMap<string, string>): RowRemark {
  const name = /[^.$[\]']+(?=\W*$)/.exec(issue.path)?.[0] ?? null;
  return { column: columnOf.get(issue.path) ?? name, message: issue.message };
}

const isBlank = (cell: Cell | undefined): cell is null | undefined =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const tooLong = (text: string): string =>
  `${text.length} characters are more than a label shows; they are sent as they are.`;

// Label orders have one list, Skus: a line whose cells are all empty is no line.
function closeGaps<T extends { way: (string | number)[] }>(filled: readonly T[]): T[] {
  const lines = filled.flatMap(({ way }) => way.filter((step) => typeof step === 'number'));
  const used = [...new Set(lines)].sort((a, b) => a - b);
  return filled.map((it) => ({
    ...it,
    way: it.way.map((step) => (typeof step === 'number' ? used.indexOf(step) : step)),
  }));
}

function put(body: Record<string, unknown>, way: readonly (string | number)[], value: unknown): void {
  let at = body;
  for (const [depth, step] of way.slice(0, -1).entries()) {
    at[step] ??= typeof way[depth + 1] === 'number' ? [] : {};
    at = at[step] as Record<string, unknown>;
  }
  const last = way.at(-1);
  if (last !== undefined) at[last] = value;
}
