import type { FileContent } from '../../../shared/contract/file-content.ts';
import type {
  ImportBadRow,
  ImportCellProblem,
  ImportCorrection,
  ImportMapping,
  ImportOpened,
} from '../../../shared/import/import-steps.ts';
import { plainText } from '../../../shared/labels/plain-text.ts';
import { adviceOn } from '../../../shared/service/advice-on.ts';
import { lacksOf } from '../../../shared/service/lacks-of.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { checkCells, type CheckedCells, type ColumnPlan } from './check-cells.ts';
import { guessKind, guessMapping, keyColumnOf, mapColumns } from './mapping.ts';
import { groupRows, sharedKeys, type RowGroup, layOutColumns } from './order-rows.ts';
import { importKind, type ImportKind, pathOf, readHeader, type Column } from './read-header.ts';
import { readImportFile, readSpreadsheet, unsentCsv, unsentXlsx } from './read-table.ts';
import { badFile, isBlank, shownCell, type Cell, type Line } from './table.ts';

export interface SheetInput {
  /** of the file */
  name: string;
  /** content sent by a screen, or a path on this machine */
  file: { content: FileContent } | { path: string };
  encoding: string;
  sheet?: string | undefined;
  /** undefined: guessed from the header */
  kind: ImportKind | undefined;
  units: UnitSettings;
  /** columns are exactly as named in the header, without a person to correct them */
  usesColumnNames?: true;
}

export type SheetHead = Pick<ImportOpened, 'sheets' | 'sheet' | 'rows' | 'columns' | 'mapping'> & {
  kind: ImportKind;
  /** with `asNamed`: the name of each column, and those that fill no field */
  namedColumns: { columns: string[]; ignored: string[] } | null;
};

/** One order in its current state. */
export interface SheetRow extends ImportBadRow {
  /** the request to queue; null if the order has problems */
  request: CheckedCells['request'] | null;
  warnings: ImportCellProblem[];
  /** suspicious content of the request */
  advice: ImportCellProblem[];
  /** letters of the request that no font of its label has */
  missingLetters: ImportCellProblem[];
  /** other orders with the same key: the first rows of some, and their total number */
  sharedKey: { key: string; rows: readonly number[]; count: number } | null;
}

/** Columns and cells as corrected by a person, and the resulting orders. */
interface Plan extends ColumnPlan {
  groups: RowGroup[];
  rowsSharingKey: (group: RowGroup) => number[];
  corrected: ReadonlySet<number>;
}

const samplesShown = 3;
const sampleLength = 100;
const linesShown = 50;
const problemsShown = 50;
const sharedRowsShown = 5;

/** The fields of an order with letters that no font of its label has; `endpoint`: number of its create. */
export type FindMissingLetters = (
  endpoint: number,
  body: unknown,
) => { path: string; code: string; params: Record<string, string | number>; message: string }[];

/**
 * A spreadsheet, held in its own thread while its orders are checked. Fonts are loaded unless no cell needs them and
 * nobody corrects one. Throws ProblemError `bad-file` if it is none.
 */
export async function openSheet(
  { name, file, encoding, sheet, kind: wanted, units, usesColumnNames }: SheetInput,
  loadLetters: () => Promise<FindMissingLetters>,
) {
  const bytes = 'path' in file ? await readImportFile(file.path) : sentBytes(file.content);
  const read = await readSpreadsheet(bytes, encoding, sheet);
  const [header = [], ...rest] = read.table;
  const names = header.map((cell) => shownCell(cell).trim());
  const kind = wanted ?? guessKind(names, [read.sheet ?? '', name], units);
  const { endpoint } = importKind(kind);
  const namedColumns = usesColumnNames ? readHeader(header, kind, units) : null;
  // without a person to see it, a row of blanks is reported too
  const isEmpty = usesColumnNames ? (cell: Cell): boolean => cell === null : isBlank;
  const rows: Line[] = rest.flatMap((cells, index) => (cells.every(isEmpty) ? [] : [{ row: index + 2, cells }]));
  if (rows.length === 0) throw badFile('no-rows', 'The file has a header, but no row below it.');
  const isPlain = rows.every(({ cells }) => cells.every((cell) => typeof cell !== 'string' || plainText.test(cell)));
  const findMissingLetters = usesColumnNames && isPlain ? null : await loadLetters();
  let plan: Plan | null = null;

  const head: SheetHead = {
    kind,
    sheets: read.sheets,
    sheet: read.sheet,
    rows: rows.length,
    namedColumns: namedColumns && {
      columns: namedColumns.map((column) => column.name),
      ignored: namedColumns.filter(({ target }) => target === null).map((column) => column.name),
    },
    mapping: guessMapping(names, endpoint, units),
    columns: names.map((name, column) => {
      const filled = rows.map(({ cells }) => cells[column]).filter((cell) => !isBlank(cell));
      const samples = new Set(filled.slice(0, 1000).map((cell) => shownCell(cell).slice(0, sampleLength)));
      return { name, filled: filled.length, samples: [...samples].slice(0, samplesShown) };
    }),
  };

  function planOf(mapping: ImportMapping | null, corrections: readonly ImportCorrection[]): Plan {
    const columns = columnsOf(mapping);
    const layout = layOutColumns(columns, endpoint);
    const byRow = Map.groupBy(corrections, ({ row }) => row);
    const lines = rows.map((line) => correctedLine(line, byRow.get(line.row)));
    const keyColumn = columns.findIndex(({ target }) => target && pathOf(target) === keyColumnOf(endpoint));
    const groups = groupRows(lines, keyColumn, layout.byRows);
    return { columns, layout, endpoint, groups, rowsSharingKey: sharedKeys(groups), corrected: new Set(byRow.keys()) };
  }

  function columnsOf(mapping: ImportMapping | null): readonly Column[] {
    if (mapping) return mapColumns(names, mapping, endpoint, units);
    if (namedColumns) return namedColumns;
    throw new Error('only a sheet that was opened as its columns are named needs no mapping');
  }

  function check(group: RowGroup, now: Plan): SheetRow {
    const { key, request, warnings, problems } = checkCells(group.lines, now);
    const others = now.rowsSharingKey(group);
    const row = group.lines[0]?.row ?? 0;
    const columnOf = (path: string): number | null => {
      const found = now.columns.findIndex(({ target }) => target && pathOf(target) === path);
      return found < 0 ? null : found;
    };
    // only a person knows which of several orders with one key is meant
    if (key !== null && others[0] !== undefined) {
      const path = keyColumnOf(endpoint);
      const message = `${key} stands in row ${others.slice(0, sharedRowsShown).join(', ')} too. Give each order its own.`;
      const params = { key, row: others[0] };
      problems.push({ row, column: columnOf(path), path, code: 'key-used-twice', params, message });
    }
    const good = problems.length === 0;
    if (!usesColumnNames) problems.length = Math.min(problems.length, problemsShown);
    const missing = good ? (findMissingLetters?.(endpoint, request.body) ?? []) : [];
    const lacking = good ? lacksOf(endpoint, request.body).map(({ lack }) => lack) : [];
    const advice = good ? adviceOn(endpoint, request.body) : [];
    const named = new Set([row, ...problems.map((one) => one.row)]);
    const shown = group.lines.filter((line) => named.has(line.row) || now.corrected.has(line.row));
    return {
      row,
      lastRow: group.lines.at(-1)?.row ?? row,
      key,
      lines: shown.slice(0, linesShown).map((line) => ({ row: line.row, cells: line.cells.map(shownCell) })),
      problems,
      lacks: [...lacking, ...(missing.length > 0 ? (['letters'] as const) : [])],
      request: good ? request : null,
      warnings,
      advice: advice.map((one) => ({ ...one, row, column: columnOf(one.path) })),
      missingLetters: missing.map((one) => ({ ...one, row, column: columnOf(one.path) })),
      sharedKey:
        group.key !== null && others.length > 0
          ? { key: group.key, rows: others.slice(0, sharedRowsShown), count: others.length }
          : null,
    };
  }

  function currentPlan(): Plan {
    if (!plan) throw new Error('rows are asked for before their mapping is known');
    return plan;
  }

  return {
    head,
    /** Applies a mapping and corrections; returns the number of orders. Throws ProblemError `bad-file`. */
    begin(mapping: ImportMapping | null, corrections: readonly ImportCorrection[]): number {
      plan = planOf(mapping, corrections);
      return plan.groups.length;
    },
    slice(from: number, count: number): SheetRow[] {
      const now = currentPlan();
      return now.groups.slice(from, from + count).map((group) => check(group, now));
    },
    /** The order of a row as it would be with these corrections. */
    row(mapping: ImportMapping, row: number, corrections: readonly ImportCorrection[]): ImportBadRow {
      const now = planOf(mapping, corrections);
      const group = now.groups.find(({ lines }) => (lines.at(-1)?.row ?? 0) >= row);
      if (!group) throw badFile('no-rows', `The file has no row ${row}.`);
      const {
        request: _request,
        warnings: _warnings,
        advice: _advice,
        missingLetters: _missing,
        sharedKey: _sharing,
        ...shown
      } = check(group, now);
      return shown;
    },
    /** The rows of orders that are not `queued`, with their problems and other remarks. */
    unsent(
      as: 'csv' | 'xlsx',
      queued: ReadonlySet<number>,
      refused: ReadonlyMap<number, string>,
    ): Promise<Buffer> | Buffer {
      const now = currentPlan();
      const unsent = now.groups.flatMap((group) => {
        const { row: first, problems } = check(group, now);
        if (queued.has(first)) return [];
        const reasons = reasonsOf(first, problems, refused.get(first));
        return group.lines.map(({ row, cells }) => ({
          cells: cells.map(shownCell),
          reasons: reasons.filter((one) => one.row === row).map(({ message }) => message),
        }));
      });
      return as === 'csv' ? unsentCsv(names, unsent) : unsentXlsx(names, unsent);
    },
  };
}
export type OpenSheet = Awaited<ReturnType<typeof openSheet>>;

function sentBytes(content: FileContent): Buffer {
  if (typeof content !== 'string') return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw badFile('no-spreadsheet', 'The file did not arrive whole.');
  return Buffer.from(content, 'base64');
}

function reasonsOf(
  row: number,
  problems: readonly ImportCellProblem[],
  refused: string | undefined,
): { row: number; message: string }[] {
  const reasons = refused === undefined ? [...problems] : [...problems, { row, message: refused }];
  return reasons.length > 0 ? reasons : [{ row, message: 'Nothing is wrong with it; it was not queued yet.' }];
}

function correctedLine(line: Line, corrections: readonly ImportCorrection[] | undefined): Line {
  if (!corrections) return line;
  const cells: Cell[] = [...line.cells];
  for (const { column, text } of corrections) cells[column] = text;
  return { row: line.row, cells: Array.from(cells, (cell) => cell ?? null) };
}
