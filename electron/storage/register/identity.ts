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
 * Base name of a desk's files in folders that several desks share. It is a hash, since the id in a foreign database is
 * not safe as a file name.
 */
export const deskFileName = (desk: string): string =>
  `parcel-desk-${createHash('sha256').update(desk).digest('hex').slice(0, 20)}`;

/** An id that cannot occur on another desk. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the id of the first entry, which serves as desk id in databases of older versions: backups have the same. */
function firstEntryReader(db: Sqlite): () => string | undefined {
  const selectFirst = db.prepare<[], { id: string }>('SELECT id FROM entry ORDER BY seq LIMIT 1');
  return () => {
    const id = selectFirst.get()?.id;
    return id !== undefined && uuidPattern.test(id) ? id : undefined;
  };
}

/** The desk id of a database, or null if it cannot be determined. */
export const readDeskId = (db: Sqlite): string | null => factStore(db).get('desk') ?? firstEntryReader(db)() ?? null;

/** Returns the base name of the desk's files; null while the desk has neither an id nor an entry. */
export function deskFileNamer(db: Sqlite): () => string | null {
  const facts = factStore(db);
  const readFirstEntry = firstEntryReader(db);
  let name: string | null = null;
  return () => {
    const desk = name === null ? (facts.get('desk') ?? readFirstEntry()) : undefined;
    if (desk !== undefined) name = deskFileName(desk);
    return name;
  };
}

/** Reads the identity of a folder, and assigns missing ids: to a new folder, or one of an older version. */
export function identify(db: Sqlite, newId: () => string): Identity {
  const facts = factStore(db);
  return db.transaction((): Identity => {
    const getOrCreate = (name: string, create: () => string): string => {
      const stored = facts.get(name);
      if (stored !== null) return stored;
      const created = create();
      facts.set(name, created);
      return created;
    };
    return {
      desk: getOrCreate('desk', () => firstEntryReader(db)() ?? newId()),
      folder: getOrCreate('folder', newId),
      generation: Number(facts.get('generation') ?? 1),
    };
  })();
}

/** Number of the last step of a desk's history; never decreases. */
export const lastStep = (db: Sqlite): number =>
  db.prepare<[], { step: number | null }>('SELECT max(seq) AS step FROM history').get()?.step ?? 0;

/** Identity of a folder from a read-only database; null if none is assigned. */
export function readIdentity(db: Sqlite): Identity | null {
  const facts = factStore(db);
  const [desk, folder] = [facts.get('desk'), facts.get('folder')];
  if (desk === null || folder === null) return null;
  return { desk, folder, generation: Number(facts.get('generation') ?? 1) };
}
