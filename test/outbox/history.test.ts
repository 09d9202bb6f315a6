import { historyReader, historyWriter } from '../../electron/outbox/history.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { why } from '../../shared/outbox/whys.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('the history of an entry', () => {
  let desk: TestOutbox;
  beforeEach(() => (desk = openTestOutbox()));
  afterEach(() => desk.close());
  const whysOf = (id: string) => desk.reader.detail(id)?.history.map((step) => step.why);

  it('records steps of the desk as codes, and those of a person in their words', () => {
    const { id } = desk.outbox.enqueue('command-1', labelCapture('A1'), 'Mia', false);
    desk.outbox.change('command-2', id, labelCapture('A1', { Weight: 7 }), 'Mia');
    desk.outbox.withdraw(id, { operator: 'Mia', why: 'withdrawn', decided: false, alone: false });
    expect(whysOf(id)).toEqual([
      { code: 'captured', params: {} },
      { code: 'changed', params: {} },
      { said: 'withdrawn' },
    ]);
  });

  it('records a code if a person gives no reason', () => {
    const { id } = desk.outbox.enqueue('command-1', labelCapture('A1'), 'Mia', false);
    desk.outbox.withdraw(id, { operator: 'Mia', why: ' ', decided: false, alone: false });
    expect(whysOf(id)?.at(-1)).toEqual({ code: 'withdrawn', params: {} });
  });

  it('shows that an entry was imported from a file', () => {
    const [first] = desk.outbox.enqueueMany([labelCapture('A1')], 'Mia', false, true);
    if (!first || first instanceof Error) throw new Error('an entry is meant');
    expect(whysOf(first.id)).toEqual([{ code: 'imported', params: {} }]);
  });

  it('keeps the parameters of a sentence', () => {
    const { id } = desk.outbox.enqueue('command-1', labelCapture('A1'), 'Mia', false);
    desk.outbox.sync.claim(1, desk.now() + 60_000, 'practice', []);
    expect(whysOf(id)?.at(-1)).toEqual({ code: 'try', params: { number: 1 } });
  });
});

describe('a history written by an older version', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'history-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('stays readable, and continues with codes', () => {
    const path = join(folder, 'desk.db');
    const before = openSqlite(path, deskMigrations.slice(0, 4));
    before.pragma('foreign_keys = OFF');
    before
      .prepare(
        `INSERT INTO history (entry, at, who, event, to_state, why) VALUES (1, 5, 'Mia', 'capture', 'queued', 'captured')`,
      )
      .run();
    before.close();
    const after = openSqlite(path, deskMigrations);
    after.pragma('foreign_keys = OFF');
    const step = { entry: 1, at: 6, who: 'desk', event: 'claim', from: 'queued', to: 'sending' } as const;
    historyWriter(after)({ ...step, why: why('try', { number: 2 }) });
    expect(historyReader(after)(1)).toEqual([
      { at: 5, who: 'Mia', from: null, to: 'queued', why: { said: 'captured' }, damaged: false },
      {
        at: 6,
        who: 'desk',
        from: 'queued',
        to: 'sending',
        why: { code: 'try', params: { number: 2 } },
        damaged: false,
      },
    ]);
    after.close();
  });
});
