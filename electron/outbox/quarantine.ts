/**
 * Entries so damaged that a table constraint refuses every write to them. They are skipped until the desk is reopened,
 * reported by the list and by verify, and never waited for.
 */
export function quarantine(onCount: (count: number) => void) {
  const seqs = new Set<number>();
  return {
    has: (seq: number): boolean => seqs.has(seq),
    add(seq: number): void {
      if (seqs.has(seq)) return;
      seqs.add(seq);
      onCount(seqs.size);
    },
    get size(): number {
      return seqs.size;
    },
    /** parameter for `json_each` in a query */
    list: (): string => JSON.stringify([...seqs]),
  };
}
export type Quarantine = ReturnType<typeof quarantine>;

/**
 * SQL condition excluding quarantined entries; its parameter is their list. An empty list skips the subquery, since the
 * loop queries at every turn.
 */
export const writable = `(@unwritable = '[]' OR seq NOT IN (SELECT value FROM json_each(@unwritable)))`;
