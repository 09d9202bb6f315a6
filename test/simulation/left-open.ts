import Database from 'better-sqlite3';
import { sep } from 'node:path';

const seen = new WeakSet<Database.Database>();
const opened = new Set<WeakRef<Database.Database>>();
let watches = false;

/**
 * Tracks every database opened from now on. A killed program closes nothing, and because its process continues here,
 * its files would stay open until the last story ends.
 */
export function watchOpened(): void {
  if (watches) return;
  watches = true;
  const { prototype } = Database as unknown as { prototype: Database.Database };
  const { pragma } = prototype;
  // Each connection runs a pragma as soon as it is open.
  prototype.pragma = function (this: Database.Database, ...given: Parameters<typeof pragma>): unknown {
    if (!seen.has(this)) opened.add(new WeakRef(this));
    seen.add(this);
    return pragma.apply(this, given);
  };
}

/** Closes databases that a story left open in its folder. */
export function closeLeftOpen(folder: string): void {
  for (const ref of opened) {
    const db = ref.deref();
    if (db && !db.name.startsWith(`${folder}${sep}`)) continue;
    opened.delete(ref);
    db?.close();
  }
}
