import { templateReader, templateStore } from '../../electron/memory/templates.ts';
import { memoryProcedures } from '../../shared/contract/memory-procedures.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { maria, mug, openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
let store: ReturnType<typeof templateStore>;
beforeEach(() => {
  desk = openMemories();
  store = templateStore(desk.db, desk.now);
});
afterEach(() => desk.close());

const request = (more: object = {}) => ({ query: {}, body: { Package: { ServiceCode: 'SGP', ...more } } });
const names = (endpoint = 2) =>
  templateReader(desk.db)
    .list(endpoint)
    .map(({ name }) => name);

describe('a template’s name', () => {
  it('is unique within its kind: saving again replaces the template and keeps its use count', () => {
    const id = store.save(2, 'Mugs', request(), 'Ana');
    store.use(id);
    expect(store.save(2, 'Mugs', request({ ServiceCode: 'EXP' }), 'Bo')).toBe(id);
    expect(templateReader(desk.db).list(2)).toMatchObject([{ name: 'Mugs', used: 1, operator: 'Bo' }]);
    expect(store.save(6, 'Mugs', request(), 'Bo')).not.toBe(id);
  });

  it('can be changed, but not to one in use by another template of its kind', () => {
    const mugs = store.save(2, 'Mugs', request(), 'Ana');
    const pens = store.save(2, 'Pens', request(), 'Ana');
    store.save(6, 'Boxes', request(), 'Ana');
    expect(store.rename(pens, 'Mugs')).toBe('taken');
    expect(store.rename(pens, 'Pens')).toBe('renamed');
    expect(store.rename(pens, 'Boxes')).toBe('renamed');
    expect(names().toSorted()).toEqual(['Boxes', 'Mugs']);
    store.forget(mugs);
    expect(store.rename(mugs, 'Cups')).toBe('forgotten');
    expect(store.forget(mugs)).toBe(false);
  });

  it('is stored unchanged, whatever characters it contains', () => {
    const odd = [
      "Robert'); DROP TABLE template;--",
      '<img src=x onerror=alert(1)>',
      '\u202Etxet',
      'bell\u0007 and nul\u0000',
      '🏳️‍🌈 عرض',
      '=1+1',
    ];
    for (const name of odd) store.save(2, name, request(), 'Ana');
    expect(names().toSorted()).toEqual(odd.toSorted());
  });

  it('that is empty or too long is refused before anything is written', () => {
    const { input } = memoryProcedures['templates.save'];
    const save = { commandId: 'command-1', operator: 'Ana', request: { endpoint: 2, body: {} } };
    for (const name of ['', '   ', 'x'.repeat(101), 'x'.repeat(1_000_000)]) {
      expect(input.safeParse({ ...save, name }).success).toBe(false);
    }
    expect(input.safeParse({ ...save, name: 'x'.repeat(100) }).success).toBe(true);
  });
});

it('templates are listed by use, then by name', () => {
  const [, b] = ['A', 'B', 'C'].map((name) => store.save(2, name, request(), 'Ana'));
  store.use(b ?? 0);
  expect(names()).toEqual(['B', 'A', 'C']);
});

describe('data that a template or the last entry never contains', () => {
  const alone = {
    ImportTrackingNumber: 'T-1',
    ImportLabel: 'JVBERi0=',
    PlatformOrderNo: 'P-1',
    PlatformPaymentNo: 'Y-1',
  };
  const Skus = [{ ...mug, PlatformTransactionId: 'X-1', PlatformItemId: 'LISTING' }];

  it('includes the key of any create', () => {
    for (const endpoint of createNumbers) {
      const path = endpointOf(endpoint).key?.path ?? [];
      const body = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'KEY-1');
      const id = store.save(endpoint, 'One', { query: {}, body }, 'Ana');
      expect(JSON.stringify(store.use(id)), `endpoint ${endpoint}`).not.toContain('KEY-1');
    }
  });

  it('includes data specific to one parcel: its tracking number, its own label, its platform order', () => {
    const kept = { ServiceCode: 'SGP', ShipToAddress: maria, Weight: 1, Custom: 'C' };
    const body = { Package: { PackageId: 'A-1', ...kept, Skus, ...alone } };
    const rest = { Package: { ...kept, Skus: [{ ...mug, PlatformItemId: 'LISTING' }] } };
    const id = store.save(1, 'One', { query: {}, body }, 'Ana');
    expect(store.use(id)?.request.body).toEqual(rest);
    desk.enter(1, body);
    expect(templateReader(desk.db).last(1, 'Ana')?.request.body).toEqual(rest);
    desk.enter(7, { PackageId: 'A-1', TrackingNumber: 'T-9', Weight: 1, ShipToAddress: maria, Skus });
    expect(JSON.stringify(templateReader(desk.db).last(7, 'Ana')?.request)).not.toContain('T-9');
  });

  it('includes identity data, in a template', () => {
    const papers = { IDNumber: 'ID-1', BankCardLast4digits: '4711', RecipientBirthday: '1970-01-01' };
    const id = store.save(2, 'One', request({ ShipToAddress: { ...maria, ...papers } }), 'Ana');
    expect(store.use(id)?.request.body).toEqual({ Package: { ServiceCode: 'SGP', ShipToAddress: maria } });
  });

  it('is also removed from templates saved by earlier versions', () => {
    const id = store.save(2, 'Old', request(), 'Ana');
    const old = { query: {}, body: { Package: { PackageId: 'A-1', ServiceCode: 'SGP', ...alone } } };
    desk.db.prepare('UPDATE template SET request = ? WHERE id = ?').run(JSON.stringify(old), id);
    expect(store.use(id)?.request).toEqual(request());
    expect(templateReader(desk.db).list(2)[0]?.request).toEqual(request());
  });
});
