import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../electron/backup/verify.ts';
import { migrate } from '../../electron/database/migrate.ts';
import { deskMigrations } from '../../electron/database/migrations/index.ts';
import { openHandovers } from '../../electron/handover/open-handovers.ts';
import { handoverReader } from '../../electron/handover/read-handovers.ts';
import type { HandoverList } from '../../shared/handover/handover.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { labelCapture } from '../support/open-test-outbox.ts';

const dayMs = 86_400_000;
let desk: PrintDesk;
let handovers: ReturnType<typeof openHandovers>;
let read: ReturnType<typeof handoverReader>;
let ids = 0;
beforeEach(() => {
  desk = openPrintDesk();
  reopen();
});
afterEach(() => {
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  desk.close();
});

/** As after a restart: nothing is known but what is on disk. */
function reopen(): void {
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  handovers = openHandovers(desk.db, { now: desk.now, newId });
  read = handoverReader(desk.db, desk.now);
}
/** Orders whose labels came out. */
function printed(...keys: string[]): string[] {
  const made = desk.orders(...keys);
  desk.queue.printed(desk.command(), made, 'Mia');
  return made;
}
const begin = (carrier = ''): string => handovers.begin(desk.command(), carrier, 'Ana').id;
const scan = (id: string, code: string) => handovers.scan(desk.command(), id, code, 'Ana').end;
const close = (id: string) => handovers.close(desk.command(), id, 'Ana').sortedOut;
const keys = (id: string, list: HandoverList): string[] =>
  read.parcels(id, list).map(({ key, number }) => key || number);
const surplus = (id: string): string[] => read.parcels(id, 'surplus').map(({ number, why }) => `${number} ${why}`);

describe('a parcel of which a label with another number was out', () => {
  it.each([
    ['another number', 'T-OLD'],
    ['no number yet', ''],
  ])('is taken by its number, not by its package alone, which the other paper has too: %s', (_, number) => {
    const [a = ''] = desk.orders('A');
    const job = desk.begun([a]);
    desk.print(job);
    // what the earlier paper said, as it was drawn
    desk.db.prepare('UPDATE print_label SET number = ?').run(number);
    desk.db.prepare('UPDATE entry SET printed_number = ? WHERE id = ?').run(number, a);
    desk.print(desk.begun([a]));
    const id = begin();
    expect(scan(id, 'A')).toBe('scan-number');
    expect([keys(id, 'taken'), surplus(id)]).toEqual([[], []]);
    expect(scan(id, 'T-A')).toBe('taken');
    expect(scan(id, 'A')).toBe('twice');
  });
});

describe('a parcel of which an earlier label with the same number was printed', () => {
  const confirmed = (id: string, code: string) => handovers.scan(desk.command(), id, code, 'Ana', true);
  const whichOf = (id: string, code: string) => handovers.scan(desk.command(), id, code, 'Ana').which;
  function reprint(entry: string, reason = 'torn'): string {
    const { job } = desk.add([entry], reason);
    desk.queue.begin(desk.command(), job, 'Mia');
    desk.pass(60_000);
    return job;
  }

  it.each(['A', 'T-A'])('is taken only where a person says that it is the new copy: %s', (code) => {
    const [a = ''] = desk.orders('A', 'SINGLE');
    desk.print(desk.begun([a]));
    desk.print(reprint(a));
    const id = begin();
    expect(scan(id, code)).toBe('which-print');
    expect(whichOf(id, code)).toEqual({ by: 'copy', id: a, copy: 2, printedAt: desk.now() });
    expect([keys(id, 'taken'), surplus(id)]).toEqual([[], []]);
    expect(confirmed(id, code)).toMatchObject({ end: 'taken', which: null });
    expect(scan(id, code)).toBe('twice');
  });

  it('is asked about where the order was corrected between the prints', () => {
    const [a = ''] = printed('A');
    desk.db.prepare('UPDATE entry SET printed_from = ? WHERE id = ?').run(Buffer.alloc(32, 7), a);
    const id = begin();
    expect(scan(id, 'T-A')).toBe('label-outdated');
    desk.print(desk.begun([a]));
    expect(whichOf(id, 'T-A')).toMatchObject({ by: 'corrected', id: a });
    expect(confirmed(id, 'T-A').end).toBe('taken');
    expect(surplus(id)).toEqual([]);
  });

  it('is asked about before it is a parcel of another day or carrier, which may be taken along', () => {
    const [a = ''] = printed('A');
    desk.print(reprint(a));
    desk.pass(3 * dayMs);
    const id = begin();
    expect(scan(id, 'A')).toBe('which-print');
    expect(confirmed(id, 'A').end).toBe('other-day');
  });

  it('is asked about where the service gave a replacement the number of the order it replaces', () => {
    const [a = ''] = printed('A');
    const { id: next } = desk.outbox.replace(desk.command(), a, labelCapture('A-2'), 'Mia');
    desk.settleAs('T-A');
    desk.print(desk.begun([next]));
    const id = begin();
    expect(whichOf(id, 'T-A')).toMatchObject({ by: 'corrected', id: next });
    expect(scan(id, 'A-2')).toBe('taken');
  });

  it('stays here while its new label is not printed yet, and goes once that is cancelled', () => {
    const [a = ''] = printed('A', 'B');
    const job = reprint(a);
    const id = begin();
    expect(scan(id, 'T-A')).toBe('reprint-open');
    expect(() => handovers.take(desk.command(), id, [a], 'Ana')).toThrow(/new label of A was requested/);
    expect(() => handovers.along(desk.command(), id, [a], 'Ana')).toThrow(/cannot go along/);
    expect(handovers.take(desk.command(), id, null, 'Ana')).toBe(1);
    desk.queue.cancel(desk.command(), job, 'Mia');
    expect(scan(id, 'T-A')).toBe('taken');
  });

  it('is not handed over where its label was printed again after it was scanned', () => {
    const [a = ''] = printed('A', 'B');
    const id = begin();
    expect([scan(id, 'T-A'), scan(id, 'B')]).toEqual(['taken', 'taken']);
    const job = reprint(a);
    expect(close(id)).toBe(1);
    expect(surplus(id)).toEqual(['T-A reprint-open']);
    desk.print(job);
    expect(confirmed(id, 'T-A').end).toBe('taken');
    desk.pass(60_000);
    desk.print(reprint(a));
    expect(close(id)).toBe(1);
    expect(surplus(id)).toEqual(['T-A printed-since']);
    expect(confirmed(id, 'T-A').end).toBe('taken');
    expect([surplus(id), close(id)]).toEqual([[], 0]);
  });

  it('is asked about where the folder only counts its labels, as of versions without a print queue', () => {
    const [a = ''] = desk.orders('A');
    const { number, drawnFrom } = desk.paperOf(1);
    desk.db
      .prepare('UPDATE entry SET printed_number = ?, printed_from = ?, printed_at = ?, copies = 2 WHERE id = ?')
      .run(number, drawnFrom, desk.now(), a);
    expect(whichOf(begin(), 'T-A')).toMatchObject({ by: 'copy', copy: 2 });
  });
});

describe('the list of a handover', () => {
  it('has each parcel whose label came out today, and no other', () => {
    printed('A', 'B');
    desk.orders('NOT-PRINTED');
    const id = begin();
    expect(keys(id, 'missing')).toEqual(['A', 'B']);
    printed('C');
    expect(keys(id, 'missing')).toEqual(['A', 'B', 'C']);
  });

  it('has what was left behind the day before, and what was printed after the carrier had gone', () => {
    printed('A', 'LEFT');
    const first = begin();
    scan(first, 'A');
    close(first);
    printed('LATE');
    desk.pass(dayMs);
    printed('NEXT');
    const id = begin();
    expect(keys(id, 'missing')).toEqual(['LEFT', 'LATE', 'NEXT']);
    expect(keys(first, 'missing')).toEqual(['LEFT']);
    expect(scan(id, 'LEFT')).toBe('taken');
    close(id);
    desk.pass(dayMs);
    expect(keys(begin(), 'missing')).toEqual(['LATE', 'NEXT']);
  });

  it('has no parcel again that a person says never comes', () => {
    const [lost = ''] = printed('LOST', 'A');
    const id = begin();
    handovers.drop(desk.command(), id, [lost], 'Ana');
    expect(keys(id, 'missing')).toEqual(['A']);
    scan(id, 'A');
    close(id);
    desk.pass(dayMs);
    expect(keys(begin(), 'missing')).toEqual([]);
  });

  it('is of one carrier where one is named, and what the service named goes before what was ordered', () => {
    printed('A');
    const other = desk.outbox.enqueue(desk.command(), labelCapture('B', { ServiceCode: 'DHL' }), 'Mia', false).id;
    desk.settleAs('T-B');
    desk.queue.printed(desk.command(), [other], 'Mia');
    desk.db.prepare(`UPDATE entry SET shipping_provider = 'Post' WHERE key = 'A'`).run();
    expect(read.carriers()).toEqual([
      { carrier: 'DHL', due: 1 },
      { carrier: 'Post', due: 1 },
    ]);
    const id = begin('DHL');
    expect(keys(id, 'missing')).toEqual(['B']);
    expect(scan(id, 'A')).toBe('other-carrier');
  });
});

describe('a scan', () => {
  it('takes a parcel by its number or its package, whatever the scanner puts before it, and once', () => {
    printed('A', 'B');
    const id = begin();
    expect([scan(id, ']C1T-A'), scan(id, 'B'), scan(id, 'T-B')]).toEqual(['taken', 'taken', 'twice']);
    expect(read.get(id).counts).toEqual({ missing: 0, taken: 2, surplus: 0 });
  });

  it('names what does not belong there, each for its reason', () => {
    const [gone = '', old = ''] = printed('GONE', 'OLD', 'BEFORE');
    desk.orders('FRESH');
    const before = begin();
    scan(before, 'BEFORE');
    close(before);
    desk.pass(15 * dayMs);
    printed('A');
    desk.db.prepare(`UPDATE entry SET state = 'withdrawn', settled_at = 1 WHERE id = ?`).run(gone);
    desk.db.prepare(`UPDATE entry SET tracking_number = 'T-NEW' WHERE id = ?`).run(old);
    const id = begin();
    expect(['GONE', 'OLD', 'BEFORE', 'FRESH', 'NOBODY'].map((code) => scan(id, code))).toEqual([
      'withdrawn',
      'label-outdated',
      'handed-over',
      'not-printed',
      'unknown',
    ]);
    expect(surplus(id).length).toBe(5);
    // once, however often it is scanned
    scan(id, 'NOBODY');
    expect(read.get(id).counts).toEqual({ missing: 1, taken: 0, surplus: 5 });
  });

  it('takes no parcel of an order that another stands in the place of', () => {
    const [a = ''] = printed('A');
    desk.outbox.replace(desk.command(), a, labelCapture('A-2'), 'Mia');
    expect(scan(begin(), 'T-A')).toBe('replaced');
  });

  it('takes a label of another day, or one that nobody noted as printed, where a person says that it goes along', () => {
    const [fresh = ''] = desk.orders('FRESH');
    const [old = ''] = printed('OLD');
    desk.pass(3 * dayMs);
    const id = begin();
    expect([scan(id, 'OLD'), scan(id, 'FRESH')]).toEqual(['other-day', 'not-printed']);
    expect(handovers.along(desk.command(), id, [old, fresh], 'Ana')).toBe(2);
    expect(read.get(id).counts).toEqual({ missing: 0, taken: 2, surplus: 0 });
  });

  it('does not let go along what was withdrawn, replaced or handed over', () => {
    const [a = ''] = printed('A');
    const first = begin();
    scan(first, 'A');
    close(first);
    const id = begin();
    expect(scan(id, 'A')).toBe('handed-over');
    expect(() => handovers.along(desk.command(), id, [a], 'Ana')).toThrow(/cannot go along/);
  });
});

describe('a handover', () => {
  it('that takes a parcel again after it was put back leaves a folder that verify calls whole', () => {
    const [a = ''] = printed('A', 'B');
    const id = begin();
    for (const _twice of [1, 2]) {
      expect(scan(id, 'A')).toBe('taken');
      handovers.leave(desk.command(), id, [a]);
    }
    scan(id, 'B');
    expect(verifyDatabase(desk.db).damages).toEqual([]);
  });

  it('of an earlier version, which skipped a number where a parcel was taken again, is whole once it is migrated', () => {
    printed('A', 'B', 'C');
    const id = begin();
    scan(id, 'A');
    desk.db
      .prepare(
        `INSERT INTO handover_parcel (state, how, number, who, at, handover, entry)
         SELECT state, how, number, 'Bo', at, handover, entry FROM handover_parcel WHERE true
         ON CONFLICT (handover, entry) DO UPDATE SET who = excluded.who`,
      )
      .run();
    scan(id, 'B');
    desk.db.pragma('user_version = 27');
    expect(verifyDatabase(desk.db).damages).toMatchObject([{ part: 'missing' }]);
    migrate(desk.db, deskMigrations);
    expect(verifyDatabase(desk.db).damages).toEqual([]);
    reopen();
    expect(scan(id, 'C')).toBe('taken');
    expect(keys(id, 'taken')).toEqual(['A', 'B', 'C']);
  });

  it('goes on where it was after a restart, and closes once', () => {
    const made = printed('A', 'B', 'C');
    const id = begin();
    scan(id, 'A');
    scan(id, 'NOBODY');
    reopen();
    expect(read.list(null, 10).handovers).toMatchObject([{ id, state: 'open' }]);
    expect([keys(id, 'taken'), keys(id, 'missing'), surplus(id)]).toEqual([['A'], ['B', 'C'], ['NOBODY unknown']]);
    handovers.take(desk.command(), id, made.slice(1, 2), 'Ana');
    const command = desk.command();
    for (const _twice of [1, 2]) expect(handovers.close(command, id, 'Ana')).toEqual({ sortedOut: 0 });
    expect(read.get(id)).toMatchObject({
      state: 'closed',
      endedBy: 'Ana',
      counts: { taken: 2, missing: 1, surplus: 1 },
    });
    expect(() => scan(id, 'C')).toThrow(/closed already/);
    const history = desk.reader.detail(made[0]!)!.history;
    expect(history.at(-1)).toMatchObject({
      who: 'Ana',
      why: { code: 'handed-over', params: { sheet: read.get(id).code, carrier: '' } },
    });
  });

  it('stays open where an order was replaced after its parcel was taken, and names it', () => {
    const [a = ''] = printed('A', 'B');
    const id = begin();
    handovers.take(desk.command(), id, null, 'Ana');
    desk.outbox.replace(desk.command(), a, labelCapture('A-2'), 'Mia');
    expect(close(id)).toBe(1);
    expect(read.get(id)).toMatchObject({ state: 'open', counts: { taken: 1, surplus: 1 } });
    expect(surplus(id)).toEqual(['T-A replaced']);
    expect(close(id)).toBe(0);
  });

  it('of nothing cannot be closed, and one begun by mistake hands nothing over', () => {
    printed('A');
    const id = begin();
    expect(() => close(id)).toThrow(/nothing to hand over/);
    scan(id, 'A');
    handovers.discard(desk.command(), id, 'Ana');
    expect(keys(begin(), 'missing')).toEqual(['A']);
  });

  it('to a carrier is open once, and its sheet has a code of its own', () => {
    printed('A');
    const one = begin();
    expect(() => begin()).toThrow(/open already/);
    expect(read.get(begin('SGP')).code).not.toBe(read.get(one).code);
    expect(read.get(one).code).toMatch(/^H260302[0-9A-Y]{8}$/);
  });

  it('does not take a parcel that another one took', () => {
    printed('A');
    const all = begin();
    const one = begin('SGP');
    expect(scan(all, 'A')).toBe('taken');
    expect(scan(one, 'A')).toBe('in-another');
    const [{ id: parcel } = { id: '' }] = read.parcels(all, 'taken');
    handovers.leave(desk.command(), all, [parcel!]);
    expect(scan(one, 'A')).toBe('taken');
  });
});
