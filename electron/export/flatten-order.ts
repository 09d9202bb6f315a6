import { anyLineOf, isLine, join } from '../../shared/path/path.ts';
import { cellOfText } from '../sheets/cell-text.ts';
import type { WrittenCell } from '../sheets/write-csv.ts';

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
