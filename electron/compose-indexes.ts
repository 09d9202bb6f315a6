import type { Sqlite } from './database/open-sqlite.ts';
import { skuIndex } from './memories/listed-skus.ts';
import { searchIndex } from './search/search-index.ts';

/** What a search finds by, written some rows at a time after what it is of. */
export function composeIndexes(db: Sqlite, onFault: (error: unknown) => void) {
  const entries = searchIndex(db);
  const skus = skuIndex(db);
  return {
    entries,
    skus,
    /** An index is damaged: both are forgotten, and written from what they were made of. Should the disk not take it, the next check tells again. */
    writeAnew(): void {
      try {
        entries.writeAnew();
        skus.writeAnew();
      } catch (error) {
        onFault(error);
      }
    },
  };
}
