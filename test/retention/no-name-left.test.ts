import { writeBackupNote, readBackupNote } from '../../electron/copies/backup/backup-note.ts';
import { createLineReader } from '../../electron/copies/backup/locked-lines.ts';
import { journalLines, deskLines } from '../../electron/copies/journal/read-journal.ts';
import { takeDownload } from '../../electron/desk/calls/downloads.ts';
import { setAtPath } from '../../electron/outbox/set-field.ts';
import { createFolderOpener } from '../../electron/platform/encryption/key-file.ts';
import { openSealed, isSealed } from '../../electron/platform/encryption/sealed-file.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { ruleOf } from '../../shared/service/field.ts';
import { unwrapSchema, fieldsOf } from '../../shared/service/schema-walk.ts';
import { label, openLostDesk, type LostDesk } from '../backup/lost-desk.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { serveFakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { dayMs, filesIn } from './long-ago.ts';
import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';

/** Names that no other text contains, each with the place where it was entered. */
function names() {
  const places = new Map<string, string>();
  return {
    at(place: string): string {
      const n = places.size;
      const letters = String.fromCharCode(97 + Math.floor(n / 676), 97 + (Math.floor(n / 26) % 26), 97 + (n % 26));
      const name = `Zq${letters}vxkwj`;
      places.set(name, place);
      return name;
    },
    all: (): ReadonlyMap<string, string> => places,
  };
}
type Names = ReturnType<typeof names>;

/** Fields that decide whether an order is accepted at all; they contain codes. */
const codes: Record<string, string> = { Country: 'ES', ServiceCode: 'SGP', Currency: 'EUR', DeclareCurrency: 'EUR' };

/** A body of a create with a name in each text field that accepts one. */
function filled(schema: z.core.$ZodType, place: string, all: Names): unknown {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return [filled(inner.element, `${place}[]`, all)];
  if (inner instanceof z.ZodObject) {
    const fields = Object.entries(fieldsOf(inner));
    return Object.fromEntries(fields.map(([name, one]) => [name, codes[name] ?? filled(one, `${place}.${name}`, all)]));
  }
  const { type, pattern, maxLength = 4000, min = 1 } = ruleOf(inner) ?? { type: 'text' };
  if (type === 'flag') return false;
  if (type === 'date') return '2026-12-24T08:00:00+08:00';
  if (type !== 'text') return Math.max(1, min);
  const name = all.at(place);
  if (maxLength >= name.length && (!pattern || pattern.test(name))) return name;
  return ['123456', '12345', 'A B-C', 'AB', ''].find(
    (text) => text.length <= maxLength && (!pattern || pattern.test(text)),
  );
}

/** Whether a file contains a name in any of the ways text is written: plain, UTF-16, and Base64. */
function isIn(bytes: Buffer, lower: Buffer, name: string): boolean {
  const forms = [Buffer.from(name), Buffer.from(name, 'utf16le')];
  for (const skip of [0, 1, 2]) {
    const packed = Buffer.from(`${'x'.repeat(skip)}${name}`)
      .toString('base64')
      .replace(/=+$/, '');
    // Its first and last characters contain bits of the neighbouring text.
    forms.push(Buffer.from(packed.slice(skip === 0 ? 0 : skip + 1, -2)));
  }
  return forms.some((form) => bytes.includes(form)) || lower.includes(name.toLowerCase());
}

function foundIn(folder: string, all: ReadonlyMap<string, string>, what = basename(folder)): string[] {
  return filesIn(folder).flatMap((path) => {
    const bytes = readFileSync(path);
    return foundInBytes(bytes, all, `${what}: ${basename(path)}`);
  });
}
function foundInBytes(bytes: Buffer, all: ReadonlyMap<string, string>, what: string): string[] {
  const lower = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
  return [...all].flatMap(([name, place]) => (isIn(bytes, lower, name) ? [`${what}: ${place}`] : []));
}

/** The terms in the search indexes, which are stored without the prefix they share with the previous term. */
function foundInIndexes(path: string, all: ReadonlyMap<string, string>): string[] {
  const db = new Database(path, { readonly: true });
  try {
    return ['search', 'sku_search'].flatMap((table) => {
      db.exec(`CREATE VIRTUAL TABLE temp.terms_of_${table} USING fts5vocab('main', '${table}', 'row')`);
      const terms = db.prepare<[], string>(`SELECT term FROM temp.terms_of_${table}`).pluck().all();
      return [...all].flatMap(([name, place]) =>
        terms.some((term) => term.includes(name.slice(0, 8).toLowerCase())) ? [`index ${table}: ${place}`] : [],
      );
    });
  } finally {
    db.close();
  }
}

const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** Enters a name wherever the product accepts text, in the same ways as its screens. */
async function enterEverywhere(one: LostDesk, all: Names, now: () => number): Promise<void> {
  const { desk, command, folder } = one;
  const take = async ({ id }: { id: string }): Promise<void> => {
    const file = await takeDownload(folder, id, now());
    expect(file).not.toBeNull();
    await new Response(file?.body).arrayBuffer();
  };
  // Every kind of order, every field.
  for (const create of createNumbers) {
    const { body: schema, key } = endpointOf(create);
    if (!schema || !key) throw new Error('a create has a body and a key');
    const body = setAtPath(filled(schema, `order ${create}`, all), key.path, `KEY-${create}`);
    await desk.ask('entry.enqueue', { ...command(), request: { endpoint: create, body }, draft: true });
  }
  await one.add(
    label('GOOD', { ShipToAddress: { Contact: all.at('delivered order'), Country: 'ES', Street1: 'A 1' } }),
  );
  await one.add(label('DONE-2', { ShipToAddress: { Contact: all.at('second order'), Country: 'ES', Street1: 'A 1' } }));
  await one.deliver(undefined);
  await desk.ask('sync.start', {});
  await until(async () => (await desk.ask('entries.page', { state: 'done' })).rows.length === 2);
  await desk.ask('sync.stop', {});
  // Pasted, half typed, stored for reuse.
  await desk.ask('desk.remember', {
    name: 'filling/label-order',
    value: { filled: { text: all.at('pasted block'), put: [] }, doubts: [] },
  });
  await desk.ask('desk.remember', { name: 'form/label-order', value: { texts: [['Contact', all.at('half typed')]] } });
  await desk.ask('desk.remember', { name: 'form/price/typed', value: { texts: [['Contact', all.at('typed price')]] } });
  await desk.ask('desk.remember', { name: 'inventory/tomorrow', value: all.at('a memory of a screen of tomorrow') });
  await desk.ask('desk.remember', {
    name: 'outbox-views',
    value: [{ name: all.at('name of a view'), list: 'all', narrowing: {}, search: all.at('search of a view') }],
  });
  const person = { ShipToAddress: { Contact: all.at('template with a recipient'), Country: 'ES' } };
  const goods = { Remark: all.at('template without recipient') };
  for (const [name, more] of [
    [all.at('name of a template'), person],
    ['goods', goods],
  ] as const) {
    const request = { endpoint: 2, query: {}, body: label('T', more).body };
    const { id } = await desk.ask('templates.save', { ...command(), name, request });
    await desk.ask('templates.use', { commandId: command().commandId, id });
  }
  // Spreadsheets, with headings and without.
  for (const [what, text] of [
    [
      'headed',
      `PackageId,ServiceCode,Contact,Country,City,Street1,Weight,${all.at('heading')}\nCSV-1,SGP,${all.at('cell')},ES,Vigo,A 1,1,x`,
    ],
    [
      'headless',
      `CSV-2,SGP,${all.at('first row of a sheet without headings')},ES,Vigo,A 1,1\nCSV-3,SGP,${all.at('its second row')},ES,Vigo,A 2,1`,
    ],
  ] as const) {
    const name = `${all.at(`name of a ${what} file`)}.csv`;
    const opened = await desk.ask('import.open', {
      name,
      base64: Buffer.from(text).toString('base64'),
      as: 'label-order',
    });
    const paths = [
      '$.Package.PackageId',
      '$.Package.ServiceCode',
      '$.Package.ShipToAddress.Contact',
      '$.Package.ShipToAddress.Country',
      '$.Package.ShipToAddress.City',
      '$.Package.ShipToAddress.Street1',
      '$.Package.Weight',
    ];
    const mapping = opened.columns.map((_, at) => paths[at] ?? null);
    await desk.ask('import.check', { importId: opened.importId, mapping });
    await desk.ask('import.run', { ...command(), importId: opened.importId, mapping });
    await take(await desk.ask('import.rest', { importId: opened.importId, mapping, as: 'csv' }));
    await desk.ask('import.close', { importId: opened.importId });
  }
  await take(
    await desk.ask('table.file', { name: all.at('name of a table'), as: 'csv', rows: [[all.at('cell of a table')]] }),
  );
  // Lookups that the service answers or does not know.
  await desk.ask('sync.start', {});
  const [{ trackingNumber = '' } = {}] = (await desk.ask('entries.page', { search: 'GOOD' })).rows as {
    trackingNumber?: string;
  }[];
  await desk.ask('lookups.parcel', { number: trackingNumber, mode: 'fresh' });
  await desk.ask('watch.add', { ...command(), numbers: [trackingNumber] });
  await desk.ask('lookups.track', { numbers: [trackingNumber, all.at('looked up number')], mode: 'fresh' });
  await desk.ask('orders.look', { ids: ['GOOD', all.at('looked up order')], mode: 'fresh' });
  await desk.ask('inventory.look', { WarehouseId: 'W1', Skus: [all.at('looked up SKU')], mode: 'fresh' });
  await desk.ask('skus.find', { SkuList: [all.at('found SKU')], mode: 'fresh' });
  await desk.ask('lookup.ask', { request: { endpoint: 16, path: { packageId: 'GOOD' } } });
  await desk.ask('search.all', { text: all.at('search') });
  // The orders of the spreadsheets are delivered meanwhile.
  await one.deliver(undefined);
  await until(async () => (await desk.ask('entries.page', { state: 'done' })).rows.length === 4);
  // Scanned where it does not belong.
  const handover = await desk.ask('handover.begin', { ...command() });
  await desk.ask('handover.scan', { ...command(), handover: handover.id, code: all.at('scanned at a handover') });
  await desk.ask('handover.discard', { ...command(), handover: handover.id });
  const printer = await serveFakeZplPrinter();
  onTestFinished(printer.stop);
  const { host, port } = printer.at;
  await desk.ask('printers.add', {
    commandId: command().commandId,
    name: 'Zebra',
    address: `socket://${host}:${port}`,
  });
  const ids = (await desk.ask('entries.page', { state: 'done' })).rows.map(({ id }) => id);
  const started = await desk.ask('print.start', { ...command(), ids, scan: true });
  await desk.ask('print.scan', { ...command(), job: started.job, code: all.at('scanned at a print job') });
  await until(async () => (await desk.ask('print.jobs', {})).jobs.every(({ state }) => state === 'finished'));
  await desk.ask('print.endScans', { ...command(), job: started.job });
  const again = await desk.ask('print.start', {
    ...command(),
    ids: ids.slice(0, 1),
    reason: all.at('reason of a copy'),
  });
  await until(async () =>
    (await desk.ask('print.jobs', {})).jobs.every(({ id, state }) => id !== again.job || state === 'finished'),
  );
  // The remaining orders are withdrawn, with a reason.
  const left = (await desk.ask('entries.page', { limit: 1000 })).rows.filter(({ state }) => state !== 'done');
  await desk.ask('entry.withdraw', {
    ...command(),
    ids: left.map(({ id }) => id),
    why: all.at('reason of a withdrawal'),
  });
  // Recipients, goods and codes are learned a moment later.
  const contact = [...all.all()].find(([, place]) => place === 'delivered order')?.[0] ?? '';
  await until(async () => (await desk.ask('addresses.find', { text: contact })).addresses.length > 0);
}

/** Records a passed test of the newest backup. */
function rehearsed(folder: string): void {
  const note = readBackupNote(folder);
  if (!note?.good) throw new Error('no good backup');
  writeBackupNote(folder, { ...note, rehearsal: { at: note.at, path: note.good.path, failed: null } });
}

/** Names found in any of the folders, including locked files. */
function everywhere(
  folders: readonly string[],
  data: string,
  second: string,
  all: ReadonlyMap<string, string>,
): string[] {
  const found = folders.flatMap((folder) => foundIn(folder, all));
  // Outside the folders that are searched.
  const scratch = join(data, '..', randomUUID());
  mkdirSync(scratch);
  const locked = folders.flatMap(filesIn).filter((path) => path.includes('parcel-desk-') && isSealed(path));
  for (const [n, path] of locked.entries()) {
    const open = join(scratch, `${n}.db`);
    openSealed(path, open, createFolderOpener(data));
    found.push(...foundInIndexes(open, all));
  }
  found.push(...foundIn(scratch, all, 'locked backups'));
  const lines = JSON.stringify([...deskLines(second, null, createLineReader(createFolderOpener(data)))]);
  found.push(...foundInBytes(Buffer.from(lines), all, 'second journal'));
  return found;
}

describe('names entered wherever the product accepts text', { timeout: 240_000 }, () => {
  it('are in no byte of data folder, journals, backups and temporary files once their orders are settled and old', async () => {
    const root = temporaryFolder();
    const [data, copies, second, temporary] = ['data', 'copies', 'second', 'tmp'].map((name) => {
      mkdirSync(join(root, name));
      return join(root, name);
    }) as [string, string, string, string];
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    onTestFinished(() => void (process.env['TMPDIR'] = before));
    let ahead = 0;
    const now = (): number => Date.now() + ahead;
    const start: typeof startDeskInThread = (options) => startDeskInThread({ ...options, now });
    const all = names();
    const one = await openLostDesk(data, 'Mia', start);
    await one.desk.ask('settings.set', { values: { backupFolder: copies, journalCopy: second } });
    await one.desk.ask('backup.lock', { commandId: one.command().commandId, passphrase: 'four words of a phrase' });
    await enterEverywhere(one, all, now);
    await one.desk.ask('backup.now', {});
    const places = all.all();
    const were = everywhere([data, copies, second, temporary], data, second, places);
    // The search itself works: it finds names in the database, in its backup and in both journals.
    for (const what of ['delivered order', 'pasted block', 'scanned at a print job'])
      expect(were.filter((found) => found.endsWith(what))).not.toEqual([]);
    expect(were.filter((found) => found.startsWith('second journal'))).not.toEqual([]);
    expect(were.filter((found) => found.startsWith('locked backups'))).not.toEqual([]);

    // Long after the last work here.
    ahead = 400 * dayMs;
    await one.desk.ask('settings.set', { values: { retentionDays: 30 } });
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ freed: true });
    await one.desk.ask('backup.now', {});
    rehearsed(data);
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ freed: true });
    expect(everywhere([data, copies, second, temporary], data, second, places)).toEqual([]);
    expect(foundInIndexes(join(data, deskFile), places)).toEqual([]);
    expect([...journalLines(join(data, 'journal'))]).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
    // Closing and opening the desk again writes none of it.
    await one.close();
    const next = await openLostDesk(data, 'Mia', start);
    await next.close();
    expect(everywhere([data, copies, second, temporary], data, second, places)).toEqual([]);
    expect([...journalLines(join(data, 'journal'))]).toEqual([]);
  });
});
