import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf, meterReader, meterStore } from '../../electron/memories/meter.ts';
import { operatorReader, operatorStore, pinHash } from '../../electron/memories/operators.ts';
import { scanFinder } from '../../electron/memories/scan-finder.ts';
import { templateReader, templateStore } from '../../electron/memories/templates.ts';
import { importList } from '../support/import-list.ts';
import { listFinder, typeAhead } from '../../electron/memories/type-ahead.ts';
import { readListFile } from '../../electron/rpc/memories/read-list-file.ts';
import { makePackageId } from '../../shared/creates/package-id.ts';
import { secondsByKeystrokes } from '../../renderer/meter/keystroke-level.ts';
import { badgeCode, commandCode } from '../../shared/scan/read-code.ts';
import { maria, mug, openMemories, type TestMemories } from './open-memories.ts';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('an imported list', () => {
  it('is offered by code and by name: the exact code first, then codes that begin so, then names', () => {
    const items = readListFile(
      '\uFEFFService code;Name\r\nX-DHL;Fast\r\nDHL;"DHL; express"\r\nDHL-EC;E-commerce\r\nZ;dhl by sea\r\nDHL-EC;Economy\r\n',
    );
    importList(desk.db, 'services', items);
    const find = listFinder(desk.db);
    expect(find('services', 'dhl', 9, 'en').map(({ code }) => code)).toEqual(['DHL', 'DHL-EC', 'X-DHL', 'Z']);
    expect(find('services', 'economy', 9, 'en')).toEqual([{ code: 'DHL-EC', name: 'Economy', used: 0 }]);
  });

  it('of ten thousand codes still gives the one that is typed, and those that begin so', () => {
    const items = Array.from({ length: 10_000 }, (_, n) => ({ code: `SKU-${n}`, name: 'Thing' }));
    importList(desk.db, 'skus', [...items, { code: 'SKU', name: 'The one' }]);
    const found = listFinder(desk.db)('skus', 'sku', 5, 'en').map(({ code }) => code);
    expect(found).toHaveLength(5);
    expect(found[0]).toBe('SKU');
  });

  it('takes the place of the one before, but not of codes that were used', () => {
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

  it('that is broken is refused with the reason', () => {
    expect(() => readListFile('code,name\n"W1,North\nW2,South')).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'bad-file' }) as unknown }),
    );
  });

  it('countries are built in, by code and by name in the person’s language, English and Chinese', () => {
    const find = listFinder(desk.db);
    expect(find('countries', 'deutsch', 3, 'de')[0]).toMatchObject({ code: 'DE', name: 'Deutschland' });
    expect(find('countries', '德国', 3, 'en')[0]).toMatchObject({ code: 'DE', name: 'Germany' });
    expect(find('countries', 'de', 3, 'en')[0]?.code).toBe('DE');
  });
});

describe('a country that is typed', () => {
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
  ])('%s is the one it says, and no other that has the word in it', (text, code) => {
    expect(meant(text)).toBe(code);
    const lists = typeAhead(desk.db);
    for (const other of ['GQ', 'AS', 'SS', 'IO', 'NG', 'RO', 'UA', 'KP'])
      for (let at = 1; at < 5; at += 1) lists.learn('countries', other, '', at);
    expect(meant(text), 'however often others are used').toBe(code);
  });

  it.each(['Guin', 'United', 'Ni ger', 'i', 'Atlantis', ''])(
    '%s is none: it may be several, or is no country',
    (text) => {
      expect(meant(text)).toBeUndefined();
    },
  );
});

describe('templates and the last entry', () => {
  const request = (PackageId: string) => ({
    query: {},
    body: { Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: maria } },
  });

  it('a template keeps everything but the key, and is replaced under its name', () => {
    const store = templateStore(desk.db, desk.now);
    const id = store.save(2, 'Sevilla', request('A-1'), 'Ana');
    expect(store.save(2, 'Sevilla', request('A-2'), 'Bo')).toBe(id);
    expect(templateReader(desk.db).list(2)).toMatchObject([{ name: 'Sevilla', operator: 'Bo', used: 0 }]);
    expect(store.use(id)?.request).toEqual({
      query: {},
      body: { Package: { ServiceCode: 'SGP', ShipToAddress: maria } },
    });
    expect(templateReader(desk.db).list(2)[0]?.used).toBe(1);
    expect(templateReader(desk.db).list(6)).toEqual([]);
    expect(store.forget(id)).toBe(true);
    expect(store.use(id)).toBeNull();
  });

  it('the last entry is an operator’s own, of that kind, without its key', () => {
    desk.label('A-1', maria, [], 'Ana');
    desk.label('A-2', { ...maria, City: 'Granada' }, [], 'Bo');
    const { last } = templateReader(desk.db);
    expect(last(2, 'Ana')).toMatchObject({ key: 'A-1' });
    expect(last(2, undefined)).toMatchObject({
      key: 'A-2',
      request: { body: { Package: { ShipToAddress: { City: 'Granada' } } } },
    });
    expect(JSON.stringify(last(2, 'Bo')?.request)).not.toContain('A-2');
    expect(last(6, 'Ana')).toBeNull();
  });
});

describe('operators', () => {
  const opened = () => {
    let badges = 0;
    return operatorStore(
      desk.db,
      () => `BADGE${++badges}`,
      () => 0,
    );
  };

  it('are named by a short code or a badge', async () => {
    const store = opened();
    const ana = store.save('Ana', { code: 'A1', pin: undefined, newBadge: false });
    expect(ana).toEqual({ name: 'Ana', code: 'a1', badge: badgeCode('BADGE1'), hasPin: false, rights: [] });
    expect((await store.enter('a1', undefined)).name).toBe('Ana');
    expect((await store.enter(ana.badge, undefined)).name).toBe('Ana');
    await expect(store.enter('a2', undefined)).rejects.toMatchObject({ problem: { params: { reason: 'unknown' } } });
    expect(operatorReader(desk.db)()).toEqual([ana]);
  });

  it('with a PIN need it; it is kept as a hash only, and stays until it is taken away', async () => {
    const store = opened();
    store.save('Ana', { code: 'A1', pin: await pinHash('4711'), newBadge: false });
    store.save('Ana', { code: 'A2', pin: undefined, newBadge: false });
    await expect(store.enter('A2', undefined)).rejects.toMatchObject({ problem: { params: { reason: 'pin-needed' } } });
    await expect(store.enter('A2', '1111')).rejects.toMatchObject({ problem: { params: { reason: 'pin-wrong' } } });
    expect((await store.enter('A2', '4711')).hasPin).toBe(true);
    expect(JSON.stringify(desk.db.prepare('SELECT * FROM operator').all())).not.toContain('4711');
    store.save('Ana', { code: 'A2', pin: null, newBadge: false });
    expect((await store.enter('A2', undefined)).hasPin).toBe(false);
  });

  it('a lost badge is worth nothing once there is a new one, and no two have one code', async () => {
    const store = opened();
    const old = store.save('Ana', { code: 'A1', pin: undefined, newBadge: false });
    store.save('Ana', { code: 'A1', pin: undefined, newBadge: true });
    await expect(store.enter(old.badge, undefined)).rejects.toMatchObject({
      problem: { params: { reason: 'unknown' } },
    });
    expect(() => store.save('Bo', { code: 'a1', pin: undefined, newBadge: false })).toThrow(/Ana has this code/);
    expect(store.forget('Ana')).toBe(true);
    expect(operatorReader(desk.db)()).toEqual([]);
  });
});

describe('the meter', () => {
  const sample = (ms: number, keystrokes: number) => ({
    endpoint: 2,
    ms,
    keystrokes,
    scans: 1,
    fields: [{ field: '$.Package.Weight', ms: ms / 10, keystrokes: 3 }],
  });

  it('tells keystrokes and time per parcel, by kind, field and day, over the days asked', () => {
    const meter = meterStore(desk.db, desk.now);
    const report = meterReader(desk.db, desk.now);
    meter.add([sample(90_000, 90)], 'Ana');
    desk.pass(2 * 86_400_000);
    meter.add([sample(10_000, 8), sample(20_000, 9), sample(60_000, 70)], 'Ana');
    expect(report(1).kinds).toEqual([
      { endpoint: 2, parcels: 3, keystrokes: 87, scans: 3, ms: 90_000, medianMs: 20_000, medianKeystrokes: 9 },
    ]);
    expect(report(3).kinds[0]).toMatchObject({ parcels: 4, ms: 180_000 });
    expect(report(1).fields).toEqual([{ endpoint: 2, field: '$.Package.Weight', parcels: 3, keystrokes: 9, ms: 9000 }]);
    expect(report(3).days.map((day) => [day.day / 86_400_000, day.parcels])).toEqual([
      [dayOf(desk.now()) - 2, 1],
      [dayOf(desk.now()), 3],
    ]);
  });

  it('forgets after 400 days', () => {
    const meter = meterStore(desk.db, desk.now);
    meter.add([sample(1000, 1)], 'Ana');
    desk.pass(401 * 86_400_000);
    meter.add([sample(1000, 1)], 'Ana');
    expect(desk.db.prepare('SELECT count(*) AS n FROM meter_parcel').get()).toEqual({ n: 1 });
  });

  it('the keystroke-level model: 0.28 s a key, 1.35 s a thought, 1 s a scan', () => {
    expect(secondsByKeystrokes({ keystrokes: 8, mentalSteps: 2, scans: 1 })).toBeCloseTo(5.94);
  });
});

describe('what a scanned code means', () => {
  it('an entry by its key or its tracking number, a SKU of this desk, a command, a badge, or nothing known', () => {
    desk.label('A-1', maria, [mug]);
    desk.learn();
    desk.db.prepare("UPDATE entry SET tracking_number = '9400100000000000000001' WHERE key = 'A-1'").run();
    const find = scanFinder(desk.db);
    expect(find('A-1')).toMatchObject({ is: 'entry', entries: [{ key: 'A-1', endpoint: 2 }] });
    expect(find('9400100000000000000001')).toMatchObject({ is: 'entry' });
    expect(find('420941039400100000000000000001')).toMatchObject({ is: 'entry' });
    expect(find('MUG-1')).toEqual({ is: 'sku', text: 'MUG-1', Sku: 'MUG-1' });
    expect(find(commandCode('NEXT'))).toEqual({ is: 'command', command: 'NEXT' });
    expect(find(badgeCode('K7M3A'))).toEqual({ is: 'badge', badge: 'K7M3A' });
    expect(find('MUG-2')).toEqual({ is: 'unknown', text: 'MUG-2' });
  });

  it('a template by its whole name, whatever its case: written just so first, then the most used; what is an entry or goods stays that', () => {
    const store = templateStore(desk.db, desk.now);
    const boxes = store.save(6, 'MUGS to Malmö', { query: {}, body: {} }, 'Ana');
    const mugs = store.save(2, 'Mugs to Malmö', { query: {}, body: {} }, 'Ana');
    for (const taken of ['A-1', 'MUG-1']) store.save(2, taken, { query: {}, body: {} }, 'Ana');
    desk.label('A-1', maria, [mug]);
    desk.learn();
    const find = scanFinder(desk.db);
    const [small, large] = [
      { id: mugs, endpoint: 2, name: 'Mugs to Malmö' },
      { id: boxes, endpoint: 6, name: 'MUGS to Malmö' },
    ];
    store.use(boxes);
    expect(find(' mugs  to malmo')).toEqual({ is: 'template', text: 'mugs  to malmo', templates: [large, small] });
    expect(find('Mugs to Malmö')).toMatchObject({ is: 'template', templates: [small, large] });
    expect(find('Mugs to')).toEqual({ is: 'unknown', text: 'Mugs to' });
    expect(find('A-1')).toMatchObject({ is: 'entry' });
    expect(find('MUG-1')).toMatchObject({ is: 'sku' });
  });

  it('a PackageId with a slip: of what may be meant, the one this desk has', () => {
    const id = makePackageId({ desk: 'K7M3A', generation: 1, day: desk.now(), counter: 41 });
    desk.label(id, maria);
    const typed = `${id.slice(0, 3)}${id.charAt(3) === '4' ? '5' : '4'}${id.slice(4)}`;
    expect(scanFinder(desk.db)(typed)).toEqual({ is: 'mistyped', text: typed, meant: [id] });
  });
});
