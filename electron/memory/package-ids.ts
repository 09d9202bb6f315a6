import { isDeskCode, makeDeskCode, makePackageId } from '../../shared/creates/package-id.ts';
import { hasOrderKeyCondition } from '../outbox/entry-filter.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

/** The code of this desk, set or generated; empty if neither yet. */
export const deskCodeOf = (set: { deskCode: string }, facts: Pick<ReturnType<typeof factStore>, 'get'>): string =>
  isDeskCode(set.deskCode) ? set.deskCode : (facts.get('desk-code') ?? '');

export interface PackageIdHost {
  now: () => number;
  /** from 0 up to, not including, 1 */
  random: () => number;
  /** set by hand for this desk; empty: generated on first use, and stored */
  deskCode: () => string;
}

/**
 * Generates PackageIds that are unique across all desks without a network. A number is recorded on disk before it is
 * returned, and restoring a backup raises the generation, so numbers made after that backup never repeat.
 */
export function packageIds(db: Sqlite, host: PackageIdHost) {
  const facts = factStore(db);
  const taken = db.prepare<[string], unknown>(`SELECT 1 FROM entry WHERE ${hasOrderKeyCondition} AND key = ? LIMIT 1`);

  function deskCode(): string {
    const set = host.deskCode();
    if (isDeskCode(set)) return set;
    const kept = facts.get('desk-code');
    if (kept !== null) return kept;
    const made = makeDeskCode(host.random);
    facts.set('desk-code', made);
    return made;
  }

  return {
    next: db.transaction((count: number): string[] => {
      const desk = deskCode();
      const generation = Number(facts.get('generation') ?? 1);
      const day = startOfDay(host.now());
      let counter = Number(facts.get('package-counter') ?? 0);
      const ids: string[] = [];
      while (ids.length < count) {
        counter += 1;
        const id = makePackageId({ desk, generation, day, counter });
        // Drafts moved from practice may have a number with the same code.
        if (taken.get(id) === undefined) ids.push(id);
      }
      facts.set('package-counter', String(counter));
      return ids;
    }),
  };
}

/** Start of the local calendar day, as UTC. */
function startOfDay(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
