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
function firstEntry(db: Sqlite): () => string | undefined {
  const first = db.prepare<[], { id: string }>('SELECT id FROM entry ORDER BY seq LIMIT 1');
  return () => {
    const id = first.get()?.id;
    return id !== undefined && isRandom.test(id) ? id : undefined;
  };
}

/** Which desk a database is of, where that can be told. */
export const deskOf = (db: Sqlite): string | null => factStore(db).get('desk') ?? firstEntry(db)() ?? null;

/** What its files are called, as soon as that can be told: no later than with its first entry. */
export function deskNamer(db: Sqlite): () => string | null {
  const facts = factStore(db);
  const first = firstEntry(db);
  let name: string | null = null;
  return () => {
    const desk = name === null ? (facts.get('desk') ?? first()) : undefined;
    if (desk !== undefined) name = nameOfDesk(desk);
    return name;
  };
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
      desk: named('desk', () => firstEntry(db)() ?? newId()),
      folder: named('folder', newId),
      generation: Number(facts.get('generation') ?? 1),
    };
  })();
}

/** Number of the last step of a desk's history: it only ever rises. */
export const lastStep = (db: Sqlite): number =>
  db.prepare<[], { step: number | null }>('SELECT max(seq) AS step FROM history').get()?.step ?? 0;

/** Who a folder is, of a database that is only read; null where it has no name yet. */
export function identityIn(db: Sqlite): Identity | null {
  const facts = factStore(db);
  const [desk, folder] = [facts.get('desk'), facts.get('folder')];
  if (desk === null || folder === null) return null;
  return { desk, folder, generation: Number(facts.get('generation') ?? 1) };
}
