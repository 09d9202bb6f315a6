import type { Sqlite } from '../database/open-sqlite.ts';
import { emptySpace } from './empty-space.ts';
import { entryEraser } from './erase-entries.ts';
import { memoryEraser } from './erase-memories.ts';
import { eraseScans } from './erase-scans.ts';

/**
 * Erases in a restored file what was erased before a moment (ms) in the file that it takes the place of: nobody sees it again. Answers
 * of how many entries. `yieldToEventLoop` is awaited now and then.
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
  // nothing of it lies on in free space
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
