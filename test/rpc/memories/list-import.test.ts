import { verifyClosed } from '../../../electron/copies/verify/verify-folder.ts';
import { verifyDatabase } from '../../../electron/copies/verify/verify.ts';
import { startDesk, type Desk } from '../../../electron/desk/threads/desk.ts';
import { listImports, splitIntoParts } from '../../../electron/memory/import-list.ts';
import { skuIndex } from '../../../electron/memory/listed-skus.ts';
import { deskFile } from '../../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../../electron/storage/database/open-desk.ts';
import { startDeskInThread } from '../../support/desk-here.ts';
import { temporaryFolder } from '../../support/run-desk.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

async function open(folder = temporaryFolder()): Promise<Desk> {
  const desk = await startDesk({ folder, settings: { holdSeconds: 3600 } });
  onTestFinished(() => desk.close());
  return desk;
}
const linesOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({ code: `SKU-${n}`, name: `${name} ${n}` }));
const csvOf = (count: number, name: string) =>
  ['code,name', ...linesOf(count, name).map((line) => `${line.code},${line.name}`)].join('\n');
const imported = async (desk: Desk) =>
  (await desk.ask('lists.counts', {})).counts.find(({ list }) => list === 'skus')?.imported;

it('captures are answered one after another while a list of 50,000 lines is imported', async () => {
  const desk = await open();
  const import50 = desk.ask('lists.import', { commandId: 'import-1', list: 'skus', csv: csvOf(50_000, 'Thing') });
  let over = false;
  const ended = import50.finally(() => (over = true));
  let captures = 0;
  for (; !over; captures += 1) {
    const body = { Package: { PackageId: `P-${captures}`, ServiceCode: 'SGP', Weight: 1 } };
    await desk.ask('entry.enqueue', { commandId: `capture-${captures}`, request: { endpoint: 2, body } });
  }
  expect(await ended).toEqual({ items: 50_000 });
  expect(await imported(desk)).toBe(50_000);
  // Counted rather than timed: each capture starts after the previous answer.
  expect(captures).toBeGreaterThan(50);
  // The repeated command returns the same answer, and reads nothing.
  expect(await desk.ask('lists.import', { commandId: 'import-1', list: 'skus', csv: 'S1' })).toEqual({ items: 50_000 });
}, 120_000);

it('a list is imported in steps whose size does not depend on its length', () => {
  const largest = (count: number) => {
    const db = openDesk(temporaryFolder());
    const changes = db.prepare<[], { n: number }>('SELECT total_changes() AS n');
    let before = changes.get()!.n;
    let most = 0;
    for (const name of ['Thing', 'Other', 'Third']) {
      // A third of the lines disappears each time.
      const kept = linesOf(count, name).slice(name === 'Thing' ? 0 : count / 3);
      for (const steps = listImports(db).replace('skus', splitIntoParts(kept)); steps.next().done !== true;) {
        const { n } = changes.get()!;
        most = Math.max(most, n - before);
        before = n;
      }
    }
    db.close();
    return most;
  };
  const small = largest(600);
  expect(small).toBeGreaterThan(0);
  expect(largest(6000)).toBeLessThanOrEqual(small);
});

/** A closed folder with a list, in which the next import ended after this many steps. */
async function cutShortAfter(steps: number): Promise<string> {
  const folder = temporaryFolder();
  const first = await startDeskInThread({ folder, settings: { holdSeconds: 3600 } });
  await first.ask('lists.import', { commandId: 'import-1', list: 'skus', csv: csvOf(1000, 'Before') });
  await first.close();
  const db = openDesk(folder);
  const replacing = listImports(db).replace('skus', splitIntoParts(linesOf(1500, 'After')));
  for (let step = 0; step < steps; step++) expect(replacing.next().done).toBe(false);
  db.close();
  return folder;
}

it.each([
  ['is undone if not all of its lines were on disk', 5, 'Before', 1000],
  ['is completed if all of its lines were on disk', 20, 'After', 1500],
])('an interrupted import %s, at the next start', async (_, steps, name, count) => {
  const folder = await cutShortAfter(steps);
  const desk = await startDeskInThread({ folder, settings: { holdSeconds: 3600 } });
  await expect.poll(() => imported(desk)).toBe(count);
  await expect
    .poll(async () => (await desk.ask('lists.find', { list: 'skus', text: 'SKU-7', limit: 1 })).items)
    .toMatchObject([{ name: `${name} 7` }]);
  // The next import waits until this one is settled.
  await desk.ask('lists.import', { commandId: 'import-2', list: 'warehouses', csv: 'code,name\nW1,Here' });
  await desk.close();
  const after = openDesk(folder);
  expect(after.prepare('SELECT count(*) AS n FROM list_import').get()).toEqual({ n: 0 });
  after.close();
});

it('an import damaged before its completion is reported and discarded, until the list is imported again', async () => {
  const folder = await cutShortAfter(20);
  const disk = new Database(join(folder, deskFile));
  disk.exec("UPDATE list_import SET items = replace(items, 'After 7\"', 'Other 7\"') WHERE part = 1");
  disk.close();
  const desk = await startDeskInThread({ folder, settings: { holdSeconds: 3600 } });
  const told = { part: 'list-import', todo: expect.stringContaining('Import the list again') as string };
  // Imports wait until leftovers of an earlier run have been examined.
  await desk.ask('lists.import', { commandId: 'import-2', list: 'warehouses', csv: 'code,name\nW1,Here' });
  expect((await desk.ask('backup.verify', {})).damages).toEqual([expect.objectContaining(told)]);
  expect(await imported(desk)).toBe(1000);
  await desk.ask('lists.import', { commandId: 'import-3', list: 'skus', csv: csvOf(1500, 'After') });
  expect(await imported(desk)).toBe(1500);
  await desk.close();
  expect(await verifyClosed(folder, () => undefined)).toMatchObject({ whole: true });
});

it('a name that differs only in case is still found', async () => {
  const folder = temporaryFolder();
  const db = openDesk(folder);
  const index = skuIndex(db);
  for (const name of ['Red shoe', 'RED SHOE']) {
    for (const _ of listImports(db).replace('skus', splitIntoParts([{ code: 'S1', name }]))) continue;
    while (index.processBatch()) continue;
  }
  expect(verifyDatabase(db)).toMatchObject({ whole: true, damages: [] });
  db.close();
});
