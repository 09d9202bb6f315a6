import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import { endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { problem } from '../../shared/contract/problem.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import type { WrittenCell } from '../sheets/write-csv.ts';
import { writeSheet } from '../sheets/write-sheet.ts';
import { maxCellCharacters, maxSheetRows } from '../sheets/write-xlsx.ts';
import { flattenOrder, type FlatOrder } from './flatten-order.ts';
import { columnCollector, type OrderColumn } from './order-columns.ts';

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
  onProgress: taken,
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
      taken(++count);
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
