import type { Sqlite } from './database/open-sqlite.ts';
import { skuIndex } from './memories/listed-skus.ts';
import { searchIndex } from './search/search-index.ts';

/** The search indexes, written in batches after the rows they index. */
export function composeIndexes(db: Sqlite, onFault: (error: unknown) => void) {
  const entries = searchIndex(db);
  const skus = skuIndex(db);
  return {
    entries,
    skus,
    /**
     * Rebuilds both indexes from their sources, because one is damaged. If the disk refuses, the next check reports it
     * again.
     */
    rebuild(): void {
      try {
        entries.rebuild();
        skus.rebuild();
      } catch (error) {
        onFault(error);
      }
    },
  };
}
