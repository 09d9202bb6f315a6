/**
 * Entries of which damage has made what no rule of the table lets be written over, so that nothing can be begun with them. They are
 * passed over until the desk is opened anew, told by the list and by verify, and nobody waits for them to come to an end.
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
    /** for `json_each` of a query */
    list: (): string => JSON.stringify([...seqs]),
  };
}
export type Quarantine = ReturnType<typeof quarantine>;

/** Leaves them out of a query; its parameter is their list. It is read only where there are any: a loop asks at every turn. */
export const writable = `(@unwritable = '[]' OR seq NOT IN (SELECT value FROM json_each(@unwritable)))`;
