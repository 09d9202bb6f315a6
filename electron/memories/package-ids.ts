import { isDeskCode, makeDeskCode, makePackageId } from '../../shared/creates/package-id.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { hasOrderKey } from '../outbox/runs.ts';

/** The code of this desk as it was set or made; empty where neither was done yet. */
export const deskCodeOf = (set: { deskCode: string }, facts: Pick<ReturnType<typeof factStore>, 'get'>): string =>
  isDeskCode(set.deskCode) ? set.deskCode : (facts.get('desk-code') ?? '');

export interface PackageIdHost {
  now: () => number;
  /** from 0 up to, not including, 1 */
  random: () => number;
  /** set for this desk by hand; empty: made at first use, and kept */
  deskCode: () => string;
}

/**
 * Makes PackageIds, unique over all desks without a network. A number is on disk as given before it is answered, and what was made after a
 * backup is never made again, since the generation has risen when the backup is restored.
 */
export function packageIds(db: Sqlite, host: PackageIdHost) {
  const facts = factStore(db);
  const taken = db.prepare<[string], unknown>(`SELECT 1 FROM entry WHERE ${hasOrderKey} AND key = ? LIMIT 1`);

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
        // Drafts brought from practice may bear a number of the same code.
        if (taken.get(id) === undefined) ids.push(id);
      }
      facts.set('package-counter', String(counter));
      return ids;
    }),
  };
}

/** The day as the desk's own calendar has it, in UTC. */
function startOfDay(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
