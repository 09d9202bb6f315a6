import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { Cell } from '../storage/database/seal.ts';
import { prepareSealedRows, type RowSnapshot } from '../storage/database/sealed-write.ts';
import type { DependencyTracker } from './dependencies.ts';
import { type StepMade, withHolder } from './entry-change.ts';
import { changingColumns, entryColumns, type StoredEntry, entryRowColumns } from './entry-row.ts';
import { historyWriter } from './history.ts';

const changingAndRecord = [...changingColumns, 'record'];

/** An entry as it is stored, for a caller that saves it again. */
export interface ReadEntry {
  row: StoredEntry;
  /** the only place that shows damage */
  snapshot: RowSnapshot;
}

/** The steps that somebody took. */
export interface StepsTaken {
  steps: readonly StepMade[];
  who: string;
}

interface Saving {
  /** as it was read, if the row was not written since */
  snapshot?: RowSnapshot;
  /** the last status as JSON, if it is new */
  record?: string;
}

/** Loads rows, and saves what became of them. */
export function entryRecordStore(db: Sqlite, needs: DependencyTracker) {
  const bySeq = db.prepare<[number], StoredEntry>(`SELECT ${entryRowColumns} FROM entry WHERE seq = ?`);
  const byId = db.prepare<[string], StoredEntry>(`SELECT ${entryRowColumns} FROM entry WHERE id = ?`);
  const row = prepareSealedRows(db, 'entry', 'seq');
  const note = historyWriter(db);
  return {
    bySeq: (seq: number): StoredEntry | undefined => bySeq.get(seq),
    read(seq: number): ReadEntry | null {
      const standing = row(seq);
      return standing && { row: rowOf(standing), snapshot: standing };
    },
    byId: (id: string): StoredEntry | undefined => byId.get(id),
    /**
     * Writes the cells in which an entry differs, and the steps that led there to its history; null: none. An entry
     * that enters the queue is blocked by its unmet dependencies, and what depends on an entry that changes its state is
     * blocked anew. Throws if the row is not in the state of `before`, so a lost race changes nothing.
     */
    save(before: StoredEntry, after: StoredEntry, taken: StepsTaken | null, { snapshot, record }: Saving = {}): void {
      const { seq, state: from } = before;
      const standing = snapshot ?? row(seq);
      if (standing?.cell('state') !== from) throw new Error(`entry ${before.id} was not ${from}`);
      const isOther = after.state !== from;
      const held = isOther && after.state === 'queued' ? withHolder(after, needs.holderOf(seq)) : after;
      const cells = { ...held, record: record ?? null };
      standing.write(cells, record === undefined ? changingColumns : changingAndRecord);
      if (taken) for (const step of taken.steps) note({ entry: seq, who: taken.who, ...step });
      if (isOther) needs.release(seq);
    },
  };
}

function rowOf(standing: RowSnapshot): StoredEntry {
  const row: Record<string, Cell> = {};
  for (const column of entryColumns) row[column] = standing.cell(column);
  return row as unknown as StoredEntry;
}
export type EntryRecordStore = ReturnType<typeof entryRecordStore>;

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
