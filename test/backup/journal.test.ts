import { createJournalFile } from '../../electron/copies/journal/journal-file.ts';
import type { ActionLine } from '../../electron/copies/journal/journal-line.ts';
import { journalLines } from '../../electron/copies/journal/read-journal.ts';
import { openTestJournal } from '../support/open-test-journal.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import fs, {
  fstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
let journal: ReturnType<typeof openTestJournal>;
let troubles: unknown[];
let later: (() => void)[];
const folder = () => join(desk.folder, 'journal');
const today = () => join(folder(), '2026-03-02.jsonl');
const open = () =>
  openTestJournal(desk, folder(), {
    onFailure: (trouble) => troubles.push(trouble),
    after: (_ms, run) => {
      later.push(run);
      return () => undefined;
    },
  });
beforeEach(() => {
  desk = openTestOutbox();
  [troubles, later] = [[], []];
  journal = open();
});
afterEach(() => {
  journal.close();
  desk.close();
});
const reopen = () => {
  journal.close();
  journal = open();
};

let commands = 0;
const command = () => `command-${++commands}`;
function capture(key: string, draft = false): string {
  const { id } = desk.outbox.enqueue(command(), labelCapture(key), 'Mia', draft);
  journal.note();
  return id;
}
const lines = () => [...journalLines(folder())];
const acts = () => lines().filter((line): line is ActionLine => line?.v === 2);
const keys = () => acts().map(({ key }) => key);

describe('the rescue journal', () => {
  it('records what people did and who: captures as drafts or not, changes, submits, withdrawals, replacements with their links', () => {
    const draft = capture('A1', true);
    const gone = capture('A2');
    const old = capture('A3');
    desk.outbox.change(command(), draft, labelCapture('A1', { Weight: 7 }), 'Ana');
    desk.outbox.submit(command(), draft, labelCapture('A1', { Weight: 8 }), 'Ana');
    desk.outbox.withdraw(gone, { operator: 'Ana', why: 'twice', decided: false, alone: false });
    const copy = desk.outbox.replace(command(), old, labelCapture('A4'), 'Ana').id;
    journal.note();
    expect(acts()).toMatchObject([
      { id: draft, event: 'capture', to: 'draft', operator: 'Mia', key: 'A1' },
      { id: gone, event: 'capture', to: 'queued' },
      { id: old, event: 'capture', to: 'queued' },
      { id: draft, event: 'change', to: 'draft', operator: 'Ana' },
      { id: draft, event: 'submit', to: 'queued', request: { body: { Package: { Weight: 8 } } } },
      { id: gone, event: 'withdraw', to: 'withdrawn', why: { said: 'twice' } },
      { id: copy, event: 'capture', replaces: old },
      { id: old, event: 'withdraw', replacedBy: copy },
    ]);
  });

  it('records decisions, closings, cancellations ticked off, and confirmations of printed labels', () => {
    const [one, two] = [capture('A1'), capture('A2')];
    const claimed = desk.outbox.sync.claim(2, desk.now(), 'practice', []);
    const lost = {
      events: ['lost'],
      why: { said: 'lost' },
      wait: null,
      maybeTaken: true,
      asks: 'may-be-there',
    } as const;
    for (const entry of claimed) desk.outbox.sync.settle(entry, null, 'unsure', lost, desk.now());
    desk.outbox.decide(command(), one, 'taken', 'Ana', 'by phone');
    desk.outbox.decide(command(), two, 'withdraw', 'Ana', '');
    desk.outbox.cancelled(command(), two, 'Ana');
    desk.db.prepare(`UPDATE entry SET tracking_number = 'T1' WHERE id = ?`).run(one);
    desk.queue.markPrinted(command(), [one], 'Ana');
    desk.outbox.decide(command(), one, 'closed', 'Ana', '');
    journal.note();
    expect(acts().slice(2)).toMatchObject([
      { id: one, event: 'taken', from: 'unsure', to: 'accepted', why: { said: 'by phone' } },
      { id: two, event: 'withdraw', to: 'withdrawn' },
      { id: two, event: 'cancelled' },
      { id: one, event: 'printed', why: { code: 'printed', params: { number: 'T1' } } },
      { id: one, event: 'closed', to: 'done' },
    ]);
  });

  it('has one file per day', () => {
    capture('A1');
    desk.advance(86_400_000);
    capture('A2');
    expect(readdirSync(folder())).toEqual(['2026-03-02.jsonl', '2026-03-03.jsonl']);
  });

  it('syncs a day to disk before the next day starts', () => {
    const noted: number[] = [];
    const synced: number[] = [];
    const file = createJournalFile(
      (one) => noted.push(one),
      () => noted.splice(0).forEach((one) => synced.push(fstatSync(one).size)),
    );
    file.append(folder(), '2026-03-02', 'a line of yesterday\n');
    file.append(folder(), '2026-03-03', 'one of today\n');
    expect(synced).toEqual(['a line of yesterday\n'.length]);
    file.close();
    expect(synced).toHaveLength(2);
  });

  it('loses nothing to a torn last line: its content is written again, and the next line starts separately', () => {
    capture('A1');
    capture('A2');
    journal.close();
    const whole = readFileSync(today());
    for (let cut = 1; cut < 200; cut += 7) {
      writeFileSync(today(), whole);
      truncateSync(today(), whole.length - cut);
      journal = open();
      capture(`B${cut}`);
      journal.close();
      expect(new Set(keys())).toContain('A2');
      expect(keys().at(-1)).toBe(`B${cut}`);
      expect(lines().filter((line) => line === null).length).toBe(cut === 1 ? 0 : 1);
    }
    journal = open();
  });

  it.skipIf(process.platform !== 'linux')(
    'reports that lines wait, and catches up as soon as the disk accepts them',
    () => {
      mkdirSync(folder(), { recursive: true });
      symlinkSync('/dev/full', today());
      capture('A1');
      capture('A2');
      expect(troubles.at(-1)).toMatchObject({ folder: folder() });
      rmSync(today());
      later.at(-1)?.();
      expect(keys()).toEqual(['A1', 'A2']);
      expect(troubles.at(-1)).toBeNull();
    },
  );

  it('is whole if the disk writes its lines in pieces', () => {
    const { writeSync } = fs;
    const inPieces = (file: number, bytes: Buffer, at = 0) =>
      writeSync(file, bytes, at, Math.min(7, bytes.length - at));
    fs.writeSync = inPieces as typeof writeSync;
    syncBuiltinESMExports();
    try {
      capture('A1');
      capture('A2');
    } finally {
      fs.writeSync = writeSync;
      syncBuiltinESMExports();
    }
    expect(keys()).toEqual(['A1', 'A2']);
    expect(lines()).toHaveLength(2);
  });

  it('is synced a moment later, once for everything written until then, and before its file is closed', () => {
    const { fdatasync, fdatasyncSync } = fs;
    let syncs = 0;
    fs.fdatasync = ((_file: number, done: (error: null) => void) => ((syncs += 1), done(null))) as typeof fdatasync;
    fs.fdatasyncSync = () => void (syncs += 1);
    syncBuiltinESMExports();
    try {
      for (const key of ['A1', 'A2', 'A3']) capture(key);
      expect([later.length, syncs]).toEqual([1, 0]);
      later[0]?.();
      expect(syncs).toBe(1);
      capture('A4');
      journal.close();
      expect(syncs).toBe(2);
    } finally {
      Object.assign(fs, { fdatasync, fdatasyncSync });
      syncBuiltinESMExports();
    }
  });

  it('reports that it cannot be written and stops nothing, whatever happened to its folder', () => {
    writeFileSync(folder(), 'a file where the folder should be');
    capture('A1');
    expect(troubles.at(-1)).toMatchObject({ folder: folder() });
    rmSync(folder());
    capture('A2');
    expect(keys()).toEqual(['A1', 'A2']);
    rmSync(folder(), { recursive: true });
    capture('A3');
    expect(keys()).toEqual(['A3']);
  });

  it('gets lines that a crash prevented at the next start, and none twice', () => {
    capture('A1');
    desk.outbox.enqueue(command(), labelCapture('A2'), 'Mia', false);
    journal = open();
    expect(keys()).toEqual(['A1', 'A2']);
    reopen();
    expect(keys()).toEqual(['A1', 'A2']);
  });

  it('gets no line twice at a start after the clock was ahead and set back', () => {
    desk.advance(7 * 86_400_000);
    capture('A1');
    desk.advance(-6 * 86_400_000);
    capture('A2');
    reopen();
    expect(keys().toSorted()).toEqual(['A1', 'A2']);
  });

  it('distinguishes altered lines, and a line that is null, from whole ones', () => {
    capture('A1');
    capture('A2');
    writeFileSync(today(), readFileSync(today(), 'utf8').replace('Ana', 'Eva'));
    // The JSON value null with its correct hash.
    writeFileSync(
      join(folder(), '2026-03-01.jsonl'),
      '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b null\n',
    );
    expect(lines().map((line) => line && 'key' in line && line.key)).toEqual([null, null, 'A2']);
  });
});
