import { openHandovers } from '../../electron/day/handover/open-handovers.ts';
import { handoverReader } from '../../electron/day/handover/read-handovers.ts';
import { deskEntries } from '../../electron/lookups/desk-entries.ts';
import { watchStore } from '../../electron/lookups/watch-store.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { openReader, entryChanges } from '../../electron/outbox/open-reader.ts';
import { actionReader } from '../../electron/outbox/read-actions.ts';
import { labelLists } from '../../shared/labels/label-lists.ts';
import { entryLists } from '../../shared/outbox/states.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { openTestOutbox, skuCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { queryPlanOf, watchStatements } from '../support/watched-statements.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeAll(() => (desk = openTestOutbox()));
afterAll(() => desk.close());

/** Tables that grow with every entry, and their aliases in statements. */
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

/** Whether a step reads a growing table from end to end, without an index or by an index of all its rows. */
function readsAll(step: string): boolean {
  const scan = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$/.exec(step);
  return scan !== null && growing.has(scan[1] ?? '') && !partial().includes(scan[2] ?? '');
}
const tellOf = (sql: string): string => `${sql.replaceAll(/\s+/g, ' ')}: ${queryPlanOf(desk.db, sql).join('; ')}`;

/** Statements of the sync, of people's actions and of the clock. */
function askedToWork(): string[] {
  const { db, statements } = watchStatements(desk.db);
  const { sync, enqueue } = openOutbox(db, { now: desk.now, newId: randomUUID, holdMs: () => 0 });
  const entered = randomUUID();
  enqueue(entered, skuCapture(entered), 'Mia', false);
  sync.claim(4, desk.now(), 'practice', []);
  sync.dueChecks(4, desk.now());
  sync.nextDue(desk.now());
  deskEntries(db);
  actionReader(db);
  entryChanges(db);
  openHandovers(db, { now: desk.now, newId: () => 'x' });
  return [...statements];
}

/** Statements of the lists on screens, page by page, in both directions. */
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

describe('the statements of a desk on its outbox', () => {
  it('to claim, settle, wait and check use indexes: none reads a growing table from end to end', () => {
    const asked = askedToWork();
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((sql) => queryPlanOf(desk.db, sql).some(readsAll)).map(tellOf)).toEqual([]);
  });

  it('for a list end with its page: only a page of all entries goes through all entries', () => {
    const asked = askedByLists();
    expect(asked.length).toBeGreaterThan(50);
    const reading = asked.filter((sql) => queryPlanOf(desk.db, sql).some(readsAll) && !sql.includes('LIMIT'));
    expect(reading.map(tellOf)).toEqual([]);
  });

  it('never count rows off from the beginning of a list', () => {
    expect([...askedToWork(), ...askedByLists()].filter((sql) => /ORDER BY e?\.?seq.*\bOFFSET\b/s.test(sql))).toEqual(
      [],
    );
    expect(askedByLists().filter((sql) => /\bOFFSET\b/.test(sql))).toEqual([]);
  });

  it.each([
    ['entries ready to claim', 'entry_ready'],
    ['entries waiting for a time', 'entry_waiting'],
    ['due status checks', 'entry_reading_of'],
    ['waits ended by setting the clock back', 'entry_wait_set'],
    ['entries that an earlier run left in sending', 'entry_sending'],
    ['open outcomes, for stuck entries', 'entry_open_outcome'],
    ['pending questions', 'entry_asking'],
    ['orders to be cancelled at the service', 'entry_to_cancel'],
    ['labels of each list', 'entry_labels'],
    ['an order by its tracking number', 'entry_by_tracking'],
    ['SKUs missing at the service', 'entry_sku_waiting'],
    ['labels printed on a day, for handover', 'entry_printed_at'],
  ])('find %s with their own partial index %s', (_what, index) => {
    expect(partial()).toContain(index);
    const steps = [...askedToWork(), ...askedByLists()].flatMap((sql) => queryPlanOf(desk.db, sql));
    expect(steps.filter((step) => new RegExp(`INDEX ${index}\\b`).test(step))).not.toEqual([]);
  });

  it('find due entries by their time, without reading those that wait longer', () => {
    const asked = askedToWork().filter((sql) => sql.startsWith('SELECT') && /\bdue(?:_at)? <=/.test(sql));
    const steps = asked
      .flatMap((sql) => queryPlanOf(desk.db, sql))
      .filter((step) => /entry_(?:reading_of|waiting)/.test(step));
    expect(steps.length).toBeGreaterThan(9);
    expect(steps.filter((step) => !step.includes('due_at<?'))).toEqual([]);
  });

  it('find due watched numbers, and those whose wait ended by setting the clock back, with their indexes', () => {
    const { db, statements } = watchStatements(desk.db);
    const watch = watchStore(db, desk.now, () => defaultSettings);
    watch.due(20);
    const asked = [...statements].filter((sql) => /due_at|wait_set_at >/.test(sql) && sql.startsWith('SELECT'));
    const due = asked.flatMap((sql) => queryPlanOf(desk.db, sql)).filter((step) => /watch/.test(step));
    expect(due.filter((step) => step === 'SCAN watch')).toEqual([]);
    expect(due.join()).toMatch(/watch_due/);
    expect(due.join()).toMatch(/watch_wait_set/);
  });

  it('leave no index unused', () => {
    const steps = [...askedToWork(), ...askedByLists()].flatMap((sql) => queryPlanOf(desk.db, sql)).join('\n');
    expect(partial().filter((index) => index.startsWith('entry_') && !steps.includes(index))).toEqual([]);
  });
});
