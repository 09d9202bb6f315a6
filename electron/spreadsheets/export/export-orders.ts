import { problem } from '../../../shared/contract/problem.ts';
import { type CreateNumber, type CreateKind, endpointOfKind } from '../../../shared/creates/create-kinds.ts';
import { anyLineOf, isLine, joinPaths, isInList, readPath, relativeTo } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import { cellOfText } from '../format/cell-text.ts';
import type { OutputCell } from '../format/write-csv.ts';
import { writeSheet } from '../format/write-sheet.ts';
import { maxCellCharacters, maxSheetRows } from '../format/write-xlsx.ts';
import { columnNames } from '../import/read-header.ts';

/**
 * One row of an order: cells by the path of their column, as in field descriptions (`Skus[].Sku`); the column of a list
 * itself ends with `[]`. Parallel lists start in the same row and continue independently.
 */
export type FlatRow = Map<string, OutputCell>;

export interface FlatOrder {
  rows: FlatRow[];
  /** lists that need a number column to be imported unchanged: the list or one of its entries is empty */
  numberedLists: Set<string>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flattens the body of a create to spreadsheet rows. Every row contains the key. */
export function flattenOrder(body: unknown, keyPath: string): FlatOrder {
  const rows: FlatRow[] = [new Map<string, OutputCell>()];
  const numberedLists = new Set<string>();
  const rowAt = (index: number): FlatRow => (rows[index] ??= new Map<string, OutputCell>());

  /** Returns the number of rows the value takes. */
  function placeValue(value: unknown, path: string, startRow: number): number {
    if (Array.isArray(value)) return placeList(value, anyLineOf(path), startRow);
    if (!isObject(value)) {
      rowAt(startRow).set(path, cellOfValue(value));
      return 1;
    }
    const fieldNames = Object.keys(value);
    if (fieldNames.length === 0 && path !== '' && !isLine(path)) rowAt(startRow).set(path, '{}');
    return Math.max(1, ...fieldNames.map((name) => placeValue(value[name], joinPaths(path, name), startRow)));
  }

  function placeList(entries: readonly unknown[], path: string, startRow: number): number {
    if (entries.length === 0) {
      rowAt(startRow).set(path, '[]');
      numberedLists.add(path);
      return 1;
    }
    let nextRow = startRow;
    for (const [index, entry] of entries.entries()) {
      if (isObject(entry) && Object.keys(entry).length === 0) numberedLists.add(path);
      const rowCount = placeValue(entry, path, nextRow);
      for (let row = nextRow; row < nextRow + rowCount; row++) rowAt(row).set(path, index + 1);
      nextRow += rowCount;
    }
    return nextRow - startRow;
  }

  placeValue(body, '', 0);
  const key = rows[0]?.get(keyPath);
  for (const row of rows) if (key !== undefined) row.set(keyPath, key);
  return { rows, numberedLists };
}

function cellOfValue(value: unknown): OutputCell {
  if (typeof value === 'string') return cellOfText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** A column of an export: the path of its field, and the name by which the import recognises it. */
export interface OrderColumn {
  path: string;
  name: string;
}

/** Collects the columns needed for the orders of an export. */
export function columnCollector(create: CreateNumber) {
  const usedPaths = new Set<string>();
  const numberedLists = new Set<string>();
  const containsLists = (listPath: string): boolean =>
    [...usedPaths].some((path) => isInList(relativeTo(listPath, path) ?? ''));
  const isNumbered = (listPath: string): boolean => numberedLists.has(listPath) || containsLists(listPath);
  return {
    add(order: FlatOrder): void {
      for (const row of order.rows) for (const path of row.keys()) usedPaths.add(path);
      for (const listPath of order.numberedLists) numberedLists.add(listPath);
    },
    /** Lists without a number column: the order of the rows is enough to import them. */
    unnumberedLists(): string[] {
      return [...usedPaths].filter((path) => isLine(path) && !isNumbered(path));
    },
    /** The columns: the key, then the others in the document's order. Only lists that need one have a number column. */
    columns(): OrderColumn[] {
      const columnPathsOf = ({ path, type }: { path: string; type: string }): string[] => {
        if (type !== 'list') return usedPaths.has(path) ? [path] : [];
        const listPath = anyLineOf(path);
        return usedPaths.has(listPath) && isNumbered(listPath) ? [listPath] : [];
      };
      return columnsWithKeyFirst(create, describeFields(create).flatMap(columnPathsOf));
    },
  };
}

/** Columns for field paths, with their names; the key column comes first. */
export function columnsWithKeyFirst(create: CreateNumber, paths: readonly string[]): OrderColumn[] {
  const names = columnNames(create);
  const key = keyPathOf(create);
  const ordered = [...paths.filter((path) => path === key), ...paths.filter((path) => path !== key)];
  return ordered.map((path) => ({ path, name: names.nameOf(readPath(path)) }));
}

/** An entry to export; `body` is null if the captured request is damaged or erased. */
export interface ExportedOrder {
  id: string;
  key: string;
  body: unknown;
}

export interface OrdersExport {
  kind: CreateKind;
  fileType: 'csv' | 'xlsx';
  path: string;
  /** must return the same orders each time */
  orders: () => Iterable<ExportedOrder>;
  /** lets pending calls run first */
  yieldToEventLoop: () => Promise<void>;
  /** called with the number of orders processed */
  onProgress: (count: number) => void;
}

export interface OrdersExportResult {
  /** orders in the file */
  entries: number;
  /** orders left out, with reasons */
  problems: { id: string; key: string; message: string }[];
}

/** Orders processed between two yields: about 2 ms of work. */
const batchSize = 20;

/**
 * Writes orders of one kind in the format of the import: lines of lists as rows, and only columns that some order uses.
 * Reads the orders twice, first to find the columns; holds nothing in memory. Throws ProblemError `bad-file` if a
 * workbook cannot hold so many rows.
 */
export async function exportOrders({
  kind,
  fileType,
  path,
  orders,
  yieldToEventLoop,
  onProgress,
}: OrdersExport): Promise<OrdersExportResult> {
  const endpoint = endpointOfKind[kind];
  const keyPath = keyPathOf(endpoint);
  const result: OrdersExportResult = { entries: 0, problems: [] };
  const reportLeftOut = ({ id, key }: ExportedOrder, message: string): void =>
    void result.problems.push({ id, key, message });

  async function* ordersWithYields(): AsyncGenerator<ExportedOrder> {
    let ordersTaken = 0;
    for (const order of orders()) {
      if (++ordersTaken % batchSize === 0) await yieldToEventLoop();
      yield order;
    }
  }

  const collector = columnCollector(endpoint);
  for await (const { body } of ordersWithYields()) if (body !== null) collector.add(flattenOrder(body, keyPath));
  const columns = collector.columns();
  const knownPaths = new Set([...columns.map((column) => column.path), ...collector.unnumberedLists()]);

  async function* tableRows(): AsyncGenerator<OutputCell[]> {
    yield columns.map(({ name }) => name);
    let rowsWritten = 1;
    let ordersDone = 0;
    for await (const order of ordersWithYields()) {
      onProgress(++ordersDone);
      if (order.body === null) {
        reportLeftOut(order, 'What was captured is damaged on this disk, or was erased.');
        continue;
      }
      const { rows } = flattenOrder(order.body, keyPath);
      const reason = unwritableReason(rows, knownPaths, fileType);
      if (reason !== null) {
        reportLeftOut(order, reason);
        continue;
      }
      rowsWritten += rows.length;
      if (fileType === 'xlsx' && rowsWritten > maxSheetRows) throw tooManyRowsProblem();
      result.entries += 1;
      for (const row of rows) yield cellsOfRow(row, columns);
    }
  }

  await writeSheet({ path, fileType, name: kind }, tableRows());
  return result;
}

const cellsOfRow = (row: ReadonlyMap<string, OutputCell>, columns: readonly OrderColumn[]): OutputCell[] =>
  columns.map(({ path }) => row.get(path) ?? null);

function unwritableReason(
  rows: FlatOrder['rows'],
  knownPaths: ReadonlySet<string>,
  fileType: 'csv' | 'xlsx',
): string | null {
  for (const row of rows)
    for (const [path, cell] of row) {
      if (!knownPaths.has(path)) return 'It was changed while it was exported. Export it again.';
      if (fileType === 'xlsx' && typeof cell === 'string' && cell.length > maxCellCharacters)
        return `${path} has more characters than a cell of a workbook can hold. Export it as CSV.`;
    }
  return null;
}

const tooManyRowsProblem = () =>
  problem('bad-file', `A workbook holds ${maxSheetRows} rows, and these are more. Export them as CSV.`, {
    reason: 'too-big',
  });
