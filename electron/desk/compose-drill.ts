import { createDrillKeeper } from '../practice/drill/drill-keeper.ts';
import { drillStore, type DrillStore } from '../practice/drills.ts';
import { practiceMigrations } from '../practice/migrations/index.ts';
import { practiceFile, practiceFolder } from '../practice/practice-database.ts';
import { openSqlite, type Sqlite } from '../storage/database/open-sqlite.ts';
import type { DeskContext } from './desk-context.ts';
import { drillHandlers } from './handlers/drill-handlers.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface DrillParts {
  folder: string;
  newId: () => string;
  timer: { after: (ms: number, run: () => void) => () => void };
  /** the practice service in use; null if the desk delivers elsewhere, or nowhere yet */
  practice: () => { applyDrill: () => Promise<void> } | null;
  onFault: (error: unknown) => void;
}

/**
 * Drills of the folder's own practice service, stored in its database. A folder that delivers to a live service has
 * none.
 */
export function composeDrill(parts: DeskContext, { folder, newId, timer, practice, onFault }: DrillParts) {
  const path = join(practiceFolder(folder), practiceFile);
  let book: { db: Sqlite; drills: DrillStore } | null = null;
  function drills(): DrillStore | null {
    if (![null, 'practice'].includes(parts.outbox.target.bound())) return null;
    if (!book && existsSync(path)) {
      const db = openSqlite(path, practiceMigrations);
      book = { db, drills: drillStore(db) };
    }
    return book?.drills ?? null;
  }
  const keeper = createDrillKeeper({
    drills,
    applyDrill: () => practice()?.applyDrill ?? null,
    now: parts.now,
    newId,
    after: timer.after,
    onChange: () => parts.emit({ kind: 'drill' }),
    onFault,
  });
  return {
    keeper,
    handlers: drillHandlers(parts, keeper, drills),
    close(): void {
      keeper.close();
      book?.db.close();
    },
  };
}
