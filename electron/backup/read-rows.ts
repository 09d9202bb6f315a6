import type { Sqlite } from '../database/open-sqlite.ts';
import { sealOf, type Sealed } from '../database/seal.ts';

type Cell = string | number | bigint | Buffer | null;
export interface ReadRow {
  cells: Readonly<Record<string, Cell>>;
  /** null: not covered yet */
  whole: boolean | null;
}

/**
 * Hands over every row of a table that can still be read: from the first on, and where that ends in damage from the last back.
 * Answers what stopped it, or null. Throws nothing.
 */
export function readRows(
  db: Sqlite,
  sealed: Sealed,
  more: readonly string[],
  take: (row: ReadRow) => void,
): string | null {
  const names = [...sealed.columns.map(({ name }) => name), sealed.hasSeals ? 'seal' : 'NULL AS seal', ...more];

  let lastKey: string | null = null;
  function walk(direction: 'ASC' | 'DESC'): string | null {
    try {
      const rows = db
        .prepare<[], Record<string, Cell>>(
          `SELECT ${names.join(', ')} FROM ${sealed.table} NOT INDEXED ORDER BY ${sealed.key.map((name) => `${name} ${direction}`).join(', ')}`,
        )
        .safeIntegers(true);
      for (const cells of rows.iterate()) {
        if (direction === 'ASC') lastKey = keyOf(cells);
        else if (keyOf(cells) === lastKey) return null;
        take({ cells, whole: isWhole(cells) });
      }
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const keyOf = (cells: Record<string, Cell>) => sealed.key.map((name) => String(cells[name])).join(' ');
  const isWhole = (cells: Record<string, Cell>): boolean | null => {
    const seal = cells['seal'];
    if (seal === null) return null;
    const found = sealOf(
      sealed,
      sealed.columns.map(({ name }) => cells[name] ?? null),
    );
    return Buffer.isBuffer(seal) && found.equals(seal);
  };
  const stopped = walk('ASC');
  if (stopped !== null) walk('DESC');
  return stopped;
}
