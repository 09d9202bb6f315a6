import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHandovers } from '../../electron/handover/open-handovers.ts';
import { handoverReader } from '../../electron/handover/read-handovers.ts';
import { deskEntries } from '../../electron/lookups/desk-entries.ts';
import { watchStore } from '../../electron/lookups/watch-store.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import { actsReader } from '../../electron/outbox/read-acts.ts';
import { entryChanges } from '../../electron/outbox/read-changes.ts';
import { entryLists } from '../../shared/outbox/lists.ts';
import { labelLists } from '../../shared/labels/label-lists.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { openTestOutbox, skuCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { stepsOf, watchStatements } from '../support/watched-statements.ts';

let desk: TestOutbox;
beforeAll(() => (desk = openTestOutbox()));
afterAll(() => desk.close());

/** Tables that grow with every entry, and the names they are asked under. */
const growing = new Set([
  'entry',
  'e',
  'h',
  'attempt',
  'a',
  'history',
  'need',
  'n',
  'command',
  'search_terms',
  'handover_parcel',
  'l',
]);
const partial = (): string[] =>
  desk.db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%WHERE%'")
    .pluck()
    .all();

/** A step that reads a growing table from end to end, by nothing or by an index of all its rows. */
function readsAll(step: string): boolean {
  const scan = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$/.exec(step);
  return scan !== null && growing.has(scan[1] ?? '') && !partial().includes(scan[2] ?? '');
}
const tellOf = (sql: string): string => `${sql.replaceAll(/\s+/g, ' ')}: ${stepsOf(desk.db, sql).join('; ')}`;

/** What the sync, the verbs of people and the clock ask. */
function askedToWork(): string[] {
  const { db, statements } = watchStatements(desk.db);
  const { sync, enqueue } = openOutbox(db, { now: desk.now, newId: randomUUID, holdMs: () => 0 });
  const entered = randomUUID();
  enqueue(entered, skuCapture(entered), 'Mia', false);
  sync.claim(4, desk.now(), 'practice', []);
  sync.dueReads(4, desk.now());
  sync.nextDue(desk.now());
  deskEntries(db);
  actsReader(db);
  entryChanges(db);
  openHandovers(db, { now: desk.now, newId: () => 'x' });
  return [...statements];
}

/** What lists of a screen ask, page by page, in both directions. */
function askedByLists(): string[] {
  const { db, statements } = watchStatements(desk.db);
  const reader = openReader(db, desk.now, () => 1_800_000);
  for (const list of entryLists) {
    for (const endpoint of [undefined, 2, 15]) {
      for (const place of [{}, { before: 50 }, { after: 50 }]) reader.page({ list, endpoint, ...place }, 7);
      reader.tally({ list, endpoint });
    }
  }
  for (const list of labelLists)
    for (const place of [{}, { before: 50 }, { after: 50 }]) reader.labels.page(list, place, 7);
  handoverReader(db, desk.now).carriers();
  return [...statements];
}

describe('what a desk asks of its outbox', () => {
  it('to claim, settle, wait and read on is found by an index: nothing reads a growing table from end to end', () => {
    const asked = askedToWork();
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((sql) => stepsOf(desk.db, sql).some(readsAll)).map(tellOf)).toEqual([]);
  });

  it('for lists ends with its page: what goes through all entries is a page of all of them', () => {
    const asked = askedByLists();
    expect(asked.length).toBeGreaterThan(50);
    const reading = asked.filter((sql) => stepsOf(desk.db, sql).some(readsAll) && !sql.includes('LIMIT'));
    expect(reading.map(tellOf)).toEqual([]);
  });

  it('is never counted off from the beginning of a list', () => {
    expect([...askedToWork(), ...askedByLists()].filter((sql) => /ORDER BY e?\.?seq.*\bOFFSET\b/s.test(sql))).toEqual(
      [],
    );
    expect(askedByLists().filter((sql) => /\bOFFSET\b/.test(sql))).toEqual([]);
  });

  it.each([
    ['what may be claimed', 'entry_ready'],
    ['what waits for a clock', 'entry_waiting'],
    ['statuses that are due', 'entry_reading_of'],
    ['waits that a clock set back has ended', 'entry_wait_set'],
    ['what an ended run left sending', 'entry_sending'],
    ['open outcomes, for what is stuck', 'entry_open_outcome'],
    ['what asks a person', 'entry_asking'],
    ['what is to be cancelled at the service', 'entry_to_cancel'],
    ['labels of each list', 'entry_labels'],
    ['an order by its tracking number', 'entry_by_tracking'],
    ['SKUs that the service does not have', 'entry_sku_waiting'],
    ['labels that came out on a day, to be handed over', 'entry_printed_at'],
  ])('finds %s by the index made for it, %s, which has nothing else in it', (_what, index) => {
    expect(partial()).toContain(index);
    const steps = [...askedToWork(), ...askedByLists()].flatMap((sql) => stepsOf(desk.db, sql));
    expect(steps.filter((step) => new RegExp(`INDEX ${index}\\b`).test(step))).not.toEqual([]);
  });

  it('finds what is due by its time: what waits longer is not read, however much that is', () => {
    const asked = askedToWork().filter((sql) => sql.startsWith('SELECT') && /\bdue(?:_at)? <=/.test(sql));
    const steps = asked
      .flatMap((sql) => stepsOf(desk.db, sql))
      .filter((step) => /entry_(?:reading_of|waiting)/.test(step));
    expect(steps.length).toBeGreaterThan(9);
    expect(steps.filter((step) => !step.includes('due_at<?'))).toEqual([]);
  });

  it('finds watched numbers that are due, or whose wait a clock set back has ended, by theirs', () => {
    const { db, statements } = watchStatements(desk.db);
    const watch = watchStore(db, desk.now, () => defaultSettings);
    watch.due(20);
    const asked = [...statements].filter((sql) => /due_at|wait_set_at >/.test(sql) && sql.startsWith('SELECT'));
    const due = asked.flatMap((sql) => stepsOf(desk.db, sql)).filter((step) => /watch/.test(step));
    expect(due.filter((step) => step === 'SCAN watch')).toEqual([]);
    expect(due.join()).toMatch(/watch_due/);
    expect(due.join()).toMatch(/watch_wait_set/);
  });

  it('has no index for nothing', () => {
    const steps = [...askedToWork(), ...askedByLists()].flatMap((sql) => stepsOf(desk.db, sql)).join('\n');
    expect(partial().filter((index) => index.startsWith('entry_') && !steps.includes(index))).toEqual([]);
  });
});
