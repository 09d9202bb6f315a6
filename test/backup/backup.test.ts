import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../electron/backup/backup.ts';
import { openJournal, readJournal, type JournalLine } from '../../electron/backup/journal.ts';
import { restore } from '../../electron/backup/restore.ts';
import { verifyDatabase, verifyJournal } from '../../electron/backup/verify.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';

let desk: TestOutbox;
let elsewhere: string;
beforeEach(() => {
  desk = openTestOutbox();
  elsewhere = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
});
afterEach(() => {
  desk.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

let commands = 0;
const host = { now: () => desk.now(), newId: () => `restored-${++commands}` };
const line = (id: string, capture: Capture): JournalLine => ({
  id,
  at: desk.now(),
  endpoint: capture.endpoint,
  operator: 'Mia',
  query: capture.query,
  body: capture.body,
});
const journalHere = (troubles: unknown[] = []) =>
  openJournal({
    folders: () => [join(desk.folder, 'journal')],
    now: () => desk.now(),
    onTrouble: (t) => troubles.push(t),
  });
function capture(key: string, journal = journalHere()) {
  const taken = labelCapture(key);
  const entry = desk.outbox.enqueue(`command-${++commands}`, taken, 'Mia', false);
  journal.write([line(entry.id, taken)]);
  journal.close();
  return entry;
}

describe('the rescue journal', () => {
  it('holds every capture as a line with its hash, a file a day', () => {
    capture('A1');
    desk.pass(86_400_000);
    capture('A2');
    const folder = join(desk.folder, 'journal');
    expect(readdirSync(folder)).toEqual(['2026-03-02.jsonl', '2026-03-03.jsonl']);
    expect(
      readJournal(folder).lines.map((l) => (l.body as { Package: { PackageId: string } }).Package.PackageId),
    ).toEqual(['A1', 'A2']);
  });

  it('tells damaged and half lines from whole ones', () => {
    capture('A1');
    const file = join(desk.folder, 'journal', '2026-03-02.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Ana', 'Eva'));
    capture('A2');
    appendFileSync(file, 'half a li');
    expect(readJournal(join(desk.folder, 'journal'))).toMatchObject({ damaged: 2, lines: [{}] });
  });

  it('that cannot be written is told, and stops nothing', () => {
    const troubles: unknown[] = [];
    writeFileSync(join(desk.folder, 'journal'), 'a file where the folder should be');
    expect(capture('A1', journalHere(troubles)).already).toBe(false);
    expect(troubles).toMatchObject([{ folder: join(desk.folder, 'journal') }]);
  });
});

describe('a backup', () => {
  it('is whole, and gets its name only then', async () => {
    capture('A1');
    const made = await backUp(desk.db, elsewhere, desk.now());
    expect(made.entries).toBe(1);
    expect(readdirSync(elsewhere)).toEqual(['parcel-desk-20260302T080000Z.db']);
  });

  it('of a damaged request is not kept', async () => {
    const { id } = capture('A1');
    desk.db.prepare(`UPDATE entry SET request = replace(request, 'Ana', 'Eva') WHERE id = ?`).run(id);
    await expect(backUp(desk.db, elsewhere, desk.now())).rejects.toThrow(/not whole/);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: false, damaged: [id] });
  });

  it('brings everything back with the journal, every unsettled entry as maybe taken', async () => {
    const before = capture('A1');
    const { path } = await backUp(desk.db, elsewhere, desk.now());
    const after = capture('A2');
    const folder = join(elsewhere, 'new');
    const result = restore(path, folder, join(desk.folder, 'journal'), host);
    expect(result).toMatchObject({ generation: 2, entries: 2, fromJournal: 1, maybeTaken: 2, damagedJournalLines: 0 });
    const restored = openTestOutbox({ folder });
    expect(restored.outbox.sync.interrupted()).toMatchObject([
      { id: before.id, maybeTaken: true },
      { id: after.id, maybeTaken: true },
    ]);
    expect(restored.outbox.sync.claim(9, desk.now(), 'practice', [])).toEqual([]);
    restored.close();
  });

  it('is never restored over a desk', async () => {
    capture('A1');
    const { path } = await backUp(desk.db, elsewhere, desk.now());
    expect(() => restore(path, desk.folder, null, host)).toThrow(/holds a desk already/);
  });

  it('brings back the content an entry was changed to afterwards', async () => {
    const { id } = capture('A1');
    const { path } = await backUp(desk.db, elsewhere, desk.now());
    const changed = labelCapture('A1', { Weight: 999 });
    desk.outbox.change(`command-${++commands}`, id, changed, 'Mia');
    const journal = journalHere();
    journal.write([line(id, changed)]);
    journal.close();
    const folder = join(elsewhere, 'new');
    restore(path, folder, join(desk.folder, 'journal'), host);
    const restored = openTestOutbox({ folder });
    expect(restored.reader.detail(id)?.request.body).toMatchObject({ Package: { Weight: 999 } });
    restored.close();
  });
});

describe('verify', () => {
  it('finds captures that only the journal knows', () => {
    capture('A1');
    const journal = journalHere();
    journal.write([line('lost', labelCapture('A9'))]);
    journal.close();
    expect(verifyJournal(desk.db, join(desk.folder, 'journal'))).toEqual({
      lines: 2,
      missing: ['lost'],
      damagedLines: 0,
    });
  });
});
