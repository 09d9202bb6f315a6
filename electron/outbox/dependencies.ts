import { problem } from '../../shared/contract/problem.ts';
import { borrowingCreates, borrowsKey, type KeyKind } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam, opaqueTextParam } from '../storage/database/queries.ts';

/** The namespace of an endpoint's keys: one (0) for all, except that each create under a borrowed key has its own. */
export const keyNamespace = (endpoint: number): number => (borrowsKey(endpoint) ? endpoint : 0);

/** The same in SQL, for the row's `endpoint`. */
export const keyNamespaceOfRow = `iif(endpoint IN (${borrowingCreates.join(', ')}), endpoint, 0)`;

/**
 * A key whose earlier entries block this entry: the key of an object it refers to, or its own key, since only one entry
 * per key is sent at a time.
 */
export interface Dependency {
  kind: KeyKind;
  key: string;
}

/** A dependency is met once the service has accepted the earlier entry, or a person has withdrawn it. */
const metStates: readonly State[] = ['accepted', 'done', 'withdrawn'];
const metStateList = metStates.map((s) => `'${s}'`).join(', ');

/**
 * Stores the dependencies of entries, and keeps `held_by` pointing to the first earlier entry that still blocks each.
 */
export function dependencyTracker(db: Sqlite) {
  const earlier = db.prepare<[KeyKind, string, number], { seq: number }>(
    `SELECT seq FROM entry WHERE key_kind = ? AND key = ? AND seq < ? AND state NOT IN ('draft', 'done', 'withdrawn')`,
  );
  const add = db.prepare<[number, number]>('INSERT OR IGNORE INTO need (entry, needs) VALUES (?, ?)');
  const firstUnmet = db.prepare<[number], { needs: number | null }>(
    `SELECT min(n.needs) AS needs FROM need n JOIN entry e ON e.seq = n.needs
     WHERE n.entry = ${opaqueIntParam()} AND n.waived = 0 AND e.state NOT IN (${metStateList})`,
  );
  const dependents = db.prepare<[number], { entry: number }>(
    `SELECT n.entry FROM need n JOIN entry e ON e.seq = n.entry WHERE n.needs = ${opaqueIntParam()} AND e.state = 'queued'`,
  );
  const setHolder = db.prepare<[{ held: number | null; seq: number }]>(
    'UPDATE entry SET held_by = @held WHERE seq = @seq AND held_by IS NOT @held',
  );
  const waive = db.prepare<[number]>('UPDATE need SET waived = 1 WHERE entry = ?');

  const holderOf = (seq: number): number | null => firstUnmet.get(seq)?.needs ?? null;
  return {
    /** Adds the dependencies of a new or newly submitted entry. Returns the entry that blocks it now; null: none. */
    addDependencies(seq: number, dependencies: readonly Dependency[]): number | null {
      const blockers = dependencies.flatMap((need) => earlier.all(need.kind, need.key, seq));
      for (const row of blockers) add.run(seq, row.seq);
      return blockers.length === 0 ? null : holderOf(seq);
    },
    /** The earliest entry that blocks this one now; null: none. */
    holderOf,
    /** Called after `seq` changed state: recomputes what blocks its dependents, and returns those that changed. */
    updateDependents(seq: number): number[] {
      const changed: number[] = [];
      for (const { entry } of dependents.all(seq)) {
        if (setHolder.run({ held: holderOf(entry), seq: entry }).changes > 0) changed.push(entry);
      }
      return changed;
    },
    /** "Send anyway": waives all dependencies of an entry. */
    waive: (seq: number): void => void waive.run(seq),
    /** Number of queued entries that depend on this one. */
    countDependents: (seq: number): number => dependents.all(seq).length,
  };
}
export type DependencyTracker = ReturnType<typeof dependencyTracker>;

interface Key {
  kind: KeyKind;
  value: string;
}

/**
 * Orders that were withdrawn while the service may have them. Entering such an order again sends it again, which only a
 * person decides. A person's note that it was cancelled at the service proves nothing, so it does not free the key; an
 * order that was never sent, or that the service refused, is free.
 */
export function ordersSentBefore(db: Sqlite) {
  const withdrawn = db.prepare<[KeyKind, string, number], { id: string }>(
    `SELECT id FROM entry
     WHERE key_kind = ${opaqueTextParam()} AND key = ${opaqueTextParam()} AND state = 'withdrawn'
       AND (to_cancel = 1 OR maybe_taken = 1 OR accepted_at IS NOT NULL)
       AND ${keyNamespaceOfRow} = ${opaqueIntParam()} ORDER BY seq DESC LIMIT 1`,
  );
  /** Id of the newest such order with this key; null: none. */
  const find = (endpoint: number, { kind, value }: Key): string | null =>
    withdrawn.get(kind, value, keyNamespace(endpoint))?.id ?? null;
  return {
    find,
    /** Throws `maybe-taken` if there is such an order with this key. */
    throwIfSentBefore(endpoint: number, key: Key): void {
      const entryId = find(endpoint, key);
      if (entryId === null) return;
      throw problem(
        'maybe-taken',
        `An order with ${key.kind} ${key.value} was withdrawn, and the service may have it. Look whether it does, then decide that it may be sent again.`,
        { key: key.value, reason: 'withdrawn', entryId },
      );
    },
  };
}
export type OrdersSentBefore = ReturnType<typeof ordersSentBefore>;
