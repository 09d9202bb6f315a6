import { skuIndex } from '../memory/listed-skus.ts';
import { searchIndex } from '../outbox/search/search-index.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

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
