import { takeDownload } from '../../electron/desk/calls/downloads.ts';
import type { Desk } from '../../electron/desk/threads/desk.ts';
import { createKinds, endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { readTable } from '../import/spreadsheets.ts';
import { sampleCreates } from '../practice/sample-creates.ts';
import { readDownload } from '../support/bytes-of.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let desk: Desk;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-procedures-'));
  desk = await startDeskInThread({ folder });
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

let commands = 0;
const enqueue = (endpoint: number, body: unknown) =>
  desk.ask('entry.enqueue', { commandId: `export-${process.pid}-${++commands}`, request: { endpoint, body } });
const exported = async (id: string): Promise<Buffer> => {
  const made = await takeDownload(folder, id, Date.now());
  if (!made) throw new Error('no file');
  return readDownload(made);
};

describe('an export', () => {
  it('of every kind is imported at an empty desk as the same orders', async () => {
    for (const { endpoint, body } of sampleCreates.filter(({ endpoint }) => endpoint !== 1))
      await enqueue(endpoint, body);
    const fresh = mkdtempSync(join(tmpdir(), 'parcel-fresh-'));
    const other = await startDeskInThread({ folder: fresh });
    try {
      for (const kind of createKinds) {
        const endpoint = endpointOfKind[kind];
        const before = await desk.ask('entries.page', { endpoint });
        const { file, entries } = await desk.ask('entries.export', { kind, as: 'xlsx', of: { list: 'all' } });
        expect(entries).toBe(before.rows.length);
        if (entries === 0) continue;
        const base64 = (await exported(file.id)).toString('base64');
        const opened = await other.ask('import.open', { name: file.name, base64 });
        expect(opened).toMatchObject({ as: kind, guessed: true });
        const { importId, mapping } = opened;
        const commandId = `import-${process.pid}-${++commands}`;
        expect(await other.ask('import.run', { commandId, importId, mapping })).toMatchObject({
          queued: entries,
          bad: 0,
        });
        const after = await other.ask('entries.page', { endpoint });
        for (const [at, { id }] of after.rows.entries()) {
          const mine = await desk.ask('entries.get', { id: before.rows[at]?.id ?? '' });
          expect((await other.ask('entries.get', { id })).request).toEqual(mine.request);
        }
      }
    } finally {
      await other.close();
      rmSync(fresh, { recursive: true, force: true });
    }
  }, 60_000);

  it('of selected entries contains no others, and counts selected entries of other kinds', async () => {
    for (const { endpoint, body } of sampleCreates.filter(({ endpoint }) => [2, 6].includes(endpoint)))
      await enqueue(endpoint, body);
    const { rows } = await desk.ask('entries.page', {});
    const seqs = rows.map(({ seq }) => seq);
    const found = await desk.ask('entries.export', { kind: 'box-order', as: 'csv', of: { seqs } });
    expect(found).toMatchObject({ entries: 1, otherKinds: 1, problems: [] });
    const [head, row] = await readTable(await exported(found.file.id), 'utf-8');
    expect(head?.[0]).toBe('PackageId');
    expect(row?.[0]).toBe('P-6');
  });

  it('of facts has a line per entry, and no cell starts a formula', async () => {
    await enqueue(15, { ...(sampleCreates.find(({ endpoint }) => endpoint === 15)?.body as object), Sku: '=1+1' });
    const { file, entries } = await desk.ask('entries.export', { as: 'csv', of: { list: 'all' } });
    expect(entries).toBe(1);
    const text = (await exported(file.id)).toString();
    expect(text).toMatch(/^\uFEFFid,key,kind,state,recipient,trackingNumber,/);
    expect(text).toContain(",'=1+1,sku,queued,");
  });

  it('does not block other calls while it is written', async () => {
    for (let n = 0; n < 300; n++)
      await enqueue(2, { Package: { PackageId: `P-${n}`, ServiceCode: 'SGP', ShipToAddress: { Contact: 'Ana' } } });
    let ended = false;
    const exporting = desk
      .ask('entries.export', { kind: 'label-order', as: 'xlsx', of: { list: 'all' } })
      .finally(() => (ended = true));
    await desk.ask('entries.counts', {});
    expect(ended).toBe(false);
    expect((await exporting).entries).toBe(300);
  });
});
