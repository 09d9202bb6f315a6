import { backUp } from '../../electron/copies/backup/make-backup.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import { verifyDatabase, verifyJournal } from '../../electron/copies/verify/verify.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { why } from '../../shared/outbox/whys.ts';
import { openTestJournal } from '../support/open-test-journal.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
let elsewhere: string;
let journal: ReturnType<typeof openTestJournal>;
beforeEach(() => {
  desk = openTestOutbox();
  journal = openTestJournal(desk);
  elsewhere = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
});
afterEach(() => {
  journal.close();
  desk.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

let commands = 0;
const host = {
  now: () => desk.now(),
  newId: () => `restored-${++commands}`,
  yieldToEventLoop: () => Promise.resolve(),
};
const journalFolder = () => join(desk.folder, 'journal');
function capture(key: string) {
  const entry = desk.outbox.enqueue(`command-${++commands}`, labelCapture(key), 'Mia', false);
  journal.note();
  return entry;
}

describe('a backup', () => {
  it('is whole, and gets its final name only then', async () => {
    capture('A1');
    const made = await backUp(desk.db, elsewhere, desk.now());
    expect(made.entries).toBe(1);
    expect(readdirSync(elsewhere)).toEqual(['parcel-desk-20260302T080000Z.db']);
  });

  it('ends however much is saved meanwhile, and contains a single moment', async () => {
    for (let n = 0; n < 150; n++) capture(`BEFORE-${n}`);
    const beside = openDeskReader(desk.folder);
    let during = 0;
    const made = await backUp(beside, elsewhere, desk.now(), () => {
      during += 1;
      if (during < 300) capture(`DURING-${during}`);
    });
    beside.close();
    expect(made.entries).toBe(150);
    expect(during).toBeGreaterThan(1);
    expect(during).toBeLessThan(300);
  });

  it('with a damaged request is discarded', async () => {
    const { id } = capture('A1');
    desk.db.prepare(`UPDATE entry SET request = replace(request, 'Ana', 'Eva') WHERE id = ?`).run(id);
    await expect(backUp(desk.db, elsewhere, desk.now())).rejects.toThrow(/not whole/);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: false, damaged: [id] });
  });

  it('restores everything together with the journal, with every unsettled entry as possibly sent', async () => {
    const before = capture('A1');
    const { path } = await backUp(desk.db, elsewhere, desk.now());
    const after = capture('A2');
    const folder = join(elsewhere, 'new');
    const result = await restore(path, folder, journalFolder(), host);
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
    await expect(restore(path, desk.folder, null, host)).rejects.toThrow(/holds a desk already/);
  });

  it('is restored with the content that an entry was changed to afterwards', async () => {
    const { id } = capture('A1');
    const { path } = await backUp(desk.db, elsewhere, desk.now());
    const changed = labelCapture('A1', { Weight: 999 });
    desk.outbox.change(`command-${++commands}`, id, changed, 'Mia');
    journal.note();
    const folder = join(elsewhere, 'new');
    await restore(path, folder, journalFolder(), host);
    const restored = openTestOutbox({ folder });
    expect(restored.reader.detail(id)?.request.body).toMatchObject({ Package: { Weight: 999 } });
    restored.close();
  });

  it('is restored without the question about a record that a person has confirmed since', async () => {
    const { id } = capture('OURS');
    const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
    if (!claimed) throw new Error('nothing to claim');
    const echo = { status: 201, contentType: 'application/json', body: '{"PackageId":"OTHER"}' };
    const taken = { events: ['accepted'] as const, why: why('taken'), wait: null, asks: 'another-record' as const };
    desk.outbox.sync.settle(claimed, echo, 'accepted', taken, desk.now());
    const from = (await backUp(desk.db, elsewhere, desk.now())).path;
    desk.outbox.decide('decide-1', id, 'ours', 'Mia', '');
    journal.note();

    const restored = join(elsewhere, 'restored');
    await restore(from, restored, journalFolder(), host);
    const found = openTestOutbox({ folder: restored });
    expect(found.reader.detail(id)).toMatchObject({ state: 'accepted', asks: null });
    found.close();
  });
});

describe('verify', () => {
  it('finds acts that only the journal contains, of existing and of missing entries', () => {
    const { id } = capture('A1');
    const lost = capture('A2');
    desk.outbox.withdraw(id, { operator: 'Mia', why: '', decided: false, alone: false });
    journal.note();
    const other = openTestOutbox();
    expect(verifyJournal(desk.db, journalFolder())).toEqual({ lines: 3, missing: [], damagedLines: 0 });
    expect(verifyJournal(other.db, journalFolder())).toMatchObject({ missing: [id, lost.id] });
    other.close();
  });
});
