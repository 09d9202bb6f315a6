import { factStore } from '../database/facts.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { createHash } from 'node:crypto';

/**
 * Identifies a desk and one of its data folders. `desk` is the same in every backup and every folder restored from one;
 * `folder` and `generation` are new after each restore, so that only the newest folder of a desk is active.
 */
export interface Identity {
  desk: string;
  folder: string;
  generation: number;
}

/**
 * Base name of a desk's files and folders where several desks share a place; hashed, since the id in a foreign database
 * is not safe as a file name.
 */
export const deskFileName = (desk: string): string =>
  `parcel-desk-${createHash('sha256').update(desk).digest('hex').slice(0, 20)}`;

/** An id that cannot occur on another desk. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** For databases of older versions without a desk id: their backups start with the same entry. */
function firstEntry(db: Sqlite): () => string | undefined {
  const first = db.prepare<[], { id: string }>('SELECT id FROM entry ORDER BY seq LIMIT 1');
  return () => {
    const id = first.get()?.id;
    return id !== undefined && uuidPattern.test(id) ? id : undefined;
  };
}

/** The desk id of a database, or null if it cannot be determined. */
export const deskOf = (db: Sqlite): string | null => factStore(db).get('desk') ?? firstEntry(db)() ?? null;

/** Base name of the desk's files, available no later than its first entry. */
export function deskFileNamer(db: Sqlite): () => string | null {
  const facts = factStore(db);
  const first = firstEntry(db);
  let name: string | null = null;
  return () => {
    const desk = name === null ? (facts.get('desk') ?? first()) : undefined;
    if (desk !== undefined) name = deskFileName(desk);
    return name;
  };
}

/** Reads the identity of a folder, and assigns missing ids: to a new folder, or one of an older version. */
export function identify(db: Sqlite, newId: () => string): Identity {
  const facts = factStore(db);
  return db.transaction((): Identity => {
    const getOrCreate = (name: string, make: () => string): string => {
      const kept = facts.get(name);
      if (kept !== null) return kept;
      const made = make();
      facts.set(name, made);
      return made;
    };
    return {
      desk: getOrCreate('desk', () => firstEntry(db)() ?? newId()),
      folder: getOrCreate('folder', newId),
      generation: Number(facts.get('generation') ?? 1),
    };
  })();
}

/** Number of the last step of a desk's history; never decreases. */
export const lastStep = (db: Sqlite): number =>
  db.prepare<[], { step: number | null }>('SELECT max(seq) AS step FROM history').get()?.step ?? 0;

/** Identity of a folder from a read-only database; null if none is assigned. */
export function identityIn(db: Sqlite): Identity | null {
  const facts = factStore(db);
  const [desk, folder] = [facts.get('desk'), facts.get('folder')];
  if (desk === null || folder === null) return null;
  return { desk, folder, generation: Number(facts.get('generation') ?? 1) };
}
