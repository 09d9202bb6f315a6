import { toTimeRange } from '../../electron/desk/handlers/entry-read-handlers.ts';
import type { EntryFilter } from '../../electron/outbox/entry-filter.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import { entryLists, type EntryList } from '../../shared/outbox/states.ts';
import { boxCapture, labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { watchStatements } from '../support/watched-statements.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const hour = 3_600_000;
let desk: TestOutbox;
let rows: EntryRow[];
let printed: Set<string>;
let unprinted: Set<string>;

/**
 * Three days of two operators: labels with and without numbers, some printed; boxes; refused and lost orders, drafts,
 * withdrawn ones.
 */
beforeAll(() => {
  desk = openTestOutbox();
  const { outbox } = desk;
  let commands = 0;
  const command = () => `c${++commands}`;
  const record = { SvcId: null, record: null, ShippingProvider: null, IsFinalTrackingNumber: true };
  const ids: string[] = [];
  for (let n = 0; n < 180; n++) {
    const capture =
      n % 4 === 0 ? boxCapture(`B${n}`) : labelCapture(`L${n}`, n % 5 === 0 ? { ServiceCode: 'EXP' } : {});
    ids.push(outbox.enqueue(command(), capture, ['Mia', 'Tom', ''][n % 3] ?? '', n % 11 === 0).id);
    desk.advance(hour * 0.4);
  }
  const given = { why: { said: 'a test' }, wait: null };
  const done = { ...given, events: ['accepted', 'made'] as const };
  outbox.sync.claim(130, desk.now(), 'practice', []).forEach((claimed, n) => {
    const change =
      n % 7 === 0
        ? { ...given, events: ['refused'] as const, reason: { code: '', text: 'no', field: null } }
        : n % 7 === 1
          ? { ...given, events: ['accepted'] as const }
          : n % 7 === 2
            ? { ...given, events: ['lost'] as const, asks: 'may-be-there' as const, maybeTaken: true }
            : { ...done, outcome: { ...record, TrackingNumber: `T${n}` } };
    outbox.sync.settle(claimed, null, 'test', { ...change, events: [...change.events] }, desk.now());
  });
  const labelled = desk.reader.labels.rows(desk.reader.labels.seqs('ready', '')).map(({ id }) => id);
  desk.queue.markPrinted(
    command(),
    labelled.filter((_, at) => at % 2 === 0),
    'Mia',
  );
  const drafts = desk.reader.seqs({ list: 'draft' });
  for (const { id } of desk.reader.rows(drafts.slice(0, 4)))
    outbox.withdraw(id, { operator: 'Mia', why: '', decided: false, alone: false });
  desk.advance(5 * hour);
  rows = desk.reader.rows(desk.reader.seqs({}));
  printed = new Set(labelled.filter((_, at) => at % 2 === 0));
  unprinted = new Set(labelled.filter((id) => !printed.has(id)));
});
afterAll(() => desk.close());

const isOn: Record<EntryList, (row: EntryRow) => boolean> = {
  all: () => true,
  open: ({ state }) => state !== 'done' && state !== 'withdrawn',
  'needs-you': (row) => ['asking', 'refused', 'stuck', 'to-cancel'].some((list) => isOn[list as EntryList](row)),
  waiting: ({ state }) => ['queued', 'sending', 'unsure'].includes(state),
  asking: ({ asks }) => asks !== null,
  // All of them were accepted hours ago.
  stuck: ({ state }) => state === 'accepted',
  'to-cancel': ({ toCancel }) => toCancel,
  draft: ({ state }) => state === 'draft',
  accepted: ({ state }) => state === 'accepted',
  refused: ({ state }) => state === 'refused',
  done: ({ state }) => state === 'done',
  withdrawn: ({ state }) => state === 'withdrawn',
};

function shows({ list = 'all', endpoint, operator, service, since, until, printed: onPaper }: EntryFilter): number[] {
  return rows
    .filter((row) => isOn[list](row))
    .filter((row) => endpoint === undefined || row.endpoint === endpoint)
    .filter((row) => operator === undefined || row.operator === operator)
    .filter((row) => service === undefined || row.service === service)
    .filter(({ capturedAt }) => capturedAt >= (since ?? -Infinity) && capturedAt < (until ?? Infinity))
    .filter(({ id }) => onPaper === undefined || (onPaper ? printed : unprinted).has(id))
    .map(({ seq }) => seq);
}

/** Every row of a filter, page by page, from one end to the other. */
function paged(filter: EntryFilter, order: 'newest' | 'oldest', from: 'begin' | 'end'): number[] {
  const found: number[] = [];
  const isUpwards = (order === 'oldest') === (from === 'begin');
  for (let at: number | null = isUpwards ? 0 : Number.MAX_SAFE_INTEGER; at !== null;) {
    const { rows: some, next } = desk.reader.page(
      { ...filter, order, ...(isUpwards ? { after: at } : { before: at }) },
      7,
    );
    const seqs = some.map(({ seq }) => seq);
    if (from === 'begin') found.push(...seqs);
    else found.unshift(...seqs);
    at = next;
  }
  return found;
}

const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
const narrowings = [
  {},
  { operator: 'Mia' },
  { operator: '' },
  { operator: 'Mia', endpoint: 6 },
  { service: 'SGP' },
  { service: 'EXP', operator: 'Tom' },
  { printed: true },
  { printed: false },
  { printed: true, operator: 'Tom' },
  toTimeRange({ from: days[1], to: days[1] }),
  { ...toTimeRange({ to: days[1] }), operator: 'Tom', printed: false },
  { ...toTimeRange({ from: days[1] }), endpoint: 2 },
] satisfies EntryFilter[];

describe('a list of the outbox', () => {
  it('is not empty for any list and filter used in this test', () => {
    for (const list of entryLists.filter((name) => name !== 'to-cancel'))
      expect(shows({ list }).length, list).toBeGreaterThan(0);
    for (const narrowing of narrowings) expect(shows(narrowing).length).toBeGreaterThan(1);
  });

  it.each(entryLists)(
    '%s, filtered by operator, kind, days or paper, contains exactly the matching rows, in both orders, from both ends',
    (list) => {
      for (const narrowing of narrowings) {
        const filter = { ...narrowing, list };
        const expected = shows(filter);
        expect(desk.reader.seqs(filter)).toEqual(expected);
        for (const from of ['begin', 'end'] as const) {
          expect(paged(filter, 'newest', from)).toEqual(expected);
          expect(paged(filter, 'oldest', from)).toEqual(expected.toReversed());
        }
        expect(desk.reader.tally(filter)).toEqual({ count: expected.length, more: false });
        const all = rows.map(({ seq }) => seq);
        expect(desk.reader.among(filter, all)).toEqual(expected);
      }
    },
  );

  it('can be searched within a filter', () => {
    const [first] = shows({ operator: 'Tom', endpoint: 2 });
    const key = rows.find(({ seq }) => seq === first)?.key ?? '';
    expect(desk.reader.seqs({ search: key, operator: 'Tom' })).toEqual([first]);
    expect(desk.reader.seqs({ search: key, operator: 'Mia' })).toEqual([]);
    expect(desk.reader.seqs({ search: key, ...toTimeRange({ from: '2030-01-01' }) })).toEqual([]);
  });

  it('knows every operator of an entry, and entries without one', () => {
    expect(desk.reader.operators()).toEqual(['', 'Mia', 'Tom']);
    expect(new Set(rows.map(({ service }) => service))).toEqual(new Set(['SGP', 'EXP']));
  });
});

describe('a filter that matches rarely', () => {
  it('is read in bounded steps: a page without rows has a position from which the next one continues', () => {
    const own = openTestOutbox();
    const first = own.outbox.enqueue('c-first', labelCapture('FIRST'), 'Mia', false);
    own.outbox.withdraw(first.id, { operator: 'Mia', why: '', decided: false, alone: false });
    own.outbox.enqueue('c-second', labelCapture('SECOND'), 'Mia', false);
    const columns = own.db
      .prepare<[], string>(
        "SELECT name FROM pragma_table_info('entry') WHERE name NOT IN ('seq', 'id', 'key', 'seal', 'state', 'settled_at', 'accepted_at', 'wait_set_at', 'wait_for')",
      )
      .pluck()
      .all()
      .join(', ');
    own.db.exec(`WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO entry (seq, id, key, state, accepted_at, settled_at, ${columns})
      SELECT i, 'grown-' || i, 'GROWN-' || i, 'done', 1, 1, ${columns} FROM n, (SELECT ${columns} FROM entry WHERE key = 'SECOND')`);
    const { db, statements } = watchStatements(own.db);
    const reader = openReader(db, own.now, () => hour);
    // Done entries of the operator come before the only entry that is not printed, of kind 2 and with a number.
    const filter: EntryFilter = { operator: 'Mia', stuck: false, printed: true };
    const pages: { found: number; next: number | null }[] = [];
    for (let before: number | undefined, more = true; more;) {
      const { rows: some, next } = reader.page({ ...filter, before }, 50);
      pages.push({ found: some.length, next });
      more = next !== null;
      before = next ?? undefined;
    }
    expect(pages.length).toBe(3);
    expect(pages.map(({ found }) => found)).toEqual([0, 0, 0]);
    expect(reader.tally(filter)).toEqual({ count: 0, more: true });
    expect([...statements].filter((sql) => /OFFSET/.test(sql))).toEqual([]);
    own.close();
  });
});
