import {
  addressBook,
  addressFinder,
  addressFinderInEntries,
  similarEntries,
} from '../../electron/memory/address-book.ts';
import { goodsFinder } from '../../electron/memory/goods-memory.ts';
import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { skuFinder } from '../../electron/memory/listed-skus.ts';
import { listFinder } from '../../electron/memory/type-ahead.ts';
import { readTestCapture } from '../support/open-test-outbox.ts';
import { maria, mug, openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('the address book', () => {
  const find = (text: string, limit = 10) =>
    addressFinder(desk.db)(text, limit).map(({ address }) => address['Contact']);

  it('learns recipients from entries, and finds them by any part in any script, most used first', () => {
    desk.label('A-1', { ...maria, Contact: '王小明', City: '深圳市', Country: 'CN' });
    desk.label('A-2', maria);
    desk.label('A-3', { ...maria, Phone: '+34 1' });
    desk.advance(1000);
    desk.label('A-4', { ...maria, Contact: 'محمد أحمد', City: 'القاهرة', Country: 'EG' });
    desk.learn();
    expect(find('')).toEqual(['María Núñez', 'محمد أحمد', '王小明']);
    expect(find('nunez')).toEqual(['María Núñez']);
    expect(find('小明')).toEqual(['王小明']);
    expect(find('明')).toEqual(['王小明']);
    expect(find('احمد')).toEqual(['محمد أحمد']);
    expect(find('sierpes 41004')).toHaveLength(3);
    expect(find('sierpes 深圳')).toEqual(['王小明']);
    expect(find('nobody')).toEqual([]);
    expect(addressFinder(desk.db)('nunez', 1)[0]).toMatchObject({ used: 2, address: { Phone: '+34 1' } });
  });

  it('never stores data that identifies a person beyond the address', () => {
    const secret = { IDNumber: 'X1234567', BankCardLast4digits: '9876', RecipientBirthday: '1990-01-31' };
    desk.label('A-1', { ...maria, ...secret, TaxId: 'T1' });
    desk.learn();
    expect(addressFinder(desk.db)('', 5)[0]?.address).toEqual({ ...maria, TaxId: 'T1' });
    const written = ['remembered_address', 'remembered_goods', 'list_item']
      .flatMap((table) => desk.db.prepare(`SELECT * FROM ${table}`).all())
      .map((row) => JSON.stringify(row))
      .join();
    for (const value of Object.values(secret)) expect(written.toLowerCase()).not.toContain(value.toLowerCase());
  });

  it('forgets an address on request, until it is used again', () => {
    desk.label('A-1', maria);
    desk.learn();
    const [one] = addressFinder(desk.db)('', 5);
    expect(addressBook(desk.db).forget(one?.id ?? 0)).toBe(true);
    desk.learn();
    expect(find('')).toEqual([]);
    desk.label('A-2', maria);
    desk.learn();
    expect(find('')).toEqual(['María Núñez']);
  });

  it('applies a correction of an entry without counting it twice', () => {
    const id = desk.label('A-1', maria);
    desk.learn();
    const capture = readTestCapture(2, {
      Package: { PackageId: 'A-1', ServiceCode: 'SGP', ShipToAddress: { ...maria, Phone: '5' }, Weight: 1 },
    });
    desk.outbox.change('change-1', id, capture, 'Ana');
    desk.learn();
    expect(addressFinder(desk.db)('', 5)).toMatchObject([{ used: 1, address: { Phone: '5' } }]);
  });
});

describe('learning', () => {
  it('is completed after a crash: entries not yet learned are learned at the next start, none twice', () => {
    for (let n = 0; n < 100; n++) desk.label(`A-${n}`, { ...maria, Contact: `Person ${n % 10}` });
    desk.learning.processBatch();
    const next = learnEntries(desk.db);
    while (next.processBatch());
    const all = addressFinder(desk.db)('', 50);
    expect(all).toHaveLength(10);
    expect(all.every(({ used }) => used === 10)).toBe(true);
  });

  it('skips an entry whose content is damaged', () => {
    desk.label('A-1', maria);
    desk.db.prepare("UPDATE entry SET request = replace(request, 'Sevilla', 'Granada')").run();
    desk.learn();
    expect(addressFinder(desk.db)('', 5)).toEqual([]);
  });
});

describe('the memory of goods', () => {
  it('suggests the latest values by SKU and by English name, from every kind of create', () => {
    desk.label('A-1', maria, [mug]);
    desk.enter(15, {
      Sku: 'TEA-1',
      ProductName: 'Green tea',
      ProductDescription: 'Tea',
      Weight: 250,
      Length: 10,
      Width: 5,
      Height: 5,
      DeclareName: 'Tea',
      DeclareNameCn: '绿茶',
      DeclareValue: 4,
      HsCode: '090210',
      Material: 'Leaves',
      ProductFlag: 'Simple',
      ProductAttribute: 'GeneralCargo',
    });
    desk.enter(6, {
      PackageId: 'B-1',
      Location: 'SZ',
      ServiceCode: 'SGP',
      ShipToAddress: maria,
      ContainerInfos: [
        {
          CustomContainerNo: '1',
          SkuInfos: [{ Sku: 'MUG-1', DeclareNameEN: 'Mug', DeclareNameCN: '陶瓷杯', MaterialEN: 'Ceramic' }],
        },
      ],
    });
    desk.learn();
    const goods = goodsFinder(desk.db);
    expect(goods.findOne('Sku', 'MUG-1')?.facts).toEqual({
      Sku: 'MUG-1',
      DeclareNameEn: 'Mug',
      DeclareNameCn: '陶瓷杯',
      HsCode: '691110',
      MaterialEN: 'Ceramic',
      DeclareValue: 3.2,
    });
    expect(goods.findOne('DeclareNameEn', 'Tea')?.facts).toMatchObject({
      HsCode: '090210',
      MaterialEN: 'Leaves',
      Weight: 250,
    });
    expect(
      goods
        .find('陶瓷', 5)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['MUG-1', 'Mug']);
    expect(goods.find('6911', 5)).toHaveLength(2);
    expect(goods.findOne('Sku', 'NO')).toBeNull();
  });

  it('keeps its values when a line has only the SKU, and records which create a weight is from', () => {
    desk.enter(7, { PackageId: 'D-1', Weight: 500, Skus: [{ ...mug, Weight: 210 }], ShipToAddress: maria });
    desk.label('A-1', maria, [{ Sku: 'MUG-1', Quantity: 1 }]);
    desk.learn();
    expect(goodsFinder(desk.db).findOne('Sku', 'MUG-1')).toMatchObject({
      endpoint: 7,
      used: 2,
      facts: { HsCode: '691110', Weight: 210 },
    });
  });
});

describe('a second entry for the same recipient and goods', () => {
  const hour = 3_600_000;
  const body = (PackageId: string, address: Record<string, string> = maria, Skus: unknown[] = [mug]) => ({
    Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: address, Skus },
  });
  const similar = (request: unknown, hours = 24, key = 'NEW') =>
    similarEntries(desk.db)
      .find(2, request, key, desk.now() - hours * hour)
      .map((entry) => entry.key);

  it('is detected whatever the spelling of name and postcode and the order of the goods', () => {
    const tea = { Sku: 'TEA-1', Quantity: 1 };
    desk.label('A-1', maria, [mug, tea]);
    desk.learn();
    const again = { ...maria, Contact: 'MARIA  NUNEZ', Postcode: '41 004', Street1: 'C/ Sierpes' };
    expect(similar(body('NEW', again, [tea, mug]))).toEqual(['A-1']);
  });

  it('is not reported for another person, other goods or quantities, an old entry or a withdrawn one', () => {
    const id = desk.label('A-1', maria, [mug]);
    desk.learn();
    expect(similar(body('NEW', { ...maria, Contact: 'Mario Nuño' }))).toEqual([]);
    expect(similar(body('NEW', maria, [{ ...mug, Quantity: 3 }]))).toEqual([]);
    expect(similar(body('NEW', maria, [{ ...mug, Sku: 'MUG-2' }]))).toEqual([]);
    desk.advance(5 * hour);
    expect(similar(body('NEW'), 6)).toEqual(['A-1']);
    expect(similar(body('NEW'), 4)).toEqual([]);
    const options = { operator: 'Ana', decided: false, alone: false, why: '' };
    desk.db.transaction(() => desk.outbox.withdraw(id, options))();
    expect(similar(body('NEW'))).toEqual([]);
  });

  it('is not reported for the declaration of the same package, nor for an entry without a recipient', () => {
    desk.label('A-1', maria, [mug]);
    desk.learn();
    expect(similar(body('A-1'), 24, 'A-1')).toEqual([]);
    expect(similar({ Package: { Skus: [mug] } })).toEqual([]);
  });
});

describe('the global search', () => {
  it('lists matching recipients and goods by use, even if more match than are shown', () => {
    const persons = ['Ann One', 'Ann Two', 'Ann Three', 'Ann Four', 'Ann Five'].map((Contact) => ({
      ...maria,
      Contact,
    }));
    // the most recently learned are used most
    for (const [at, person] of persons.entries())
      for (let time = 0; time <= at; time++)
        desk.label(`A-${at}-${time}`, person, [{ ...mug, Sku: `MUG-${at}`, DeclareNameEn: `Mug ${at}` }]);
    desk.learn();
    const recipients = addressFinderInEntries(desk.db)('ann', [], 2);
    expect(recipients.map(({ address }) => address['Contact'])).toEqual(['Ann Five', 'Ann Four']);
    expect(skuFinder(desk.db)('mug', [], 2).map(({ Sku }) => Sku)).toEqual(['MUG-4', 'MUG-3']);
  });
});

describe('lists', () => {
  it('contain the used codes, most used first, with the name from the goods', () => {
    desk.label('A-1', maria, [mug]);
    desk.enter(6, { PackageId: 'B-1', Location: 'SZ', ServiceCode: 'DHL', ContainerInfos: [], ShipToAddress: maria });
    desk.enter(6, { PackageId: 'B-2', Location: 'SZ', ServiceCode: 'DHL', ContainerInfos: [], ShipToAddress: maria });
    desk.learn();
    const find = listFinder(desk.db);
    expect(find('services', '', 9, 'en').map(({ code }) => code)).toEqual(['DHL', 'SGP']);
    expect(find('skus', 'mug', 9, 'en')).toEqual([{ code: 'MUG-1', name: 'Mug', used: 1 }]);
    expect(find('countries', '', 1, 'en')).toEqual([{ code: 'ES', name: 'Spain', used: 3 }]);
  });
});
