import type { Desk } from '../../electron/desk/threads/desk.ts';
import { checkPackageId } from '../../shared/creates/package-id.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { maria, mug } from './open-memories.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
let desk: Desk;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-memories-'));
  desk = await startDeskInThread({ folder, settings: { holdSeconds: 3600, deskCode: 'K7M3A' } });
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

let commands = 0;
const commandId = (): string => `command-${++commands}`;
const request = (PackageId: string) => ({
  endpoint: 2,
  body: { Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: maria, Weight: 100, Skus: [mug] } },
});

async function untilFound<T>(find: () => Promise<T[]>): Promise<T[]> {
  for (let turn = 0; turn < 400; turn++) {
    const found = await find();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nothing was learned within twenty seconds');
}

describe('a running desk', () => {
  it('issues PackageIds; an entry under one is learned automatically and causes a duplicate warning at once', async () => {
    const { ids } = await desk.ask('packageId.next', { count: 2 });
    const [first = '', second = ''] = ids;
    expect(checkPackageId(first)).toMatchObject({ kind: 'good', desk: 'K7M3A' });
    await desk.ask('entry.enqueue', { commandId: commandId(), request: request(first), operator: 'Ana' });
    // Checks without waiting: the entry just saved is included.
    const { entries } = await desk.ask('entries.similar', { request: request(second) });
    expect(entries).toMatchObject([{ key: first, endpoint: 2, operator: 'Ana', recipient: 'María Núñez, ES' }]);

    const addresses = await untilFound(
      async () => (await desk.ask('addresses.find', { text: 'nunez sevilla' })).addresses,
    );
    expect(addresses).toMatchObject([{ address: maria, used: 1 }]);
    expect((await desk.ask('goods.of', { Sku: 'MUG-1' })).goods?.facts).toMatchObject({ HsCode: '691110' });
    expect((await desk.ask('goods.of', { DeclareNameEn: 'Mug' })).goods?.name).toBe('Mug');
    expect((await desk.ask('goods.find', { text: 'mug' })).goods).toHaveLength(2);
    expect((await desk.ask('lists.find', { list: 'services', text: 'sg' })).items).toMatchObject([{ code: 'SGP' }]);
    expect((await desk.ask('entries.last', { endpoint: 2, operator: 'Ana' })).last).toMatchObject({ key: first });
    expect(await desk.ask('scan.find', { text: first })).toMatchObject({ is: 'entry', entries: [{ key: first }] });
    const { counts } = await desk.ask('lists.counts', {});
    expect(counts).toContainEqual({ list: 'services', imported: 0, learned: 1 });
    const mugs = { commandId: commandId(), by: 'DeclareNameEn', name: 'Mug' } as const;
    expect(await desk.ask('goods.forget', mugs)).toEqual({ forgotten: true });
    expect((await desk.ask('goods.find', { text: 'mug' })).goods).toMatchObject([{ by: 'Sku', name: 'MUG-1' }]);
    const [address] = addresses;
    const forget = { commandId: commandId(), id: address?.id ?? 0 };
    expect(await desk.ask('addresses.forget', forget)).toEqual({ forgotten: true });
    expect(await desk.ask('addresses.forget', forget)).toEqual({ forgotten: true });
    expect((await desk.ask('addresses.find', { text: '' })).addresses).toEqual([]);
  });

  it('stores lists, templates and operators', async () => {
    const csv = 'code,name\nW1,North\nW2,South\n';
    expect(await desk.ask('lists.import', { commandId: commandId(), list: 'warehouses', csv })).toEqual({ items: 2 });
    expect((await desk.ask('lists.find', { list: 'warehouses', text: 'sou' })).items).toEqual([
      { code: 'W2', name: 'South', used: 0 },
    ]);

    const skus = Array.from({ length: 5000 }, (_, n) => `A-${n},Thing`);
    const long = ['code,name', ...skus, 'Z-77,Ceramic teapot'].join('\n');
    await desk.ask('lists.import', { commandId: commandId(), list: 'skus', csv: long });
    // The last of many lines is found by a part of its name once it is indexed.
    const teapots = await untilFound(async () => (await desk.ask('lists.find', { list: 'skus', text: 'eapo' })).items);
    expect(teapots).toMatchObject([{ code: 'Z-77' }]);

    const { id } = await desk.ask('templates.save', {
      commandId: commandId(),
      name: 'Mugs',
      request: request('A'),
      operator: 'Ana',
    });
    const used = await desk.ask('templates.use', { commandId: commandId(), id });
    expect(used).toMatchObject({ name: 'Mugs', request: { body: { Package: { ServiceCode: 'SGP' } } } });
    expect(JSON.stringify(used.request)).not.toContain('PackageId');
    expect((await desk.ask('templates.list', { endpoint: 2 })).templates).toHaveLength(1);
    await desk.ask('templates.forget', { commandId: commandId(), id });
    const again = await desk.call('templates.use', { commandId: commandId(), id });
    expect(again).toMatchObject({ ok: false, problem: { kind: 'unknown-entry' } });

    const ana = await desk.ask('operators.save', { commandId: commandId(), name: 'Ana', code: 'A1', pin: '4711' });
    expect(ana).toMatchObject({ name: 'Ana', hasPin: true });
    expect(await desk.call('operators.enter', { code: ana.badge })).toMatchObject({
      ok: false,
      problem: { params: { reason: 'pin-needed' } },
    });
    expect(await desk.ask('operators.enter', { code: ana.badge, pin: '4711' })).toEqual(ana);
    expect((await desk.ask('operators.list', {})).operators).toEqual([ana]);
    await desk.ask('operators.forget', { commandId: commandId(), name: 'Ana' });
  });

  it('refuses a malformed list with the reason, and changes nothing', async () => {
    const csv = 'code,name\n"W9,North\n';
    expect(await desk.call('lists.import', { commandId: commandId(), list: 'warehouses', csv })).toMatchObject({
      ok: false,
      problem: { kind: 'bad-file' },
    });
    expect((await desk.ask('lists.find', { list: 'warehouses', text: '' })).items).toHaveLength(2);
  });
});
