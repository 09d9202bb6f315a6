import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';

/** A change of warehouse stock, in force from `dueAt` (ms) on. Quantities in pieces, negative for removals. */
export interface StockMove {
  warehouse: string;
  sku: string;
  dueAt: number;
  total: number;
  available: number;
  inTransit: number;
}

export interface StockLevel {
  total: number;
  available: number;
  inTransit: number;
  /** when the warehouse first knew the SKU (ms) */
  since: number;
}

export interface Stock {
  /** Adds the moves of one order made at `now`; call it within a transaction. */
  add(moves: readonly StockMove[], now: number): void;
  /** The stock at `now`; undefined for a SKU unknown to the warehouse. */
  level(warehouse: string, sku: string, now: number): StockLevel | undefined;
  /** SKUs known to a warehouse, by name, at most `limit`. */
  skusIn(warehouse: string, limit: number): string[];
}

export function openStock(db: Sqlite): Stock {
  const dueMoves = 'FROM stock_move WHERE warehouse = @warehouse AND sku = @sku AND due_at <= @now';
  const ensureRow = db.prepare(
    'INSERT INTO stock VALUES (@warehouse, @sku, 0, 0, 0, @now) ON CONFLICT (warehouse, sku) DO NOTHING',
  );
  const insert = db.prepare<StockMove>(
    `INSERT INTO stock_move (warehouse, sku, due_at, total, available, in_transit)
     VALUES (@warehouse, @sku, @dueAt, @total, @available, @inTransit)`,
  );
  const foldDueMoves = db.prepare(
    `UPDATE stock SET
       total = total + (SELECT coalesce(sum(total), 0) ${dueMoves}),
       available = available + (SELECT coalesce(sum(available), 0) ${dueMoves}),
       in_transit = in_transit + (SELECT coalesce(sum(in_transit), 0) ${dueMoves})
     WHERE warehouse = @warehouse AND sku = @sku`,
  );
  const deleteDueMoves = db.prepare(`DELETE ${dueMoves}`);
  const levelAt = db.prepare<{ warehouse: string; sku: string; now: number }, StockLevel>(
    `SELECT total + (SELECT coalesce(sum(total), 0) ${dueMoves}) AS total,
       available + (SELECT coalesce(sum(available), 0) ${dueMoves}) AS available,
       in_transit + (SELECT coalesce(sum(in_transit), 0) ${dueMoves}) AS inTransit,
       since
     FROM stock WHERE warehouse = @warehouse AND sku = @sku`,
  );
  const skusOf = db
    .prepare<[string, number], string>(
      `SELECT sku FROM stock WHERE warehouse = ? ORDER BY sku LIMIT ${opaqueIntParam()}`,
    )
    .pluck();
  return {
    add(moves, now) {
      for (const move of moves) {
        const key = { warehouse: move.warehouse, sku: move.sku, now };
        ensureRow.run(key);
        insert.run(move);
        foldDueMoves.run(key);
        deleteDueMoves.run(key);
      }
    },
    level: (warehouse, sku, now) => levelAt.get({ warehouse, sku, now }),
    skusIn: (warehouse, limit) => skusOf.all(warehouse, limit),
  };
}
