import { isDeskCode, makeDeskCode, makePackageId } from '../../shared/creates/package-id.ts';
import { hasOrderKeyCondition } from '../outbox/entry-filter.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

/** The code of this desk, from the settings or generated; empty if there is none yet. */
export const deskCodeOf = (settings: { deskCode: string }, facts: Pick<ReturnType<typeof factStore>, 'get'>): string =>
  isDeskCode(settings.deskCode) ? settings.deskCode : (facts.get('desk-code') ?? '');

export interface PackageIdHost {
  now: () => number;
  /** from 0 to below 1 */
  random: () => number;
  /** the code in the settings; empty: one is generated on first use, and stored */
  deskCode: () => string;
}

/**
 * Generates PackageIds that are unique across all desks without a network. A number is recorded on disk before it is
 * returned, and restoring a backup raises the generation, so numbers made after that backup never repeat.
 */
export function packageIds(db: Sqlite, host: PackageIdHost) {
  const facts = factStore(db);
  const orderWithKey = db.prepare<[string], unknown>(
    `SELECT 1 FROM entry WHERE ${hasOrderKeyCondition} AND key = ? LIMIT 1`,
  );

  function deskCode(): string {
    const configured = host.deskCode();
    if (isDeskCode(configured)) return configured;
    const stored = facts.get('desk-code');
    if (stored !== null) return stored;
    const generated = makeDeskCode(host.random);
    facts.set('desk-code', generated);
    return generated;
  }

  return {
    nextIds: db.transaction((count: number): string[] => {
      const desk = deskCode();
      const generation = Number(facts.get('generation') ?? 1);
      const day = startOfDay(host.now());
      let counter = Number(facts.get('package-counter') ?? 0);
      const ids: string[] = [];
      while (ids.length < count) {
        counter += 1;
        const id = makePackageId({ desk, generation, madeAt: day, counter });
        // a draft moved from practice may have the same id
        if (orderWithKey.get(id) === undefined) ids.push(id);
      }
      facts.set('package-counter', String(counter));
      return ids;
    }),
  };
}

/** The date of the local calendar day, as midnight UTC (ms). */
function startOfDay(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
