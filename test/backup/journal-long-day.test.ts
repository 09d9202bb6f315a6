import { journalLines } from '../../electron/copies/journal/read-journal.ts';
import { openTestJournal } from '../support/open-test-journal.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
let journal: ReturnType<typeof openTestJournal> | null;
let later: (() => void)[];
let ahead: number[];
let troubles: string[];
const folder = () => join(desk.folder, 'journal');
const { readSync } = fs;
const captures = 1000;

function open(): void {
  later = [];
  journal = openTestJournal(desk, folder(), {
    onLostActions: ({ count }) => ahead.push(count),
    onFailure: (trouble) => void (trouble && troubles.push(trouble.message)),
    after(_ms, run) {
      later.push(run);
      return () => void (later = later.filter((one) => one !== run));
    },
  });
}

function close(): void {
  journal?.close();
  journal = null;
}

/** Runs everything that was deferred, and what that defers in turn. */
function runLater(): void {
  for (let next = later.shift(); next; next = later.shift()) next();
}

beforeEach(() => {
  desk = openTestOutbox();
  [ahead, troubles] = [[], []];
  open();
  for (let n = 0; n < captures; n++) {
    desk.advance(1000);
    desk.outbox.enqueue(`command-${n}`, labelCapture(`A${n}`), 'Mia', false);
  }
  close();
});
afterEach(() => {
  close();
  fs.readSync = readSync;
  syncBuiltinESMExports();
  desk.close();
});

/** Removes this capture from the database. */
const lose = (n: number): void =>
  void desk.db.prepare(`UPDATE entry SET id = 'lost-' || id WHERE key = ?`).run(`A${n}`);

describe('a start on a long day of the journal', () => {
  it('reads only the end of the day, however many entries it has, and the rest in turns afterwards', () => {
    let bytes = 0;
    fs.readSync = ((...given: Parameters<typeof readSync>) => {
      const size = readSync(...given);
      bytes += size;
      return size;
    }) as typeof readSync;
    syncBuiltinESMExports();
    const [day = ''] = fs.readdirSync(folder());
    const { size } = fs.statSync(join(folder(), day));
    open();
    expect(size).toBeGreaterThan(256 * 1024);
    // Once for what was lost, once for where to continue.
    expect(bytes).toBeLessThanOrEqual(32 * 1024);
    runLater();
    expect(bytes).toBeGreaterThan(size);
    expect(ahead).toEqual([]);
  });

  it('continues behind its newest line', () => {
    open();
    desk.outbox.enqueue('one more', labelCapture('B'), 'Mia', false);
    close();
    const steps = [...journalLines(folder())].map((line) => (line?.v === 2 ? line.step : null));
    expect(steps).toHaveLength(captures + 1);
    expect(new Set(steps).size).toBe(captures + 1);
  });

  it('reports at once what a disk lost last, and starts a new generation before a number is assigned', () => {
    lose(captures - 1);
    open();
    expect(ahead).toEqual([1]);
    expect(desk.db.prepare(`SELECT value FROM fact WHERE name = 'generation'`).pluck().get()).toBe('2');
  });

  it('reports a moment later what is missing before that, and searches everything since at every later start', () => {
    lose(3);
    lose(captures / 2);
    open();
    expect(ahead).toEqual([]);
    runLater();
    expect(ahead.at(-1)).toBe(2);
    close();
    ahead = [];
    open();
    expect(ahead).toEqual([2]);
  });

  it('skips a day that is erased before its rest is read', () => {
    lose(3);
    open();
    for (const day of fs.readdirSync(folder())) fs.rmSync(join(folder(), day));
    runLater();
    expect({ ahead, troubles }).toEqual({ ahead: [], troubles: [] });
  });

  it('cancels the deferred rest if the desk is closed first', () => {
    lose(3);
    open();
    later.shift()?.();
    close();
    expect(later).toEqual([]);
  });
});
