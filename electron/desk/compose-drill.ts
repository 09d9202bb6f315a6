import { createDrillKeeper } from '../practice/drill/drill-keeper.ts';
import { drillStore, type DrillStore } from '../practice/drills.ts';
import { practiceMigrations } from '../practice/migrations/index.ts';
import { practiceFile, practiceFolder } from '../practice/practice-database.ts';
import { openSqlite, type Sqlite } from '../storage/database/open-sqlite.ts';
import type { DeskContext } from './desk-context.ts';
import { drillHandlers } from './handlers/drill-handlers.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface DrillHost {
  folder: string;
  newId: () => string;
  timer: { after: (ms: number, run: () => void) => () => void };
  /** the practice service in use; null if the desk delivers elsewhere, or nowhere yet */
  practiceService: () => { applyDrill: () => Promise<void> } | null;
  onFault: (error: unknown) => void;
}

/**
 * Drills of the folder's own practice service, stored in its database. A folder that delivers to a live service has
 * none.
 */
export function composeDrill(context: DeskContext, { folder, newId, timer, practiceService, onFault }: DrillHost) {
  const path = join(practiceFolder(folder), practiceFile);
  let opened: { db: Sqlite; drills: DrillStore } | null = null;
  function currentDrills(): DrillStore | null {
    if (![null, 'practice'].includes(context.outbox.target.bound())) return null;
    if (!opened && existsSync(path)) {
      const db = openSqlite(path, practiceMigrations);
      opened = { db, drills: drillStore(db) };
    }
    return opened?.drills ?? null;
  }
  const keeper = createDrillKeeper({
    drills: currentDrills,
    applyDrill: () => practiceService()?.applyDrill ?? null,
    now: context.now,
    newId,
    after: timer.after,
    onChange: () => context.emit({ kind: 'drill' }),
    onFault,
  });
  return {
    keeper,
    handlers: drillHandlers(context, keeper, currentDrills),
    close(): void {
      keeper.close();
      opened?.db.close();
    },
  };
}
