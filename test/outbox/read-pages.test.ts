import type { Change } from '../../electron/outbox/entry.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import { labelLists } from '../../shared/labels/label-lists.ts';
import { entryLists } from '../../shared/outbox/states.ts';
import { boxCapture, labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { queryPlanOf, watchStatements } from '../support/watched-statements.ts';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';

let desk: TestOutbox;
const kinds = [undefined, 2, 6, 15];

/** Entries of two kinds in every state that people and the service cause. */
beforeAll(() => {
  desk = openTestOutbox();
  const { outbox } = desk;
  let commands = 0;
  const command = () => `c${++commands}`;
  for (let n = 0; n < 120; n++) {
    const capture = n % 3 === 0 ? boxCapture(`B${n}`) : labelCapture(`L${n}`);
    outbox.enqueue(command(), capture, 'Mia', n % 10 === 0);
  }
  const given = { why: { said: 'a test' }, wait: null };
  const record = { SvcId: null, record: null, ShippingProvider: null, IsFinalTrackingNumber: true };
  const changes: Change[] = [
    { ...given, events: ['refused'], reason: { code: '', text: 'no', field: null } },
    { ...given, events: ['accepted'] },
    { ...given, events: ['accepted', 'made'], outcome: { ...record, TrackingNumber: 'T' } },
    { ...given, events: ['lost'], asks: 'may-be-there', maybeTaken: true },
  ];
  outbox.sync.claim(80, desk.now(), 'practice', []).forEach((claimed, n) => {
    const change = changes[n % changes.length];
    if (change) outbox.sync.settle(claimed, null, 'test', change, desk.now());
  });
  desk.advance(3_600_000);
});
afterAll(() => desk.close());

describe('the pages of a list', () => {
  it.each(entryLists)('of %s contain the same rows downwards and upwards, for every kind', (list) => {
    for (const endpoint of kinds) {
      const whole = desk.reader.seqs({ list, endpoint });
      const down: number[] = [];
      for (let before: number | undefined, more = true; more;) {
        const { rows, next } = desk.reader.page({ list, endpoint, before }, 7);
        down.push(...rows.map(({ seq }) => seq));
        more = next !== null;
        before = next ?? undefined;
      }
      expect(down).toEqual(whole);
      const up: number[] = [];
      for (let after = 0, more = true; more;) {
        const { rows, next } = desk.reader.page({ list, endpoint, after }, 7);
        up.unshift(...rows.map(({ seq }) => seq));
        more = next !== null;
        after = next ?? 0;
      }
      expect(up).toEqual(whole);
      expect(desk.reader.tally({ list, endpoint })).toEqual({ count: whole.length, more: false });
      const all = desk.reader.seqs({});
      expect(desk.reader.among({ list, endpoint }, all).toSorted((a, b) => b - a)).toEqual(whole);
    }
  });

  it('are read and counted in the order of an index, for every list and kind, so that their cost does not grow', () => {
    const { reader, plans } = watched();
    for (const list of entryLists) {
      for (const endpoint of kinds) {
        reader.page({ list, endpoint }, 7);
        reader.page({ list, endpoint, before: 50 }, 7);
        reader.page({ list, endpoint, after: 50 }, 7);
        reader.tally({ list, endpoint });
      }
    }
    for (const list of labelLists) {
      reader.labels.page(list, {}, 7);
      reader.labels.page(list, { after: 50 }, 7);
      reader.labels.page(list, { before: 50 }, 7);
    }
    expect(plans().length).toBeGreaterThan(40);
    expect(plans().filter((plan) => /TEMP B-TREE/.test(plan))).toEqual([]);
  });

  it.each([
    ['asking', 'entry_asking'],
    ['to-cancel', 'entry_to_cancel'],
  ] as const)('of %s are read from the index of that list alone, not from all entries of a kind', (list, index) => {
    const { reader, plans } = watched();
    for (const endpoint of kinds) {
      reader.page({ list, endpoint }, 7);
      reader.tally({ list, endpoint });
    }
    const isBy = new RegExp(`USING (COVERING )?INDEX ${index}`);
    expect(plans().filter((plan) => !isBy.test(plan))).toEqual([]);
  });
});

describe('the pages of labels', () => {
  it.each(labelLists)('of %s contain the same rows downwards and upwards, the oldest first', (list) => {
    const { labels } = desk.reader;
    const whole = labels.seqs(list, '');
    const down: number[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: ReturnType<typeof labels.page> = labels.page(list, { after }, 3);
      down.push(...page.rows.map(({ seq }) => seq));
      after = page.next;
    }
    const up: number[] = [];
    for (let before: number | null = 1000; before !== null;) {
      const page: ReturnType<typeof labels.page> = labels.page(list, { before }, 3);
      up.unshift(...page.rows.map(({ seq }) => seq));
      before = page.next;
    }
    expect([down, up]).toEqual([whole, whole]);
    expect(labels.counts()[list]).toBe(whole.length);
    expect(labels.filterListed(list, desk.reader.seqs({})).toSorted((a, b) => a - b)).toEqual(whole);
  });
});

/** A reader of the same outbox, and the query plans of its statements. */
function watched() {
  const { db, statements } = watchStatements(desk.db);
  const reader = openReader(db, desk.now, () => 1_800_000);
  statements.clear();
  const planOf = (sql: string) => `${sql}: ${queryPlanOf(desk.db, sql).join('; ')}`;
  return { reader, plans: () => [...statements].map(planOf) };
}
