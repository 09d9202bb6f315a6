import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { openHandovers } from '../../electron/day/handover/open-handovers.ts';
import { handoverReader } from '../../electron/day/handover/read-handovers.ts';
import { migrate } from '../../electron/storage/database/migrate.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import type { HandoverList } from '../../shared/handover/handover.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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

/** Simulates a restart: only data on disk remains. */
function reopen(): void {
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  handovers = openHandovers(desk.db, { now: desk.now, newId });
  read = handoverReader(desk.db, desk.now);
}
/** Orders whose labels were printed. */
function printed(...keys: string[]): string[] {
  const made = desk.createOrders(...keys);
  desk.queue.markPrinted(desk.command(), made, 'Mia');
  return made;
}
const begin = (carrier = ''): string => handovers.begin(desk.command(), carrier, 'Ana').id;
const scan = (id: string, code: string) => handovers.scan(desk.command(), id, code, 'Ana').end;
const close = (id: string) => handovers.close(desk.command(), id, 'Ana').sortedOut;
const keys = (id: string, list: HandoverList): string[] =>
  read.parcels(id, list).map(({ key, number }) => key || number);
const surplus = (id: string): string[] => read.parcels(id, 'surplus').map(({ number, why }) => `${number} ${why}`);

describe('a parcel that had a printed label with another number', () => {
  it.each([
    ['another number', 'T-OLD'],
    ['no number yet', ''],
  ])('is taken by its number, not by its package id, which the old label also has: %s', (_, number) => {
    const [a = ''] = desk.createOrders('A');
    const job = desk.beginJob([a]);
    desk.printNext(job);
    // what the earlier label shows, as it was drawn
    desk.db.prepare('UPDATE print_label SET number = ?').run(number);
    desk.db.prepare('UPDATE entry SET printed_number = ? WHERE id = ?').run(number, a);
    desk.printNext(desk.beginJob([a]));
    const id = begin();
    expect(scan(id, 'A')).toBe('scan-number');
    expect([keys(id, 'taken'), surplus(id)]).toEqual([[], []]);
    expect(scan(id, 'T-A')).toBe('taken');
    expect(scan(id, 'A')).toBe('twice');
  });
});

describe('a parcel that had an earlier printed label with the same number', () => {
  const confirmed = (id: string, code: string) => handovers.scan(desk.command(), id, code, 'Ana', true);
  const whichOf = (id: string, code: string) => handovers.scan(desk.command(), id, code, 'Ana').which;
  function reprint(entry: string, reason = 'torn'): string {
    const { job } = desk.addJob([entry], reason);
    desk.queue.begin(desk.command(), job, 'Mia');
    desk.advance(60_000);
    return job;
  }

  it.each(['A', 'T-A'])('is taken only if a person confirms that it has the new copy: %s', (code) => {
    const [a = ''] = desk.createOrders('A', 'SINGLE');
    desk.printNext(desk.beginJob([a]));
    desk.printNext(reprint(a));
    const id = begin();
    expect(scan(id, code)).toBe('which-print');
    expect(whichOf(id, code)).toEqual({ by: 'copy', id: a, copy: 2, printedAt: desk.now() });
    expect([keys(id, 'taken'), surplus(id)]).toEqual([[], []]);
    expect(confirmed(id, code)).toMatchObject({ end: 'taken', which: null });
    expect(scan(id, code)).toBe('twice');
  });

  it('needs that confirmation if the order was corrected between the prints', () => {
    const [a = ''] = printed('A');
    desk.db.prepare('UPDATE entry SET printed_from = ? WHERE id = ?').run(Buffer.alloc(32, 7), a);
    const id = begin();
    expect(scan(id, 'T-A')).toBe('label-outdated');
    desk.printNext(desk.beginJob([a]));
    expect(whichOf(id, 'T-A')).toMatchObject({ by: 'corrected', id: a });
    expect(confirmed(id, 'T-A').end).toBe('taken');
    expect(surplus(id)).toEqual([]);
  });

  it('needs that confirmation before it is reported as a parcel of another day, which may be added', () => {
    const [a = ''] = printed('A');
    desk.printNext(reprint(a));
    desk.advance(3 * dayMs);
    const id = begin();
    expect(scan(id, 'A')).toBe('which-print');
    expect(confirmed(id, 'A').end).toBe('other-day');
  });

  it('needs that confirmation if the service gave a replacement order the number of the order it replaces', () => {
    const [a = ''] = printed('A');
    const { id: next } = desk.outbox.replace(desk.command(), a, labelCapture('A-2'), 'Mia');
    desk.settleAs('T-A');
    desk.printNext(desk.beginJob([next]));
    const id = begin();
    expect(whichOf(id, 'T-A')).toMatchObject({ by: 'corrected', id: next });
    expect(scan(id, 'A-2')).toBe('taken');
  });

  it('stays behind while its new label is not printed, and is taken once the reprint is cancelled', () => {
    const [a = ''] = printed('A', 'B');
    const job = reprint(a);
    const id = begin();
    expect(scan(id, 'T-A')).toBe('reprint-open');
    expect(() => handovers.takeParcels(desk.command(), id, [a], 'Ana')).toThrow(/new label of A was requested/);
    expect(() => handovers.includeParcels(desk.command(), id, [a], 'Ana')).toThrow(/cannot go along/);
    expect(handovers.takeParcels(desk.command(), id, null, 'Ana')).toBe(1);
    desk.queue.cancel(desk.command(), job, 'Mia');
    expect(scan(id, 'T-A')).toBe('taken');
  });

  it('is not handed over if its label was printed again after the scan', () => {
    const [a = ''] = printed('A', 'B');
    const id = begin();
    expect([scan(id, 'T-A'), scan(id, 'B')]).toEqual(['taken', 'taken']);
    const job = reprint(a);
    expect(close(id)).toBe(1);
    expect(surplus(id)).toEqual(['T-A reprint-open']);
    desk.printNext(job);
    expect(confirmed(id, 'T-A').end).toBe('taken');
    desk.advance(60_000);
    desk.printNext(reprint(a));
    expect(close(id)).toBe(1);
    expect(surplus(id)).toEqual(['T-A printed-since']);
    expect(confirmed(id, 'T-A').end).toBe('taken');
    expect([surplus(id), close(id)]).toEqual([[], 0]);
  });

  it('needs that confirmation in folders from versions without a print queue, which only count labels', () => {
    const [a = ''] = desk.createOrders('A');
    const { number, drawnFrom } = desk.printedLabel(1);
    desk.db
      .prepare('UPDATE entry SET printed_number = ?, printed_from = ?, printed_at = ?, copies = 2 WHERE id = ?')
      .run(number, drawnFrom, desk.now(), a);
    expect(whichOf(begin(), 'T-A')).toMatchObject({ by: 'copy', copy: 2 });
  });
});

describe('the list of a handover', () => {
  it('contains exactly the parcels whose label was printed today', () => {
    printed('A', 'B');
    desk.createOrders('NOT-PRINTED');
    const id = begin();
    expect(keys(id, 'missing')).toEqual(['A', 'B']);
    printed('C');
    expect(keys(id, 'missing')).toEqual(['A', 'B', 'C']);
  });

  it('contains parcels left behind the day before and parcels printed after the carrier had left', () => {
    printed('A', 'LEFT');
    const first = begin();
    scan(first, 'A');
    close(first);
    printed('LATE');
    desk.advance(dayMs);
    printed('NEXT');
    const id = begin();
    expect(keys(id, 'missing')).toEqual(['LEFT', 'LATE', 'NEXT']);
    expect(keys(first, 'missing')).toEqual(['LEFT']);
    expect(scan(id, 'LEFT')).toBe('taken');
    close(id);
    desk.advance(dayMs);
    expect(keys(begin(), 'missing')).toEqual(['LATE', 'NEXT']);
  });

  it('does not list a parcel again after a person dropped it as never coming', () => {
    const [lost = ''] = printed('LOST', 'A');
    const id = begin();
    handovers.dropParcels(desk.command(), id, [lost], 'Ana');
    expect(keys(id, 'missing')).toEqual(['A']);
    scan(id, 'A');
    close(id);
    desk.advance(dayMs);
    expect(keys(begin(), 'missing')).toEqual([]);
  });

  it('is limited to one carrier if one is given; the carrier named by the service overrides the ordered one', () => {
    printed('A');
    const other = desk.outbox.enqueue(desk.command(), labelCapture('B', { ServiceCode: 'DHL' }), 'Mia', false).id;
    desk.settleAs('T-B');
    desk.queue.markPrinted(desk.command(), [other], 'Mia');
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
  it('takes a parcel once, by its number or package id, whatever prefix the scanner adds', () => {
    printed('A', 'B');
    const id = begin();
    expect([scan(id, ']C1T-A'), scan(id, 'B'), scan(id, 'T-B')]).toEqual(['taken', 'taken', 'twice']);
    expect(read.get(id).counts).toEqual({ missing: 0, taken: 2, surplus: 0 });
  });

  it('reports each parcel that does not belong, with its reason', () => {
    const [gone = '', old = ''] = printed('GONE', 'OLD', 'BEFORE');
    desk.createOrders('FRESH');
    const before = begin();
    scan(before, 'BEFORE');
    close(before);
    desk.advance(15 * dayMs);
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
    // Counted once, however often it is scanned.
    scan(id, 'NOBODY');
    expect(read.get(id).counts).toEqual({ missing: 1, taken: 0, surplus: 5 });
  });

  it('takes no parcel of a replaced order', () => {
    const [a = ''] = printed('A');
    desk.outbox.replace(desk.command(), a, labelCapture('A-2'), 'Mia');
    expect(scan(begin(), 'T-A')).toBe('replaced');
  });

  it('takes a label of another day or one not recorded as printed if a person adds it', () => {
    const [fresh = ''] = desk.createOrders('FRESH');
    const [old = ''] = printed('OLD');
    desk.advance(3 * dayMs);
    const id = begin();
    expect([scan(id, 'OLD'), scan(id, 'FRESH')]).toEqual(['other-day', 'not-printed']);
    expect(handovers.includeParcels(desk.command(), id, [old, fresh], 'Ana')).toBe(2);
    expect(read.get(id).counts).toEqual({ missing: 0, taken: 2, surplus: 0 });
  });

  it('does not let a person add a parcel already handed over', () => {
    const [a = ''] = printed('A');
    const first = begin();
    scan(first, 'A');
    close(first);
    const id = begin();
    expect(scan(id, 'A')).toBe('handed-over');
    expect(() => handovers.includeParcels(desk.command(), id, [a], 'Ana')).toThrow(/cannot go along/);
  });
});

describe('a handover', () => {
  it('that takes a parcel again after it was put back leaves a folder that verify calls whole', () => {
    const [a = ''] = printed('A', 'B');
    const id = begin();
    for (const _twice of [1, 2]) {
      expect(scan(id, 'A')).toBe('taken');
      handovers.removeParcels(desk.command(), id, [a]);
    }
    scan(id, 'B');
    expect(verifyDatabase(desk.db).damages).toEqual([]);
  });

  it('of an earlier version, which skipped a number when a parcel was taken again, is whole once it is migrated', () => {
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
    // what a later migration drops
    desk.db.exec('CREATE TABLE meter_parcel (a); CREATE TABLE meter_field (a)');
    desk.db.pragma('user_version = 27');
    expect(verifyDatabase(desk.db).damages).toMatchObject([{ part: 'missing' }]);
    migrate(desk.db, deskMigrations);
    expect(verifyDatabase(desk.db).damages).toEqual([]);
    reopen();
    expect(scan(id, 'C')).toBe('taken');
    expect(keys(id, 'taken')).toEqual(['A', 'B', 'C']);
  });

  it('continues after a restart, and closes once', () => {
    const made = printed('A', 'B', 'C');
    const id = begin();
    scan(id, 'A');
    scan(id, 'NOBODY');
    reopen();
    expect(read.list(null, 10).handovers).toMatchObject([{ id, state: 'open' }]);
    expect([keys(id, 'taken'), keys(id, 'missing'), surplus(id)]).toEqual([['A'], ['B', 'C'], ['NOBODY unknown']]);
    handovers.takeParcels(desk.command(), id, made.slice(1, 2), 'Ana');
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

  it('stays open if an order was replaced after its parcel was taken, and lists that order', () => {
    const [a = ''] = printed('A', 'B');
    const id = begin();
    handovers.takeParcels(desk.command(), id, null, 'Ana');
    desk.outbox.replace(desk.command(), a, labelCapture('A-2'), 'Mia');
    expect(close(id)).toBe(1);
    expect(read.get(id)).toMatchObject({ state: 'open', counts: { taken: 1, surplus: 1 } });
    expect(surplus(id)).toEqual(['T-A replaced']);
    expect(close(id)).toBe(0);
  });

  it('without parcels cannot be closed, and a discarded one hands nothing over', () => {
    printed('A');
    const id = begin();
    expect(() => close(id)).toThrow(/nothing to hand over/);
    scan(id, 'A');
    handovers.discard(desk.command(), id, 'Ana');
    expect(keys(begin(), 'missing')).toEqual(['A']);
  });

  it('can be open only once per carrier, and each sheet has its own code', () => {
    printed('A');
    const one = begin();
    expect(() => begin()).toThrow(/open already/);
    expect(read.get(begin('SGP')).code).not.toBe(read.get(one).code);
    expect(read.get(one).code).toMatch(/^H260302[0-9A-Y]{8}$/);
  });

  it('does not take a parcel that another open handover has taken', () => {
    printed('A');
    const all = begin();
    const one = begin('SGP');
    expect(scan(all, 'A')).toBe('taken');
    expect(scan(one, 'A')).toBe('in-another');
    const [{ id: parcel } = { id: '' }] = read.parcels(all, 'taken');
    handovers.removeParcels(desk.command(), all, [parcel!]);
    expect(scan(one, 'A')).toBe('taken');
  });
});
