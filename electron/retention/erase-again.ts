import type { Sqlite } from '../database/open-sqlite.ts';
import { createSpaceCleaner } from './empty-space.ts';
import { createEntryEraser } from './erase-entries.ts';
import { createMemoryEraser } from './erase-memories.ts';
import { createScanEraser } from './erase-scans.ts';

/**
 * Erases everything older than `before` (ms) in a restored file, as retention already had in the file it replaces, so
 * that erased data does not reappear. Returns the number of entries. `yieldToEventLoop` is awaited regularly.
 */
export async function repeatErasures(
  db: Sqlite,
  before: number,
  { now, yieldToEventLoop }: { now: () => number; yieldToEventLoop: () => Promise<void> },
): Promise<number> {
  const space = createSpaceCleaner(db);
  const entries = createEntryEraser(db, now, () => space.markUnmerged('search'));
  const memories = createMemoryEraser(db, () => space.markUnmerged('sku_search'));
  const scans = createScanEraser(db);
  // so that nothing of it remains in free pages
  space.setOverwriting(true);
  let count = 0;
  for (let more = true; more; await yieldToEventLoop()) {
    const done = entries.some(before);
    count += done.erased;
    more = done.more;
  }
  while (memories.some(before) > 0) await yieldToEventLoop();
  while (scans.processBatch(before)) await yieldToEventLoop();
  while (space.mergeIndexes()) await yieldToEventLoop();
  return count;
}
