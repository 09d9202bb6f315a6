import { readListFile } from '../../electron/memory/read-list-file.ts';
import { listFinder, typeAhead } from '../../electron/memory/type-ahead.ts';
import { importList } from '../support/import-list.ts';
import { openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('an imported list', () => {
  it('is searched by code and by name: exact code first, then codes with that prefix, then names', () => {
    const items = readListFile(
      '\uFEFFService code;Name\r\nX-DHL;Fast\r\nDHL;"DHL; express"\r\nDHL-EC;E-commerce\r\nZ;dhl by sea\r\nDHL-EC;Economy\r\n',
    );
    importList(desk.db, 'services', items);
    const find = listFinder(desk.db);
    expect(find('services', 'dhl', 9, 'en').map(({ code }) => code)).toEqual(['DHL', 'DHL-EC', 'X-DHL', 'Z']);
    expect(find('services', 'economy', 9, 'en')).toEqual([{ code: 'DHL-EC', name: 'Economy', used: 0 }]);
  });

  it('of ten thousand codes still finds the exact code and those with that prefix', () => {
    const items = Array.from({ length: 10_000 }, (_, n) => ({ code: `SKU-${n}`, name: 'Thing' }));
    importList(desk.db, 'skus', [...items, { code: 'SKU', name: 'The one' }]);
    const found = listFinder(desk.db)('skus', 'sku', 5, 'en').map(({ code }) => code);
    expect(found).toHaveLength(5);
    expect(found[0]).toBe('SKU');
  });

  it('replaces the previous one except codes that were used', () => {
    const lists = typeAhead(desk.db);
    importList(desk.db, 'warehouses', [
      { code: 'W1', name: 'North' },
      { code: 'W2', name: 'South' },
    ]);
    lists.learn('warehouses', 'W2', '', 1);
    importList(desk.db, 'warehouses', [{ code: 'W3', name: 'West' }]);
    expect(listFinder(desk.db)('warehouses', '', 9, 'en')).toEqual([
      { code: 'W2', name: 'South', used: 1 },
      { code: 'W3', name: 'West', used: 0 },
    ]);
  });

  it('that is malformed is refused with the reason', () => {
    expect(() => readListFile('code,name\n"W1,North\nW2,South')).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'bad-file' }) as unknown }),
    );
  });

  it('contains countries by default, by code and by name in the user’s language, English and Chinese', () => {
    const find = listFinder(desk.db);
    expect(find('countries', 'deutsch', 3, 'de')[0]).toMatchObject({ code: 'DE', name: 'Deutschland' });
    expect(find('countries', '德国', 3, 'en')[0]).toMatchObject({ code: 'DE', name: 'Germany' });
    expect(find('countries', 'de', 3, 'en')[0]?.code).toBe('DE');
  });
});

describe('a typed country', () => {
  const meant = (text: string, language = 'en') => {
    const [first] = listFinder(desk.db)('countries', text, 8, language);
    return first?.meant ? first.code : undefined;
  };
  it.each([
    ['Guinea', 'GN'],
    ['Samoa', 'WS'],
    ['Sudan', 'SD'],
    ['India', 'IN'],
    ['Niger', 'NE'],
    ['Oman', 'OM'],
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['de', 'DE'],
    ['Germ', 'DE'],
    ['ermany', 'DE'],
    ['Deutschland', 'DE'],
    ['Germany / Deutschland', 'DE'],
    ['Südafrika', 'ZA'],
    ['韩国', 'KR'],
    ['Korea', 'KR'],
  ])('%s matches exactly one country, and no other containing the word', (text, code) => {
    expect(meant(text)).toBe(code);
    const lists = typeAhead(desk.db);
    for (const other of ['GQ', 'AS', 'SS', 'IO', 'NG', 'RO', 'UA', 'KP'])
      for (let at = 1; at < 5; at += 1) lists.learn('countries', other, '', at);
    expect(meant(text), 'however often others are used').toBe(code);
  });

  it.each(['Guin', 'United', 'Ni ger', 'i', 'Atlantis', ''])(
    '%s matches none, because it is ambiguous or no country',
    (text) => {
      expect(meant(text)).toBeUndefined();
    },
  );
});
