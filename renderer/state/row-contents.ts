/** Caches row contents; an unchanged row is not rendered again. */
export function cacheRows<Row extends { seq: number }>(kept: Map<number, Row>, rows: readonly Row[]): void {
  for (const row of rows) {
    const before = kept.get(row.seq);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(row)) kept.set(row.seq, row);
  }
}

export function evictOthers(kept: Map<number, unknown>, near: readonly number[]): void {
  const there = new Set(near);
  for (const seq of kept.keys()) if (!there.has(seq)) kept.delete(seq);
}
