import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Outcome } from '../../electron/outbox/entry.ts';
import { captureOf, labelCapture, openTestOutbox, skuCapture, type TestOutbox } from '../support/open-test-outbox.ts';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

let commands = 0;
const add = (capture: ReturnType<typeof labelCapture>, draft = false) =>
  desk.outbox.enqueue(`c${++commands}`, capture, 'Mia', draft);
const toAddress = (key: string, ShipToAddress: Record<string, string>, more: Record<string, unknown> = {}) =>
  add(labelCapture(key, { ShipToAddress, ...more }));
/** So many entries that no search here means that all before them are in the index. */
function fill(): void {
  const fillers = Array.from({ length: 40 }, (_, n) =>
    labelCapture('_'.repeat(n + 1), { ShipToAddress: {}, Weight: n + 1 }),
  );
  desk.outbox.enqueueMany(fillers, 'Mia', false);
}
const keys = (search: string, filter: Record<string, unknown> = {}) =>
  desk.reader.page({ ...filter, search }, 100).rows.map((row) => row.key);
const seqs = (search: string) => desk.reader.seqs({ search });

function takeAll(outcome: Partial<Outcome>): void {
  for (const claimed of desk.outbox.sync.claim(10, desk.now(), 'practice', [])) {
    const change: Change = {
      events: ['accepted'],
      why: { said: 'test' },
      wait: { setAt: desk.now(), forMs: 0 },
      outcome: {
        TrackingNumber: null,
        IsFinalTrackingNumber: null,
        ShippingProvider: null,
        SvcId: null,
        record: {},
        ...outcome,
      },
    };
    desk.outbox.sync.settle(claimed, null, 'test', change, desk.now());
  }
}

describe.each([
  ['at once', () => undefined],
  ['when it is in the index', fill],
])('an entry is found %s', (_, settled) => {
  it('by its key: whole, by its start, its end and any part, in any case, with or without dashes', () => {
    add(labelCapture('PD-00042-X'));
    add(labelCapture('QQ'));
    settled();
    for (const typed of ['PD-00042-X', 'pd00042x', 'pd-0', 'P', '42-x', '0042', '-00', ' 00042 ']) {
      expect(keys(typed), typed).toEqual(['PD-00042-X']);
    }
  });

  it('by a longer start or end than the index has, and no other with the same 16 first or 8 last', () => {
    for (const key of ['WAREHOUSE-2026-00-17-X12345678', 'WAREHOUSE-2026-00-18-Y12345678']) add(labelCapture(key));
    settled();
    for (const typed of ['warehouse-2026-00-17', '17-x12345678', 'x12345678']) {
      expect(keys(typed), typed).toEqual(['WAREHOUSE-2026-00-17-X12345678']);
    }
    expect(keys('12345678')).toHaveLength(2);
  });

  it('by name, company, town, street, postcode, e-mail, SKU, goods, remark', () => {
    toAddress(
      'A1',
      {
        Contact: 'José Müller',
        City: 'São Paulo',
        Street1: 'Rua Líbero',
        Postcode: '01009-000',
        Email: 'jm@example.com',
      },
      {
        Skus: [{ Sku: 'MUG-350', DeclareNameEn: 'Ceramic mug', DeclareNameCn: '陶瓷杯' }],
        Remark: 'fragile',
        Custom: 'Shelf B7',
        ImportsInfo: { Company: 'Importadora Sol' },
      },
    );
    toAddress('B1', { Contact: 'Else' });
    settled();
    for (const typed of [
      'jose',
      'MÜLL',
      'sao',
      'líbero',
      '9-000',
      'jm@ex',
      'mug-3',
      'eramic',
      '瓷杯',
      'ragil',
      'b7',
      'adora',
    ]) {
      expect(keys(typed), typed).toEqual(['A1']);
    }
  });

  it('by its phone, whole, by its end or any part, grouped as it may be', () => {
    toAddress('A1', { Contact: 'X', Phone: '+86 755 8200 1234' });
    toAddress('B1', { Contact: 'Y', Phone: '+86 755 9999 0000' });
    settled();
    for (const typed of [
      '+8675582001234',
      '8675582001234',
      '+86 755 8200 1234',
      '755-8200-1234',
      '1234',
      '82 00 12',
      '(755) 8200',
    ]) {
      expect(keys(typed), typed).toEqual(['A1']);
    }
  });

  it.each([
    ['王小明', ['王', '小明', '王小明']],
    ['佐藤 健', ['健', '佐藤', '藤']],
    ['김영희', ['김', '영희']],
    ['محمد أحمد', ['م', 'احمد', 'محمد']],
    ['דוד לוי', ['ד', 'לוי']],
    ['สมชาย ใจดี', ['ส', 'ชาย', 'ใจดี']],
    ['𠮷野家', ['𠮷', '𠮷野']],
  ])('%s by one character, two and more', (Contact, pieces) => {
    toAddress('A1', { Contact });
    toAddress('B1', { Contact: 'Zed' });
    settled();
    for (const typed of pieces) expect(keys(typed), typed).toEqual(['A1']);
  });

  it('by several words in any order, parts of words too, and only where it has them all', () => {
    toAddress('A1', { Contact: 'Ana Ruiz', City: 'Madrid' });
    toAddress('B1', { Contact: 'Ana Gómez', City: 'Vigo' });
    settled();
    expect(keys('drid an')).toEqual(['A1']);
    expect(keys('ana')).toEqual(['B1', 'A1']);
    expect(keys('ana lugo')).toEqual([]);
  });

  it('by two short numbers that are no number together', () => {
    toAddress('A1', { Contact: 'X', HouseNumber: '173', Postcode: '1001' });
    toAddress('B1', { Contact: 'Y', Phone: '173 1002' });
    settled();
    expect([keys('173 1001'), keys('173 1002')]).toEqual([['A1'], ['B1']]);
  });

  it('by its own id', () => {
    const { id } = add(labelCapture('A1'));
    settled();
    expect(keys(id)).toEqual(['A1']);
  });

  it('by the numbers the service gave, an earlier tracking number too, and by one of them with a word', () => {
    toAddress('A1', { Contact: 'Ana Ruiz' });
    takeAll({ TrackingNumber: 'TEMP00777', IsFinalTrackingNumber: false, SvcId: 'SVC991' });
    const [due] = desk.outbox.sync.dueReads(desk.now(), 10);
    desk.outbox.sync.settleRead(
      due!,
      {
        events: [],
        why: { said: 'test' },
        wait: null,
        outcome: {
          TrackingNumber: 'LX123456789CN',
          IsFinalTrackingNumber: true,
          ShippingProvider: null,
          SvcId: 'SVC991',
          record: {},
        },
      },
      desk.now(),
    );
    settled();
    for (const typed of ['LX123456789CN', 'lx 123 456 789 cn', '789cn', '34567', 'temp00777', 'svc99', 'ruiz 6789cn']) {
      expect(keys(typed), typed).toEqual(['A1']);
    }
    expect(keys('gomez 6789cn')).toEqual([]);
  });

  it('once, though it is found in many ways', () => {
    toAddress('1234', { Contact: '1234', Phone: '1234' });
    takeAll({ TrackingNumber: '1234', SvcId: '12345' });
    settled();
    expect(keys('1234')).toEqual(['1234']);
    expect(keys('1')).toEqual(['1234']);
  });

  it('after it was withdrawn', () => {
    const { id } = add(labelCapture('A1-GONE'));
    desk.outbox.withdraw(id, { operator: 'Mia', why: 'not needed', decided: false, alone: false });
    settled();
    expect(keys('gone')).toEqual(['A1-GONE']);
  });

  it('by what it says now, not by what it said before it was changed', () => {
    const { id } = toAddress('A1', { Contact: 'Before Wrong' });
    settled();
    desk.outbox.change('ch1', id, labelCapture('A2', { ShipToAddress: { Contact: 'After Right' } }), 'Mia');
    expect([keys('wrong'), keys('right'), keys('A1'), keys('A2')]).toEqual([[], ['A2'], [], ['A2']]);
  });

  it('only when its transaction was kept', () => {
    add(labelCapture('A1', { Weight: 1 }));
    expect(() => add(labelCapture('A1', { Weight: 2, Remark: 'secondtry' }))).toThrow();
    settled();
    expect(keys('secondtry')).toEqual([]);
  });
});

describe('the finds', () => {
  it('stand by rank: whole number, start, end, any part; the newest first in each', () => {
    for (const key of ['X5500', '5500-old', '5500', 'Y-a5500z', '5500-new', '715500', '9955001'])
      add(labelCapture(key));
    toAddress('N1', { Contact: 'A', Street1: 'Road-5500b' });
    expect(keys('5500')).toEqual(['5500', '5500-new', '5500-old', '715500', 'X5500', 'N1', '9955001', 'Y-a5500z']);
  });

  it('are at most 50, and the whole number is the first of them however old it is', () => {
    const captures = Array.from({ length: 120 }, (_, n) => labelCapture(`K${n}`));
    desk.outbox.enqueueMany(captures, 'Mia', false);
    expect(keys('k')).toHaveLength(50);
    expect(keys('k1').slice(0, 3)).toEqual(['K1', 'K119', 'K118']);
    expect(seqs('k').toSorted((a, b) => b - a)).toEqual(seqs('k'));
  });

  it('are compared where the index has only runs of a piece', () => {
    desk.outbox.enqueueMany(
      ['K00000A', 'K000000B', 'K0000000C', 'marin-x-arina'].map((key) => labelCapture(key)),
      'Mia',
      false,
    );
    fill();
    expect([keys('000000'), keys('0000000'), keys('marina')]).toEqual([['K0000000C', 'K000000B'], ['K0000000C'], []]);
  });

  it('are only of the list that is shown, wherever in it they stand', () => {
    desk.outbox.enqueueMany(
      Array.from({ length: 60 }, (_, n) => labelCapture(`K${n}`)),
      'Mia',
      false,
    );
    add(captureOf(15, { ...(skuCapture('K-SKU').body as object) }));
    add(labelCapture('K-draft'), true);
    desk.outbox.enqueueMany(
      Array.from({ length: 60 }, (_, n) => labelCapture(`L${n}`)),
      'Mia',
      false,
    );
    expect(keys('k', { list: 'draft' })).toEqual(['K-draft']);
    expect(keys('k', { endpoint: 15 })).toEqual(['K-SKU']);
    expect(keys('k', { list: 'refused' })).toEqual([]);
  });

  it('are the same in a list too long to be compared entry by entry', () => {
    desk.outbox.enqueueMany(
      Array.from({ length: 1200 }, (_, n) => labelCapture(`K${n}`)),
      'Mia',
      false,
    );
    add(labelCapture('K-draft'), true);
    expect(keys('K77', { list: 'waiting' })).toEqual(keys('K77'));
    expect(keys('draft', { list: 'waiting' })).toEqual([]);
    expect(keys('draft', { list: 'draft' })).toEqual(['K-draft']);
  });

  it('choose among label lists, the oldest first, more than 50 of them', () => {
    const captures = Array.from({ length: 70 }, (_, n) =>
      labelCapture(`K${n}`, { ShipToAddress: { Contact: n % 10 === 0 ? 'Other' : 'Wanted' } }),
    );
    desk.outbox.enqueueMany(captures, 'Mia', false);
    for (let n = 0; n < 7; n++) takeAll({ TrackingNumber: 'T', IsFinalTrackingNumber: true });
    const found = desk.reader.labels.seqs('ready', 'wanted');
    expect(found).toHaveLength(63);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(desk.reader.labels.seqs('printed', 'wanted')).toEqual([]);
  });
});

describe('whatever is typed', () => {
  it('stands for itself: no wildcard, no operator', () => {
    add(labelCapture('AB_1'));
    add(labelCapture('ABC1'));
    toAddress('Q1', { Contact: `100% "NEAR" a*b (c) AND ^d:e {f} o'k \\x` });
    for (const typed of ['100%', '"near"', 'a*', '(c) and', 'AND', '^d:', 'd:e', '{f}', "o'k", '\\x', '"', '*', '%']) {
      expect(keys(typed), typed).toEqual(['Q1']);
    }
    expect(keys('B_')).toEqual(['AB_1']);
    for (const typed of ['%%', 'NOT', 'a OR b', 'NEAR(a b)', 'tokens:ab', '"ab" OR', '-ab_9', '^ab']) {
      expect(keys(typed), typed).toEqual([]);
    }
  });

  it('is answered, however long or strange', () => {
    add(labelCapture('A1'));
    for (const typed of [
      'x'.repeat(10_000),
      '"'.repeat(10_000),
      '( '.repeat(5000),
      '王'.repeat(10_000),
      'a '.repeat(5000),
      '\0',
      'A\0B',
      '\ud800',
      '\udfff1',
      '\u0080a1',
      '\u0301\u0301',
      "'; DROP TABLE entry; --",
    ]) {
      expect(() => seqs(typed), typed.slice(0, 20)).not.toThrow();
    }
    expect(seqs('\u0080a1'), 'no sign reaches a mark of the index').toEqual(seqs('a1'));
  });

  it('finds nothing where nothing is left of it', () => {
    add(labelCapture('A1'));
    expect([seqs('\0\0'), seqs('\u200d'), seqs('+')]).toEqual([[], [], []]);
    expect(seqs('   ')).toHaveLength(1);
  });
});
