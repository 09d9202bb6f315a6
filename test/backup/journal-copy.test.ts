import type { FromIoProcess } from '../../electron/copies/io-process/io-message.ts';
import { serveIo } from '../../electron/copies/io-process/serve-io.ts';
import { openJournalCopy } from '../../electron/copies/journal/journal-copy.ts';
import type { ActionLine } from '../../electron/copies/journal/journal-line.ts';
import { journalLines } from '../../electron/copies/journal/read-journal.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { fakeTime } from '../support/fake-time.ts';
import { openTestJournal } from '../support/open-test-journal.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: TestOutbox;
let own: ReturnType<typeof openTestJournal>;
let copy: ReturnType<typeof openJournalCopy>;
let time: ReturnType<typeof fakeTime>;
let place: string;
/** the place that was chosen last */
let named: string;
let standing: unknown;
/** when an end was found missing; null: never */
let cut: number | null;
/** sizes of the pieces handed over at once */
let pieces: number[];
/** null: the place answers; otherwise each request waits here */
let hanging: (() => void)[] | null;

function open(): void {
  let answered: FromIoProcess | null = null;
  const answer = serveIo((message) => (answered = message));
  own = openTestJournal(desk);
  copy = openJournalCopy({
    db: desk.db,
    folder: () => place,
    now: desk.now,
    lock: () => null,
    onCut: (at) => (cut = at),
    async append(folder, day, text) {
      pieces.push(text.split('\n').length - 1);
      if (hanging) await new Promise<void>((resolve) => hanging?.push(resolve));
      const chosen = { place: folder, machineFolder: join(desk.folder, 'machine') };
      if (named !== folder) answer({ id: 0, ask: 'choose', ...chosen });
      named = folder;
      answer({ id: 1, ask: 'append', ...chosen, folder, day, opening: '', text, mustHave: null });
      if (answered && 'problem' in answered) throw new ProblemError(answered.problem);
      return null;
    },
    onFailure: (trouble) => (standing = trouble),
    after: time.timer.after,
  });
}
beforeEach(() => {
  desk = openTestOutbox();
  time = fakeTime();
  [named, cut] = ['', null];
  [place, standing, pieces, hanging] = [mkdtempSync(join(desk.folder, 'second-')), null, [], null];
  open();
});
afterEach(async () => {
  await end();
  desk.close();
});

/** Closes without waiting in real time for a hanging request. */
async function end(): Promise<void> {
  own.close();
  const closed = copy.close();
  await time.advance(1000);
  await closed;
}
async function reopen(): Promise<void> {
  await end();
  open();
  await copy.settled();
}
let commands = 0;
function capture(key: string): void {
  desk.outbox.enqueue(`copy-${++commands}`, labelCapture(key), 'Mia', false);
  own.note();
  copy.note();
}
async function captured(...keys: string[]): Promise<void> {
  keys.forEach(capture);
  await copy.settled();
}
const keysIn = (folder: string): string[] =>
  [...journalLines(folder)].filter((line): line is ActionLine => line?.v === 2).map(({ key }) => key);

it('the second journal has the lines of the first, one file per day', async () => {
  await captured('A1');
  desk.advance(86_400_000);
  await captured('A2', 'A3');
  const first = join(desk.folder, 'journal');
  for (const day of readdirSync(first))
    expect(readFileSync(join(place, day), 'utf8')).toBe(readFileSync(join(first, day), 'utf8'));
  expect(readdirSync(place).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
});

it('the second journal has lines that the first could not write', async () => {
  await captured('A1');
  rmSync(join(desk.folder, 'journal'), { recursive: true });
  writeFileSync(join(desk.folder, 'journal'), 'a file where the folder should be');
  await captured('A2');
  expect(keysIn(place)).toEqual(['A1', 'A2']);
});

it('lines that a hanging place did not take are copied when it answers, in pieces of bounded size, once each', async () => {
  hanging = [];
  const keys = Array.from({ length: 350 }, (_, n) => `A${n}`);
  keys.forEach(capture);
  // One piece is under way, however many wait behind it.
  await time.advance(0);
  expect(pieces).toEqual([0, 1]);
  const waiting = hanging;
  hanging = null;
  waiting.forEach((go) => go());
  await copy.settled();
  expect(keysIn(place)).toEqual(keys);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(100);
});

it('a place that cannot be written is reported, tried again, and reported as recovered', async () => {
  await copy.settled();
  const kept = `${place}-kept`;
  renameSync(place, kept);
  writeFileSync(place, 'a file where the folder should be');
  await captured('A1', 'A2');
  expect(standing).toMatchObject({ folder: place, isAway: true });
  rmSync(place);
  renameSync(kept, place);
  await time.advance(30_000);
  expect(keysIn(place)).toEqual(['A1', 'A2']);
  expect(standing).toBeNull();
});

it('the second journal continues after a restart where it stopped', async () => {
  await captured('A1');
  await reopen();
  expect(keysIn(place)).toEqual(['A1']);
  hanging = [];
  capture('A2');
  await end();
  const late = hanging;
  hanging = null;
  open();
  await captured('A3');
  expect(keysIn(place)).toEqual(['A1', 'A2', 'A3']);
  late.forEach((go) => go());
});

it('a new place gets every line of the journal, and a removed place causes no more warnings', async () => {
  await captured('A1', 'A2');
  place = join(desk.folder, 'third');
  copy.retryNow();
  await captured('A3');
  expect(keysIn(place)).toEqual(['A1', 'A2', 'A3']);
  writeFileSync((place = join(desk.folder, 'none')), '');
  copy.retryNow();
  await copy.settled();
  expect(standing).not.toBeNull();
  place = '';
  copy.retryNow();
  await copy.settled();
  expect(standing).toBeNull();
});

it('an open second journal, of which nothing proves that a line is missing, is never reported as cut', async () => {
  await captured('A1', 'A2');
  for (const day of readdirSync(place).filter((name) => name.endsWith('.jsonl'))) writeFileSync(join(place, day), '');
  await captured('A3');
  expect(keysIn(place)).toEqual(['A3']);
  await reopen();
  expect(cut).toBeNull();
});

it('closing waits for a hanging place for at most one second', async () => {
  hanging = [];
  capture('A1');
  let closed = false;
  void copy.close().then(() => (closed = true));
  await time.advance(999);
  expect(closed).toBe(false);
  await time.advance(1);
  expect(closed).toBe(true);
});
