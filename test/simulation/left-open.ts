import { sep } from 'node:path';
import Database from 'better-sqlite3';

const seen = new WeakSet<Database.Database>();
const opened = new Set<WeakRef<Database.Database>>();
let watches = false;

/**
 * Remembers each database that is opened from now on. A program that was killed closes nothing, and here its process goes on: what it held of
 * the disk would be held until the last story is told.
 */
export function watchOpened(): void {
  if (watches) return;
  watches = true;
  const { prototype } = Database as unknown as { prototype: Database.Database };
  const { pragma } = prototype;
  // each one is asked for a pragma as soon as it is open
  prototype.pragma = function (this: Database.Database, ...given: Parameters<typeof pragma>): unknown {
    if (!seen.has(this)) opened.add(new WeakRef(this));
    seen.add(this);
    return pragma.apply(this, given);
  };
}

/** Closes what a story left open in its folder. */
export function closeLeftOpen(folder: string): void {
  for (const ref of opened) {
    const db = ref.deref();
    if (db && !db.name.startsWith(`${folder}${sep}`)) continue;
    opened.delete(ref);
    db?.close();
  }
}
