import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { journalDays, linesOfDay } from '../backup/read-journal.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';

/** Lines read in one go: some ms of work, so that no capture waits for long. */
const atOnce = 200;
const goneUpTo = 'retention-journal-gone';

/**
 * Removes days of a folder's own journal of which every entry was erased from the database, never the last one. An entry that the
 * database does not know is what the journal is for: its day stays. Between slices it waits for `yieldToEventLoop`, which answers whether to go on.
 * `upTo`: the last day up to which all went, now or before (`2026-03-01.jsonl`), '' where the first one stays: a second place may have
 * been out of reach then.
 */
export async function eraseJournal(
  db: Sqlite,
  folder: string,
  before: number,
  yieldToEventLoop: () => Promise<boolean>,
): Promise<{ upTo: string; removed: number }> {
  const facts = factStore(db);
  const upTo = (): string => facts.get(goneUpTo) ?? '';
  if (!existsSync(folder)) return { upTo: upTo(), removed: 0 };
  const erased = db.prepare<[string], { erased: number }>(
    'SELECT erased_at IS NOT NULL AS erased FROM entry WHERE id = ?',
  );
  async function isErased(path: string): Promise<boolean> {
    const known = new Set<string>();
    let read = 0;
    for (const line of linesOfDay(path)) {
      read += 1;
      if (read % atOnce === 0 && !(await yieldToEventLoop())) return false;
      if (!line || known.has(line.id)) continue;
      if (erased.get(line.id)?.erased !== 1) return false;
      known.add(line.id);
    }
    return true;
  }
  let [removed, isBroken] = [0, false];
  for (const day of journalDays(folder).slice(0, -1)) {
    const path = join(folder, day);
    const isOld = statSync(path).mtimeMs < before && Date.parse(day.slice(0, 10)) + 86_400_000 < before;
    if (isOld && (await isErased(path))) {
      if (!isBroken && day > upTo()) facts.set(goneUpTo, day);
      rmSync(path);
      removed += 1;
    } else isBroken = true;
    if (!(await yieldToEventLoop())) break;
  }
  return { upTo: upTo(), removed };
}
