import type { Sqlite } from '../database/open-sqlite.ts';

export interface WatchedFind {
  number: string;
  delivered: boolean;
}

/** Watched numbers that have a piece in them, the newest first. `piece` is folded. */
export function watchedFinder(db: Sqlite) {
  const find = db.prepare<[string, number], { number: string; delivered_at: number | null }>(
    `SELECT number, delivered_at FROM watch
     WHERE instr(lower(number), ?) > 0 ORDER BY seq DESC LIMIT ?`,
  );
  return (piece: string, limit: number): WatchedFind[] =>
    piece === ''
      ? []
      : find.all(piece, limit).map((row) => ({ number: row.number, delivered: row.delivered_at !== null }));
}
