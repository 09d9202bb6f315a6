import { templateReader, templateStore } from '../../electron/memory/templates.ts';
import { maria, openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('templates and the last entry', () => {
  const request = (PackageId: string) => ({
    query: {},
    body: { Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: maria } },
  });

  it('a template stores everything except the key, and saving under the same name replaces it', () => {
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

  it('the last entry is the operator’s own, of that kind, without its key', () => {
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
