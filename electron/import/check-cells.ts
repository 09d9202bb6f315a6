import { checkRequest } from '../../shared/service/check-request.ts';
import { keyOf } from '../../shared/service/create-facts.ts';
import { checkKey } from '../../shared/service/desk-key.ts';
import type { CreateNumber } from '../../shared/service/endpoints.ts';
import { jsonPath, type Issue } from '../../shared/service/issue.ts';
import { convertCell } from './convert-cell.ts';
import type { Column } from './read-header.ts';
import type { Cell } from './table.ts';

/** What is to be said of one cell, or of the row where `column` (from 0) is null. */
export interface CellRemark {
  column: number | null;
  /** JSONPath of the field in the request's body, where it is about one */
  path: string | null;
  code: string;
  params: Record<string, string | number>;
  message: string;
}

/** The request that the cells of one row ask for; with problems it is not to be queued. */
export interface CheckedCells {
  key: string | null;
  request: { endpoint: CreateNumber; query: Record<string, unknown>; body: Record<string, unknown> };
  warnings: CellRemark[];
  problems: CellRemark[];
}

/** More than this in one field is taken, since the document sets no limit there, but worth a look. */
const longText = 500;

interface Filled {
  column: number;
  way: (string | number)[];
  value: unknown;
}

/** Reads the cells of a row against the contract. An empty cell leaves its field out. Never throws. */
export function checkCells(cells: readonly Cell[], columns: readonly Column[], endpoint: CreateNumber): CheckedCells {
  const warnings: CellRemark[] = [];
  const problems: CellRemark[] = [];
  const filled: Filled[] = [];
  for (const [column, cell] of cells.entries()) if (!isBlank(cell)) readCell(cell, column);
  const closed = closeGaps(filled);
  const body: Record<string, unknown> = {};
  for (const { way, value } of closed) put(body, way, value);
  const request = { endpoint, query: {}, body };
  const unread = new Set(problems.map(({ column }) => column));
  const columnOf = columnFinder(columns, closed);
  for (const issue of breaches(request)) {
    const column = columnOf(issue.path);
    // A field whose cell could not be read is absent now; that it is missing is no second problem.
    if (column !== null && unread.has(column)) continue;
    problems.push({ column, path: issue.path, code: issue.code, params: issue.params, message: issue.message });
  }
  return { key: keyOf(endpoint, body) ?? null, request, warnings, problems };

  function readCell(cell: Exclude<Cell, null>, index: number): void {
    const column = columns[index];
    if (!column) {
      const message = `Cell ${index + 1} stands beyond the last column of the header.`;
      problems.push({ column: null, path: null, code: 'beyond-header', params: { cell: index + 1 }, message });
      return;
    }
    if (!column.target) {
      const params = { column: column.name };
      warnings.push({ column: index, path: null, code: 'not-imported', params, message: column.ignored });
      return;
    }
    const { field, way } = column.target;
    const at = { column: index, path: jsonPath(way), params: {} };
    const converted = convertCell(cell, field.type);
    if ('problem' in converted) problems.push({ ...at, ...converted.problem });
    else filled.push({ column: index, way, value: converted.value });
    if ('warning' in converted && converted.warning) warnings.push({ ...at, ...converted.warning });
    if (typeof cell === 'string' && cell.length > longText)
      warnings.push({ ...at, code: 'long-text', params: { length: cell.length }, message: tooLong(cell) });
  }
}

/** Each field is told of once: the first breach says enough. */
function breaches(request: CheckedCells['request']): Issue[] {
  const checked = checkRequest(request);
  const issues = [...(checked.ok ? [] : checked.issues), ...checkKey(request.endpoint, request.body)];
  const seen = new Set<string>();
  return issues.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** The column a breach is about: the one that filled the field, else the one that would. */
function columnFinder(columns: readonly Column[], filled: readonly Filled[]): (path: string) => number | null {
  // made at the first breach: most rows have none
  let byFilled: Map<string, number> | undefined;
  return (path) => {
    byFilled ??= new Map(filled.map(({ way, column }) => [jsonPath(way), column]));
    const column = byFilled.get(path) ?? columns.findIndex(({ target }) => target && jsonPath(target.way) === path);
    return column < 0 ? null : column;
  };
}

export const isBlank = (cell: Cell | undefined): cell is null | undefined =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const tooLong = (text: string): string =>
  `${text.length} characters are more than a label shows; they are sent as they are.`;

// Label orders have one list, Skus: a line whose cells are all empty is no line.
function closeGaps(filled: readonly Filled[]): Filled[] {
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
