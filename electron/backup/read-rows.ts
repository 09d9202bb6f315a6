import type { Sqlite } from '../database/open-sqlite.ts';
import { matchesSeal, sealText, type SealedTable } from '../database/seal.ts';
import type { Steps } from './steps.ts';

/** Rows between two yields. */
const atOnce = 5000;

type Cell = string | number | bigint | Buffer | null;
export interface ReadRow {
  cell(name: string): Cell;
  /** null: the row has no seal yet */
  isIntact: boolean | null;
}

/**
 * Passes on every row of a table that can still be read: from the first forward, and if that ends in damage, from the
 * last backward. Yields the fraction read, of `count` rows. Returns what stopped it, or null. Throws nothing.
 */
export function* readRows(
  db: Sqlite,
  sealed: SealedTable,
  extraColumns: readonly string[],
  count: number,
  onRow: (row: ReadRow) => void,
): Steps<string | null> {
  const columns = sealed.columns.map(({ name }) => name);
  const names = [...columns, sealed.hasSeals ? `${sealText('seal')} AS seal` : 'NULL AS seal', ...extraColumns];
  const places = new Map([...columns, 'seal', ...extraColumns].map((name, place) => [name, place]));

  let last: Cell[] | null = null;
  let read = 0;
  function* walk(direction: 'ASC' | 'DESC'): Steps<string | null> {
    try {
      const rows = db
        .prepare<[], Cell[]>(
          `SELECT ${names.join(', ')} FROM ${sealed.table} NOT INDEXED ORDER BY ${sealed.key.map((name) => `${name} ${direction}`).join(', ')}`,
        )
        .raw();
      for (const cells of rows.iterate()) {
        if (direction === 'ASC') last = cells;
        else if (last && keyOf(cells) === keyOf(last)) return null;
        onRow({ cell: (name) => at(cells, name), isIntact: isWhole(cells) });
        if (++read % atOnce === 0) yield Math.min(1, read / Math.max(1, count));
      }
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const at = (cells: readonly Cell[], name: string): Cell => cells[places.get(name) ?? -1] ?? null;
  const keyOf = (cells: readonly Cell[]) => sealed.key.map((name) => String(at(cells, name))).join(' ');
  const isWhole = (cells: readonly Cell[]): boolean | null => {
    const seal = cells[columns.length] ?? null;
    if (seal === null) return null;
    return typeof seal === 'string' && matchesSeal(sealed, cells, seal);
  };
  const stopped = yield* walk('ASC');
  if (stopped !== null) yield* walk('DESC');
  return stopped;
}
