import type { ImportBadRow, ImportCorrection, ImportMapping, ImportOpened } from '../../shared/import-steps.ts';
import { adviseOn } from '../../shared/service/warnings.ts';
import { badFile } from './bad-file.ts';
import { checkCells, isBlank, type CellRemark, type CheckedCells } from './check-cells.ts';
import { convertCell } from './convert-cell.ts';
import { importKinds, type ImportKind } from './import-kinds.ts';
import { guessMapping, keyPathOf, mapColumns } from './mapping.ts';
import { pathOf, type Column } from './read-header.ts';
import { readSpreadsheet } from './read-table.ts';
import type { Cell } from './table.ts';
import { unsentCsv, unsentXlsx } from './unsent-rows.ts';

export interface SheetOrder {
  base64: string;
  encoding: string;
  sheet: string | undefined;
  kind: ImportKind;
}

export type SheetHead = Pick<ImportOpened, 'sheets' | 'sheet' | 'rows' | 'columns' | 'mapping'>;

/** One row as it stands now. */
export interface SheetRow extends ImportBadRow {
  key: string | null;
  /** what is to be queued; null where the row has problems */
  request: CheckedCells['request'] | null;
  warnings: CellRemark[];
}

/** Columns and cells as a person has put them, and the rows that share a key. */
interface Plan {
  columns: Column[];
  cells: (index: number) => readonly Cell[];
  sharing: Map<string, number[]>;
}

const samplesShown = 3;
const sampleLength = 100;

/** A spreadsheet that a screen works on, held in a thread of its own. Throws ProblemError `bad-file` where it is none. */
export async function openSheet({ base64, encoding, sheet, kind }: SheetOrder) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw badFile('no-spreadsheet', 'The file did not arrive whole.');
  const read = await readSpreadsheet(Buffer.from(base64, 'base64'), encoding, sheet);
  const [header = [], ...rest] = read.table;
  const names = header.map((cell) => textOf(cell).trim());
  const { endpoint } = importKinds[kind];
  const rows = rest.flatMap((cells, index) => (cells.every(isBlank) ? [] : [{ row: index + 2, cells }]));
  if (rows.length === 0) throw badFile('no-rows', 'The file has a header, but no row below it.');
  let plan: Plan | null = null;

  const head: SheetHead = {
    sheets: read.sheets,
    sheet: read.sheet,
    rows: rows.length,
    mapping: guessMapping(names, endpoint),
    columns: names.map((name, column) => {
      const filled = rows.map(({ cells }) => cells[column]).filter((cell) => !isBlank(cell));
      const samples = new Set(filled.slice(0, 1000).map((cell) => textOf(cell).slice(0, sampleLength)));
      return { name, filled: filled.length, samples: [...samples].slice(0, samplesShown) };
    }),
  };

  function planOf(mapping: ImportMapping, corrections: readonly ImportCorrection[]): Plan {
    const columns = mapColumns(names, mapping, endpoint);
    const corrected = Map.groupBy(corrections, ({ row }) => row);
    const cells = (index: number): readonly Cell[] => {
      const { row, cells: found } = rows[index] ?? { row: 0, cells: [] };
      const changes = corrected.get(row);
      if (!changes) return found;
      const copy = [...found];
      for (const { column, text } of changes) copy[column] = text;
      return Array.from(copy, (cell) => cell ?? null);
    };
    const keyColumn = columns.findIndex(({ target }) => target && pathOf(target) === keyPathOf(endpoint));
    const sharing = new Map<string, number[]>();
    for (const [index, { row }] of rows.entries()) {
      const key = keyIn(cells(index)[keyColumn]);
      if (key !== null) sharing.set(key, [...(sharing.get(key) ?? []), row]);
    }
    return { columns, cells, sharing };
  }

  function check(row: number, cells: readonly Cell[], { columns, sharing }: Plan): SheetRow {
    const { key, request, warnings, problems } = checkCells(cells, columns, endpoint);
    const others = (sharing.get(key ?? '') ?? []).filter((other) => other !== row);
    const columnOf = (path: string): number | null => {
      const found = columns.findIndex(({ target }) => target && pathOf(target) === path);
      return found < 0 ? null : found;
    };
    // which of several rows under one key is meant, only a person knows
    if (key !== null && others[0] !== undefined) {
      const path = keyPathOf(endpoint);
      const message = `${key} stands in row ${others.slice(0, 5).join(', ')} too. Give each order its own.`;
      problems.push({ column: columnOf(path), path, code: 'key-used-twice', params: { key, row: others[0] }, message });
    }
    const good = problems.length === 0;
    const advice = good ? adviseOn(endpoint, request.body) : [];
    return {
      row,
      key,
      cells: cells.map(textOf),
      problems,
      request: good ? request : null,
      warnings: [...warnings, ...advice.map((one) => ({ ...one, column: columnOf(one.path) }))],
    };
  }

  function slice(from: number, count: number): SheetRow[] {
    const now = plan;
    if (!now) throw new Error('rows are asked for before their mapping is known');
    return rows.slice(from, from + count).map(({ row }, index) => check(row, now.cells(from + index), now));
  }

  return {
    head,
    /** Takes up a mapping and corrections; answers how many rows there are. Throws ProblemError `bad-file`. */
    begin(mapping: ImportMapping, corrections: readonly ImportCorrection[]): number {
      plan = planOf(mapping, corrections);
      return rows.length;
    },
    slice,
    /** One row as it would be with these cells, beside the other rows as they were last checked. */
    row(mapping: ImportMapping, row: number, cells: readonly string[]): ImportBadRow {
      const columns = mapColumns(names, mapping, endpoint);
      const { sharing } = plan ?? planOf(mapping, []);
      const checked = check(row, cells, { columns, sharing, cells: () => cells });
      return { row, cells: checked.cells, problems: checked.problems };
    },
    /** The rows that are not `queued`, with their problems and what else is told of them. */
    unsent(
      as: 'csv' | 'xlsx',
      queued: ReadonlySet<number>,
      told: ReadonlyMap<number, string>,
    ): Promise<Buffer> | Buffer {
      const left = slice(0, rows.length).filter(({ row }) => !queued.has(row));
      const unsent = left.map(({ row, cells, problems }) => ({ cells, reasons: reasonsOf(problems, told.get(row)) }));
      return as === 'csv' ? unsentCsv(names, unsent) : unsentXlsx(names, unsent);
    },
  };
}
export type OpenSheet = Awaited<ReturnType<typeof openSheet>>;

function reasonsOf(problems: readonly CellRemark[], told: string | undefined): string[] {
  const reasons = [...problems.map(({ message }) => message), ...(told === undefined ? [] : [told])];
  return reasons.length > 0 ? reasons : ['Nothing is wrong with it; it was not queued yet.'];
}

function keyIn(cell: Cell | undefined): string | null {
  if (isBlank(cell)) return null;
  const converted = convertCell(cell, 'text');
  return 'value' in converted ? String(converted.value) : null;
}

function textOf(cell: Cell | undefined): string {
  if (isBlank(cell)) return '';
  const converted = convertCell(cell, 'text');
  return 'value' in converted ? String(converted.value) : String(cell);
}
