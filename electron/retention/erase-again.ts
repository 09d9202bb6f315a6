import type { Sqlite } from '../database/open-sqlite.ts';
import { emptySpace } from './empty-space.ts';
import { entryEraser } from './erase-entries.ts';
import { memoryEraser } from './erase-memories.ts';
import { eraseScans } from './erase-scans.ts';

/**
 * Erases everything older than `before` (ms) in a restored file, as retention already had in the file it replaces, so
 * that erased data does not reappear. Returns the number of entries. `yieldToEventLoop` is awaited regularly.
 */
export async function eraseAgain(
  db: Sqlite,
  before: number,
  { now, yieldToEventLoop }: { now: () => number; yieldToEventLoop: () => Promise<void> },
): Promise<number> {
  const space = emptySpace(db);
  const entries = entryEraser(db, now, () => space.leaveSearch('search'));
  const memories = memoryEraser(db, () => space.leaveSearch('sku_search'));
  const scans = eraseScans(db);
  // so that nothing of it remains in free pages
  space.keep(true);
  let count = 0;
  for (let more = true; more; await yieldToEventLoop()) {
    const done = entries.some(before);
    count += done.erased;
    more = done.more;
  }
  while (memories.some(before) > 0) await yieldToEventLoop();
  while (scans.some(before)) await yieldToEventLoop();
  while (space.search()) await yieldToEventLoop();
  return count;
}
