import type { ImportCellProblem } from '../../shared/import/import-steps.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import { keyOf } from '../../shared/service/create-facts.ts';
import { checkKey } from '../../shared/service/desk-key.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { fillFromSettings } from '../../shared/service/fill-from-settings.ts';
import { putLeaf } from '../../shared/path/leaves.ts';
import { jsonPath } from '../../shared/path/path.ts';
import type { Issue } from '../../shared/service/issue.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { renumberEntries, placeCells, type PlacedCell } from './place-cells.ts';
import { convertCell, type CellNote } from './convert-cell.ts';
import { findCell } from './find-cell.ts';
import type { OrderColumns } from './lay-out-columns.ts';
import { lineProblemText } from './split-entries.ts';
import type { Column } from './read-header.ts';
import { isBlank, type Line } from './table.ts';

/** The request made from the rows of one order; with problems it must not be queued. */
export interface CheckedCells {
  key: string | null;
  request: { endpoint: CreateNumber; query: Record<string, unknown>; body: Record<string, unknown> };
  warnings: ImportCellProblem[];
  problems: ImportCellProblem[];
}

/** Longer texts are accepted, since the document sets no limit, but cause a warning. */
const longText = 500;

/** Columns with their targets, and how they relate to each other. */
export interface ColumnPlan {
  columns: readonly Column[];
  layout: OrderColumns;
  endpoint: CreateNumber;
}

type PlacedValue = PlacedCell & { value: unknown };

/** Checks the rows of one order against the contract. An empty cell leaves its field out. Never throws. */
export function checkCells(lines: readonly Line[], { columns, layout, endpoint }: ColumnPlan): CheckedCells {
  const warnings: ImportCellProblem[] = [];
  const problems: ImportCellProblem[] = [];
  for (const { row, cells } of lines) {
    for (const [column, cell] of cells.entries()) if (!isBlank(cell)) warnIgnoredCell(row, column);
  }
  const placed = placeCells(lines, layout, (column) => columns[column]?.target?.path ?? []);
  for (const trouble of placed.problems) problems.push({ ...trouble, path: null, message: lineProblemText(trouble) });
  const read = placed.cells.flatMap(convert);
  const filled = renumberEntries(
    read,
    placed.lists.map(({ path: way }) => way),
  );
  const body: Record<string, unknown> = {};
  // an object marked empty is placed before any fields inside it
  const [empty, full] = [filled.filter(isObject), filled.filter((one) => !isObject(one))];
  const all = [...empty, ...full];
  for (const { path: way, value } of all.filter(({ depth }) => depth === 0)) putLeaf(body, way, value);
  for (const { path: way, entries } of placed.lists)
    putLeaf(
      body,
      way,
      Array.from(entries, () => ({})),
    );
  for (const { path: way, value } of all.filter(({ depth }) => depth > 0)) putLeaf(body, way, value);
  const request = { endpoint, query: {}, body };
  const unread = new Set(problems.map(({ row, column }) => `${row} ${column}`));
  const cellOf = findCell(columns, filled, placed.lists, lines[0]?.row ?? 0);
  for (const issue of findBreaches(request)) {
    const { row, column } = cellOf(issue.path);
    // A field whose cell could not be read is absent; its absence is not a second problem.
    if (column !== null && unread.has(`${row} ${column}`)) continue;
    problems.push({ row, column, path: issue.path, code: issue.code, params: issue.params, message: issue.message });
  }
  return { key: keyOf(endpoint, body) ?? null, request, warnings, problems };

  function warnIgnoredCell(row: number, index: number): void {
    const column = columns[index];
    const about = { row, path: null };
    if (!column) {
      const message = `Cell ${index + 1} stands beyond the last column of the header.`;
      problems.push({ ...about, column: null, code: 'beyond-header', params: { cell: index + 1 }, message });
    } else if (!column.target && column.unusedTarget) {
      const { path, code, params, message } = column.unusedTarget;
      warnings.push({ row, column: index, path, code, params, message });
    } else if (!column.target)
      warnings.push({
        ...about,
        column: index,
        code: 'not-imported',
        params: { column: column.name },
        message: column.ignoredReason,
      });
  }

  function convert(one: PlacedCell): PlacedValue[] {
    const column = columns[one.column];
    if (!column?.target) return [];
    const { field } = column.target;
    const at = { row: one.row, column: one.column, path: jsonPath(one.path) };
    if (column.note) {
      const { code, params, message, stops } = column.note;
      (stops ? problems : warnings).push({ ...at, code, params, message });
      if (stops) return [];
    }
    const noteOf = ({ code, message, params = {} }: CellNote): ImportCellProblem => ({ ...at, code, message, params });
    if (field.type === 'object') {
      if (one.cell === '{}') return [{ ...one, value: {} }];
      problems.push(noteOf({ code: 'no-value', message: 'A column of an object takes {} only: it holds nothing.' }));
      return [];
    }
    const converted = convertCell(one.cell, field);
    if ('warning' in converted && converted.warning) warnings.push(noteOf(converted.warning));
    if (typeof one.cell === 'string' && one.cell.length > longText) {
      const { length } = one.cell;
      warnings.push({ ...at, code: 'long-text', params: { length }, message: tooLong(length) });
    }
    if ('value' in converted) return [{ ...one, value: converted.value }];
    problems.push(noteOf(converted.problem));
    return [];
  }
}

const isObject = ({ value }: PlacedValue): boolean => typeof value === 'object';

/** Only the first breach of each field is reported. */
function findBreaches(request: CheckedCells['request']): Issue[] {
  // values that settings add to a request are not checked in the file
  const { query } = fillFromSettings(request.endpoint, {}, defaultSettings);
  const checked = checkRequest({ ...request, query });
  const issues = [...(checked.ok ? [] : checked.issues), ...checkKey(request.endpoint, request.body)];
  const seen = new Set<string>();
  return issues.filter(({ path }) => !seen.has(path) && seen.add(path));
}

const tooLong = (length: number): string =>
  `${length} characters are more than a label shows; they are sent as they are.`;
