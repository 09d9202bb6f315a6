import { problem } from '../../../shared/contract/problem.ts';
import { type CreateNumber, type CreateKind, endpointOfKind } from '../../../shared/creates/create-kinds.ts';
import { anyLineOf, isLine, join, isInList, readPath, relativeTo } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import { cellOfText } from '../format/cell-text.ts';
import type { WrittenCell } from '../format/write-csv.ts';
import { writeSheet } from '../format/write-sheet.ts';
import { maxCellCharacters, maxSheetRows } from '../format/write-xlsx.ts';
import { columnNames } from '../import/read-header.ts';

/**
 * One row of an order: cells by the path of their column, as in field descriptions (`Skus[].Sku`); the column of a list
 * itself ends with `[]`. Parallel lists start in the same row and continue independently.
 */
export type FlatRow = Map<string, WrittenCell>;

export interface FlatOrder {
  rows: FlatRow[];
  /** lists that need a number column to be read back unchanged: the list or one of its entries is empty */
  numbered: Set<string>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flattens the body of a create to spreadsheet rows. Every row contains the key. */
export function flattenOrder(body: unknown, keyPath: string): FlatOrder {
  const rows: FlatRow[] = [new Map<string, WrittenCell>()];
  const numbered = new Set<string>();
  const rowAt = (at: number): FlatRow => (rows[at] ??= new Map<string, WrittenCell>());

  /** Returns the number of rows the value takes. */
  function placeValue(value: unknown, path: string, at: number): number {
    if (Array.isArray(value)) return placeList(value, anyLineOf(path), at);
    if (!isObject(value)) {
      rowAt(at).set(path, cellOf(value));
      return 1;
    }
    const names = Object.keys(value);
    if (names.length === 0 && path !== '' && !isLine(path)) rowAt(at).set(path, '{}');
    return Math.max(1, ...names.map((name) => placeValue(value[name], join(path, name), at)));
  }

  function placeList(entries: readonly unknown[], path: string, from: number): number {
    if (entries.length === 0) {
      rowAt(from).set(path, '[]');
      numbered.add(path);
      return 1;
    }
    let at = from;
    for (const [index, entry] of entries.entries()) {
      if (isObject(entry) && Object.keys(entry).length === 0) numbered.add(path);
      const used = placeValue(entry, path, at);
      for (let row = at; row < at + used; row++) rowAt(row).set(path, index + 1);
      at += used;
    }
    return at - from;
  }

  placeValue(body, '', 0);
  const key = rows[0]?.get(keyPath);
  for (const row of rows) if (key !== undefined) row.set(keyPath, key);
  return { rows, numbered };
}

function cellOf(value: unknown): WrittenCell {
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
  const used = new Set<string>();
  const numbered = new Set<string>();
  const containsLists = (list: string): boolean => [...used].some((path) => isInList(relativeTo(list, path) ?? ''));
  const isNumbered = (list: string): boolean => numbered.has(list) || containsLists(list);
  return {
    add(order: FlatOrder): void {
      for (const row of order.rows) for (const path of row.keys()) used.add(path);
      for (const list of order.numbered) numbered.add(list);
    },
    /** Lists whose numbers add nothing to the order of rows. */
    unnumbered(): string[] {
      return [...used].filter((path) => isLine(path) && !isNumbered(path));
    },
    /** The key first, then in the document's order; a list has a number column only if it adds to the order of rows. */
    columns(): OrderColumn[] {
      const needed = ({ path, type }: { path: string; type: string }): string[] => {
        if (type !== 'list') return used.has(path) ? [path] : [];
        const list = anyLineOf(path);
        return used.has(list) && isNumbered(list) ? [list] : [];
      };
      return keyFirst(create, describeFields(create).flatMap(needed));
    },
  };
}

/** Columns with their names for paths, the key's first. */
export function keyFirst(create: CreateNumber, paths: readonly string[]): OrderColumn[] {
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
  as: 'csv' | 'xlsx';
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
  as,
  path,
  orders,
  yieldToEventLoop,
  onProgress,
}: OrdersExport): Promise<OrdersExportResult> {
  const endpoint = endpointOfKind[kind];
  const keyPath = keyPathOf(endpoint);
  const exported: OrdersExportResult = { entries: 0, problems: [] };
  const leaveOut = ({ id, key }: ExportedOrder, message: string): void =>
    void exported.problems.push({ id, key, message });

  async function* yieldingOrders(): AsyncGenerator<ExportedOrder> {
    let count = 0;
    for (const order of orders()) {
      if (++count % batchSize === 0) await yieldToEventLoop();
      yield order;
    }
  }

  const needed = columnCollector(endpoint);
  for await (const { body } of yieldingOrders()) if (body !== null) needed.add(flattenOrder(body, keyPath));
  const columns = needed.columns();
  const known = new Set([...columns.map((column) => column.path), ...needed.unnumbered()]);

  async function* table(): AsyncGenerator<WrittenCell[]> {
    yield columns.map(({ name }) => name);
    let written = 1;
    let count = 0;
    for await (const order of yieldingOrders()) {
      onProgress(++count);
      if (order.body === null) {
        leaveOut(order, 'What was captured is damaged on this disk, or was erased.');
        continue;
      }
      const { rows } = flattenOrder(order.body, keyPath);
      const why = notWritable(rows, known, as);
      if (why !== null) {
        leaveOut(order, why);
        continue;
      }
      written += rows.length;
      if (as === 'xlsx' && written > maxSheetRows) throw tooManyRows();
      exported.entries += 1;
      for (const row of rows) yield rowOf(row, columns);
    }
  }

  await writeSheet({ path, as, name: kind }, table());
  return exported;
}

const rowOf = (row: ReadonlyMap<string, WrittenCell>, columns: readonly OrderColumn[]): WrittenCell[] =>
  columns.map(({ path }) => row.get(path) ?? null);

function notWritable(rows: FlatOrder['rows'], known: ReadonlySet<string>, as: 'csv' | 'xlsx'): string | null {
  for (const row of rows)
    for (const [path, cell] of row) {
      if (!known.has(path)) return 'It was changed while it was exported. Export it again.';
      if (as === 'xlsx' && typeof cell === 'string' && cell.length > maxCellCharacters)
        return `${path} has more characters than a cell of a workbook can hold. Export it as CSV.`;
    }
  return null;
}

const tooManyRows = () =>
  problem('bad-file', `A workbook holds ${maxSheetRows} rows, and these are more. Export them as CSV.`, {
    reason: 'too-big',
  });
