import { labelCapture } from '../support/open-test-outbox.ts';
import { desk, searchedDesk, add, toAddress, fill, keys, takeAll } from './searched-desk.ts';
import { describe, expect, it } from 'vitest';

searchedDesk();

describe.each([
  ['at once', () => undefined],
  ['when it is indexed', fill],
])('an entry is found %s', (_, settled) => {
  it('by its key: as a whole, by start, end or any part, ignoring case and dashes', () => {
    add(labelCapture('PD-00042-X'));
    add(labelCapture('QQ'));
    settled();
    for (const typed of ['PD-00042-X', 'pd00042x', 'pd-0', 'P', '42-x', '0042', '-00', ' 00042 ']) {
      expect(keys(typed), typed).toEqual(['PD-00042-X']);
    }
  });

  it('by a start or end longer than the index stores, and not confused with a key that shares the first 16 or last 8 characters', () => {
    for (const key of ['WAREHOUSE-2026-00-17-X12345678', 'WAREHOUSE-2026-00-18-Y12345678']) add(labelCapture(key));
    settled();
    for (const typed of ['warehouse-2026-00-17', '17-x12345678', 'x12345678']) {
      expect(keys(typed), typed).toEqual(['WAREHOUSE-2026-00-17-X12345678']);
    }
    expect(keys('12345678')).toHaveLength(2);
  });

  it('by name, company, town, street, postcode, e-mail, SKU, goods or remark', () => {
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

  it('by its phone number, as a whole, by its end or any part, in any grouping', () => {
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

  it('by several words or parts of words in any order, and only if all match', () => {
    toAddress('A1', { Contact: 'Ana Ruiz', City: 'Madrid' });
    toAddress('B1', { Contact: 'Ana Gómez', City: 'Vigo' });
    settled();
    expect(keys('drid an')).toEqual(['A1']);
    expect(keys('ana')).toEqual(['B1', 'A1']);
    expect(keys('ana lugo')).toEqual([]);
  });

  it('by two short numbers that do not form one number', () => {
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

  it("by the service's numbers, including an earlier tracking number, and by one of them with a word", () => {
    toAddress('A1', { Contact: 'Ana Ruiz' });
    takeAll({ TrackingNumber: 'TEMP00777', IsFinalTrackingNumber: false, SvcId: 'SVC991' });
    const [due] = desk.outbox.sync.dueChecks(desk.now(), 10);
    desk.outbox.sync.settleCheck(
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

  it('once, even if it matches in several ways', () => {
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

  it('by its current content, not by content before a change', () => {
    const { id } = toAddress('A1', { Contact: 'Before Wrong' });
    settled();
    desk.outbox.change('ch1', id, labelCapture('A2', { ShipToAddress: { Contact: 'After Right' } }), 'Mia');
    expect([keys('wrong'), keys('right'), keys('A1'), keys('A2')]).toEqual([[], ['A2'], [], ['A2']]);
  });

  it('only if its transaction was committed', () => {
    add(labelCapture('A1', { Weight: 1 }));
    expect(() => add(labelCapture('A1', { Weight: 2, Remark: 'secondtry' }))).toThrow();
    settled();
    expect(keys('secondtry')).toEqual([]);
  });
});
