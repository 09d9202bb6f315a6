import { catchHostFaults, watchDisk, type DiskWatch } from '../../../electron/desk/folder/watch-disk.ts';
import { scheduleIdleTasks } from '../../../electron/memory/learn-entries.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import Database from 'better-sqlite3';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let desk: TestOutbox;
let disk: DiskWatch;
let free: number;
let later: { ms: number; run: () => void }[];
let told: (Problem | null)[];
let gaveUp: number;
const after = (ms: number, run: () => void) => {
  later.push({ ms, run });
  return () => undefined;
};

const watch = (place: string): DiskWatch =>
  watchDisk({
    db: desk.db,
    folder: place,
    timer: { after },
    freeBytes: () => (Number.isNaN(free) ? Promise.reject(new Error('not told')) : Promise.resolve(free)),
    onDiskFault: (trouble) => told.push(trouble),
    endForRestart: () => (gaveUp += 1),
  });
let folder: string;
beforeEach(() => {
  desk = openTestOutbox();
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
  [free, later, told, gaveUp] = [1e9, [], [], 0];
  disk = watch('/data');
});
afterEach(() => {
  desk.close();
  rmSync(folder, { recursive: true });
});

/** Causes a real out-of-space error: the file may not grow any more. */
function fillUp(): Error {
  const pages = desk.db.pragma('page_count', { simple: true }) as number;
  desk.db.pragma(`max_page_count = ${pages}`);
  try {
    desk.db.exec(`INSERT INTO memory (name, value, at) VALUES ('big', '"${'x'.repeat(100_000)}"', 1)`);
  } catch (error) {
    if (error instanceof Database.SqliteError) return error;
    throw error;
  }
  throw new Error('there was room');
}
const turn = async () => {
  later.shift()?.run();
  await new Promise((resolve) => setImmediate(resolve));
};

describe('the disk of a desk', () => {
  it('when full is reported as the reason, and checked until it has space', async () => {
    const { answer } = disk.note(fillUp());
    expect(answer).toMatchObject({ problem: { kind: 'disk', params: { reason: 'full', folder: '/data' } } });
    expect(told).toHaveLength(1);
    free = 0;
    await turn();
    expect(told).toHaveLength(1);
    free = 1e9;
    await turn();
    expect(told.at(-1)).toBeNull();
    expect(later).toEqual([]);
    expect(gaveUp).toBe(0);
  });

  it.each([
    ['has space', true],
    ['has none', false],
  ])('whose free space cannot be read is tried with a file: it %s', async (_what, hasSpace) => {
    free = NaN;
    // a path that accepts no file stands for a disk without space
    const place = hasSpace ? folder : join(folder, 'missing');
    disk = watch(place);
    disk.note(fillUp());
    later.shift()?.run();
    await vi.waitFor(() => expect(hasSpace ? told.at(-1) : later.length).toBe(hasSpace ? null : 1));
    expect(told).toHaveLength(hasSpace ? 2 : 1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('failing during a write ends the worker, and it is reported that the outcome is unknown', () => {
    const { answer } = disk.note(new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC'));
    expect(answer).toMatchObject({ problem: { kind: 'desk-gone' } });
    expect(gaveUp).toBe(1);
  });

  it('is not blamed for other faults', () => {
    const fault = new TypeError('ours');
    expect(disk.note(fault)).toEqual({ answer: fault, isNew: true });
    expect(told).toEqual([]);
  });

  it('with a damaged file is reported as such, and not checked for space', () => {
    expect(disk.note(new Database.SqliteError('malformed', 'SQLITE_CORRUPT')).answer).toMatchObject({
      problem: { kind: 'damaged', params: { folder: '/data' } },
    });
    expect(later).toEqual([]);
  });
});

describe('background work', () => {
  it('survives a full disk: the fault is reported once, and learning continues when there is space', () => {
    const faults: unknown[] = [];
    const turns: typeof later = [];
    const timer = { after: (ms: number, run: () => void) => (turns.push({ ms, run }), () => undefined) };
    const host = catchHostFaults(
      { timer, runSoon: (run: () => void) => run(), onFault: (e: unknown) => faults.push(e) },
      disk,
    );
    let full: Error | null = fillUp();
    let learned = 0;
    const some = () => {
      if (full) throw full;
      learned += 1;
      return false;
    };
    const learning = scheduleIdleTasks([{ processBatch: some }], host.timer.after, host.onFault);
    learning.wake();
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      if (n === 3) full = null;
      const { ms = 0, run = () => undefined } = turns.shift() ?? {};
      waits.push(ms);
      run();
    }
    expect(learned).toBe(1);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(faults).toHaveLength(1);
  });
});
