import { checkFolder, type FolderCheck, scheduleFullChecks } from '../../electron/copies/verify/full-check.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { problem } from '../../shared/contract/problem.ts';
import { label, openLostDesk, restoreTo } from './lost-desk.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const hour = 3_600_000;
const day = 24 * hour;

/** A run of a desk on a folder, limited to the full check, with its own clock. */
function startRun(folder: string, at: number, check = () => checkFolder(folder, () => undefined)) {
  const db = openDesk(folder);
  let now = at;
  let timer: { at: number; run: () => void } | null = null;
  const [found, skipped]: [FolderCheck[], (number | null)[]] = [[], []];
  const kept = scheduleFullChecks({
    db,
    now: () => now,
    after(ms, run) {
      const own = (timer = { at: now + ms, run });
      return () => {
        if (timer === own) timer = null;
      };
    },
    check,
    onChecked: (one) => void found.push(one),
    onSkipped: (megabytes) => void skipped.push(megabytes),
  });
  onTestFinished(() => void db.close());
  return {
    found,
    skipped,
    /** Advances the clock, and waits for the checks that start meanwhile. */
    async pass(ms: number): Promise<void> {
      const end = now + ms;
      while (timer !== null && timer.at <= end) {
        const { at, run } = timer;
        timer = null;
        now = at;
        run();
        await expect.poll(() => timer).not.toBeNull();
      }
      now = end;
    },
    close(): void {
      kept.close();
      db.close();
    },
    /** Like a kill: nothing is written any more. */
    kill: (): void => void db.close(),
  };
}

async function folderWithEntry(): Promise<string> {
  const desk = await openLostDesk();
  await desk.add(label('ONE'));
  await desk.close();
  // Facts that the desk itself had started.
  const db = openDesk(desk.folder);
  db.exec("DELETE FROM fact WHERE name IN ('checked-at', 'open-run')");
  db.close();
  return desk.folder;
}

const start = Date.parse('2026-03-02T08:00:00Z');

describe('the full check of a data folder', () => {
  it('is made once a day, whatever is started and closed meanwhile', async () => {
    const folder = await folderWithEntry();
    const first = startRun(folder, start);
    await first.pass(hour);
    expect(first.found).toHaveLength(1);
    first.close();
    for (const later of [2, 5, 20]) {
      const again = startRun(folder, start + later * hour);
      await again.pass(hour);
      expect(again.found).toHaveLength(0);
      again.close();
    }
    const next = startRun(folder, start + 23 * hour);
    await next.pass(3 * day);
    expect(next.found).toHaveLength(3);
    next.close();
  });

  it('is made again after a run that was killed', async () => {
    const folder = await folderWithEntry();
    const killed = startRun(folder, start);
    await killed.pass(hour);
    killed.kill();
    const next = startRun(folder, start + 2 * hour);
    await next.pass(hour);
    expect(next.found).toHaveLength(1);
    next.close();
  });

  it('is made again if the clock was ahead at the last one', async () => {
    const folder = await folderWithEntry();
    const ahead = startRun(folder, start + 30 * day);
    await ahead.pass(hour);
    ahead.close();
    const next = startRun(folder, start);
    await next.pass(hour);
    expect(next.found).toHaveLength(1);
    next.close();
  });

  it('is made again at the next start while anything is damaged', async () => {
    const folder = await folderWithEntry();
    const disk = new Database(join(folder, deskFile));
    disk.exec("UPDATE entry SET recipient = 'somebody else'");
    disk.close();
    for (const later of [0, 2]) {
      const run = startRun(folder, start + later * hour);
      await run.pass(hour);
      expect(run.found).toMatchObject([{ damaged: 1 }]);
      run.close();
    }
  });

  it('reports a lack of space for its copy, is tried again within the hour, and reports that it is over', async () => {
    const folder = await folderWithEntry();
    let isFull = true;
    const full = problem('disk', 'no room', { reason: 'full', folder, megabytes: 12 });
    const run = startRun(folder, start, () => (isFull ? Promise.reject(full) : checkFolder(folder, () => undefined)));
    await run.pass(hour / 2);
    expect(run.skipped).toEqual([12]);
    isFull = false;
    await run.pass(hour);
    expect(run.skipped).toEqual([12, null]);
    expect(run.found).toHaveLength(1);
    run.close();
  });

  it('is made for a restored folder whatever the backup contains', async () => {
    const folder = await folderWithEntry();
    const run = startRun(folder, start);
    await run.pass(hour);
    run.close();
    const restored = await restoreTo(join(folder, deskFile), null);
    const first = startRun(restored.folder, start + 2 * hour);
    await first.pass(hour);
    expect(first.found).toHaveLength(1);
    first.close();
  });
});
