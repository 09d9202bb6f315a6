import { createHash } from 'node:crypto';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';

/**
 * Which desk a data folder is of, and which of its folders. `desk` is the same in every backup and in every folder restored from
 * one; `folder` and `generation` begin anew with each restore, so that of the folders of a desk only the newest is worked on.
 */
export interface Identity {
  desk: string;
  folder: string;
  generation: number;
}

/** What files and folders of a desk are called beside those of others; the name that a foreign database gives is none of a file. */
export const nameOfDesk = (desk: string): string =>
  `parcel-desk-${createHash('sha256').update(desk).digest('hex').slice(0, 20)}`;

/** An id that no other desk can have. */
const isRandom = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An older version gave no name: what it backed up begins with the same entry. */
function firstIn(db: Sqlite): string | undefined {
  const id = db.prepare<[], { id: string }>('SELECT id FROM entry ORDER BY seq LIMIT 1').get()?.id;
  return id !== undefined && isRandom.test(id) ? id : undefined;
}

/** Which desk a database is of, where that can be told. */
export const deskOf = (db: Sqlite): string | null => factStore(db).get('desk') ?? firstIn(db) ?? null;

/** What its files are called, where that can be told. */
export function nameOfDeskIn(db: Sqlite): string | null {
  const desk = deskOf(db);
  return desk === null ? null : nameOfDesk(desk);
}

/** Reads who a folder is, and names what has no name yet: a new folder, or one of an older version. */
export function identify(db: Sqlite, newId: () => string): Identity {
  const facts = factStore(db);
  return db.transaction((): Identity => {
    const named = (name: string, make: () => string): string => {
      const kept = facts.get(name);
      if (kept !== null) return kept;
      const made = make();
      facts.set(name, made);
      return made;
    };
    return {
      desk: named('desk', () => firstIn(db) ?? newId()),
      folder: named('folder', newId),
      generation: Number(facts.get('generation') ?? 1),
    };
  })();
}

/** Who a folder is, of a database that is only read; null where it has no name yet. */
export function identityIn(db: Sqlite): Identity | null {
  const facts = factStore(db);
  const [desk, folder] = [facts.get('desk'), facts.get('folder')];
  if (desk === null || folder === null) return null;
  return { desk, folder, generation: Number(facts.get('generation') ?? 1) };
}
