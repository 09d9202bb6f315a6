import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { Cell } from '../storage/database/seal.ts';
import { prepareSealedRows, type RowSnapshot } from '../storage/database/sealed-write.ts';
import type { DependencyTracker } from './dependencies.ts';
import { type EntryStep, withHolder } from './entry-change.ts';
import { changingColumns, entryColumns, type StoredEntry, entryRowColumns } from './entry-row.ts';
import { historyWriter } from './history.ts';

const changingAndRecord = [...changingColumns, 'record'];

/** An entry as it is stored, for a caller that saves it again. */
export interface LoadedEntry {
  row: StoredEntry;
  /** also shows whether the row is damaged */
  snapshot: RowSnapshot;
}

/** Steps, and who took them. */
export interface AttributedSteps {
  steps: readonly EntryStep[];
  who: string;
}

interface SaveOptions {
  /** as it was read, if the row was not written since */
  snapshot?: RowSnapshot;
  /** the last status as JSON, if it is new */
  record?: string;
}

/** Loads rows and saves changed ones. */
export function entryRecordStore(db: Sqlite, needs: DependencyTracker) {
  const bySeq = db.prepare<[number], StoredEntry>(`SELECT ${entryRowColumns} FROM entry WHERE seq = ?`);
  const byId = db.prepare<[string], StoredEntry>(`SELECT ${entryRowColumns} FROM entry WHERE id = ?`);
  const sealedRow = prepareSealedRows(db, 'entry', 'seq');
  const writeStep = historyWriter(db);
  return {
    bySeq: (seq: number): StoredEntry | undefined => bySeq.get(seq),
    read(seq: number): LoadedEntry | null {
      const snapshot = sealedRow(seq);
      return snapshot && { row: toStoredEntry(snapshot), snapshot: snapshot };
    },
    byId: (id: string): StoredEntry | undefined => byId.get(id),
    /**
     * Writes the changed cells of an entry, and the steps to its history (null: none). An entry that becomes queued is
     * blocked by its unmet dependencies; after a state change, what blocks its dependents is computed again. Throws if
     * the row is no longer in the state of `previous`, so that a lost race changes nothing.
     */
    save(
      previous: StoredEntry,
      next: StoredEntry,
      history: AttributedSteps | null,
      { snapshot, record }: SaveOptions = {},
    ): void {
      const { seq, state: from } = previous;
      const current = snapshot ?? sealedRow(seq);
      if (current?.cell('state') !== from) throw new Error(`entry ${previous.id} was not ${from}`);
      const isStateChanged = next.state !== from;
      const blocked = isStateChanged && next.state === 'queued' ? withHolder(next, needs.holderOf(seq)) : next;
      const cells = { ...blocked, record: record ?? null };
      current.write(cells, record === undefined ? changingColumns : changingAndRecord);
      if (history) for (const step of history.steps) writeStep({ entry: seq, who: history.who, ...step });
      if (isStateChanged) needs.updateDependents(seq);
    },
  };
}

function toStoredEntry(snapshot: RowSnapshot): StoredEntry {
  const row: Record<string, Cell> = {};
  for (const column of entryColumns) row[column] = snapshot.cell(column);
  return row as unknown as StoredEntry;
}
export type EntryRecordStore = ReturnType<typeof entryRecordStore>;

/**
 * Entries so damaged that a table constraint refuses every write to them. They are skipped until the desk is reopened,
 * reported by the list and by verify, and never waited for.
 */
export function quarantine(onCountChange: (count: number) => void) {
  const seqs = new Set<number>();
  return {
    has: (seq: number): boolean => seqs.has(seq),
    add(seq: number): void {
      if (seqs.has(seq)) return;
      seqs.add(seq);
      onCountChange(seqs.size);
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
export const isWritableSql = `(@unwritable = '[]' OR seq NOT IN (SELECT value FROM json_each(@unwritable)))`;
