import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { ImportOpened } from '../../shared/import/import-steps.ts';
import type { Desk } from '../../electron/threads/desk.ts';
import { startDeskHere } from '../support/desk-here.ts';
import { takeMadeFile } from '../../electron/rpc/screens/made-files.ts';
import { bytesOf } from '../support/bytes-of.ts';
import { readRows } from './spreadsheets.ts';

let folder: string;
let desk: Desk;
let told: DeskEvent[];

async function open(): Promise<void> {
  desk = await startDeskHere({ folder });
  told = [];
  desk.onEvent(({ event }) => void told.push(event));
}
async function begin(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'parcel-steps-'));
  await open();
}
async function end(): Promise<void> {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
}
function aDeskForEach(): void {
  beforeEach(begin);
  afterEach(end);
}
/** For tests that leave nothing behind by which another could see that it was there. */
function aDeskForAll(): void {
  beforeAll(begin);
  afterAll(end);
}

let commands = 0;
const command = () => `import-step-${process.pid}-${++commands}`;
const send = (content: string | Buffer, name = 'orders.csv', more = {}): Promise<ImportOpened> =>
  desk.ask('import.open', {
    name,
    base64: Buffer.from(content as string).toString('base64'),
    as: 'label-order',
    ...more,
  });
const run = ({ importId, mapping }: ImportOpened, corrections: { row: number; column: number; text: string }[] = []) =>
  desk.ask('import.run', { commandId: command(), importId, mapping, corrections });
const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: { problem?: unknown }) => error.problem,
  );
const head = 'PackageId,ServiceCode,Contact,Country,Weight';
const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `P-${from + n},SGP,Ana Ruiz,ES,${n + 1}`).join('\n');
const queued = async () => (await desk.ask('entries.counts', {})).byState.queued;

describe('an opened spreadsheet', () => {
  aDeskForEach();

  it('is told with its columns, a first look at them, and where each most likely goes', async () => {
    const opened = await send(`package_id,contact,Note\nP-1,Ana,\nP-2,Ana,x\n\n`);
    expect(opened).toMatchObject({
      name: 'orders.csv',
      rows: 2,
      sheets: [],
      remembered: false,
      columns: [
        { name: 'package_id', filled: 2, samples: ['P-1', 'P-2'] },
        { name: 'contact', filled: 2, samples: ['Ana'] },
        { name: 'Note', filled: 1, samples: ['x'] },
      ],
      mapping: ['$.Package.PackageId', '$.Package.ShipToAddress.Contact', null],
    });
    expect(opened.fields.filter(({ required }) => required)).toEqual([{ path: '$.Package.PackageId', required: true }]);
    const paths = opened.fields.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain('$.Package.Skus[2].Quantity');
  });

  it('comes with the mapping of the last one with these columns', async () => {
    const first = await send(`Nr,Wer\nP-1,Ana\n`);
    expect(first.mapping).toEqual([null, null]);
    const mapping = ['$.Package.PackageId', '$.Package.ShipToAddress.Contact'];
    await desk.ask('import.check', { importId: first.importId, mapping });
    await desk.close();
    await open();
    expect(await send(`Nr,Wer\nP-2,Eva\n`)).toMatchObject({ mapping, remembered: true });
    expect(await send(`Wer,Nr\nEva,P-2\n`)).toMatchObject({ mapping: mapping.toReversed(), remembered: false });
  });

  it('keeps what a person mapped where another column is renamed, and a guess yields to it', async () => {
    const first = await send(`Nr,Wer,Wohin,Was,Schwer\nP-1,Ana,ES,SGP,5\n`);
    const [id, contact, country, service, weight] = ['PackageId', 'ShipToAddress.Contact', 'ShipToAddress.Country']
      .concat('ServiceCode', 'Weight')
      .map((name) => `$.Package.${name}`);
    const mapping = [id, contact, country, service, weight];
    await desk.ask('import.check', { importId: first.importId, mapping: mapping as string[] });
    const renamed = await send(`Nr,Empf,Wohin,Was,Schwer,Country\nP-1,Ana,ES,SGP,5,FR\n`);
    expect(renamed).toMatchObject({ mapping: [id, null, country, service, weight, null], remembered: false });
    const withoutKey = await send(`Kennung,Empf,Wohin,Was,Schwer\nP-1,Ana,ES,SGP,5\n`);
    expect(withoutKey).toMatchObject({ mapping: [null, null, country, service, weight], remembered: false });
  });

  it('of several sheets is read from the one chosen', async () => {
    const sheets = [
      { sheet: 'Info', data: [['Hello']] },
      {
        sheet: 'Orders',
        data: [
          ['PackageId', 'Weight'],
          ['P-1', 5],
        ],
      },
    ];
    const bytes = await writeXlsxFile(sheets).toBuffer();
    expect(await problemOf(send(bytes, 'orders.xlsx'))).toMatchObject({
      kind: 'bad-file',
      params: { reason: 'no-rows' },
    });
    const opened = await send(bytes, 'orders.xlsx', { sheet: 'Orders' });
    expect(opened).toMatchObject({ sheets: ['Info', 'Orders'], sheet: 'Orders', rows: 1 });
    expect(await run(opened)).toMatchObject({ queued: 1 });
  });

  it('is refused as the command line refuses it', async () => {
    for (const [content, reason] of [
      ['%PDF-1.7', 'no-spreadsheet'],
      ['', 'empty'],
      [head, 'no-rows'],
    ] as const)
      expect(await problemOf(send(content))).toMatchObject({ kind: 'bad-file', params: { reason } });
    expect(await problemOf(desk.ask('import.open', { name: 'a', base64: '!', as: 'label-order' }))).toMatchObject({
      kind: 'bad-file',
    });
  });

  it('is gone when it is closed, when three newer ones are kept, and when the desk is started anew', async () => {
    const lost = { kind: 'bad-file', params: { reason: 'closed' } };
    const first = await send(`${head}\n${lines(1)}`);
    await desk.ask('import.close', { importId: first.importId });
    expect(await problemOf(run(first))).toMatchObject(lost);
    const second = await send(`${head}\n${lines(1)}`);
    const others = [await send(`${head}\n${lines(1)}`), await send(`${head}\n${lines(1)}`)];
    expect(await problemOf(desk.ask('import.check', second))).toMatchObject({ kind: 'invalid' });
    await send(`${head}\n${lines(1)}`);
    expect(await problemOf(run(second))).toMatchObject(lost);
    await desk.close();
    await open();
    for (const one of others) expect(await problemOf(run(one))).toMatchObject(lost);
  });
});

describe('rows checked', () => {
  aDeskForAll();

  it('are counted good and bad, the bad told with their cells; nothing is queued', async () => {
    const { importId, mapping } = await send(`${head},Colour\n${lines(3)}\nP-9,SGP,Ana,ES,heavy,Centre\n,SGP,,,,`);
    const checked = await desk.ask('import.check', { importId, mapping });
    expect(checked).toMatchObject({ good: 3, bad: 2, queued: 0 });
    expect(checked.badRows).toMatchObject([
      {
        row: 5,
        lines: [{ row: 5, cells: ['P-9', 'SGP', 'Ana', 'ES', 'heavy', 'Centre'] }],
        problems: [{ column: 4, path: '$.Package.Weight', code: 'no-plain-number' }],
      },
      { row: 6, problems: [{ column: 0, path: '$.Package.PackageId', code: 'missing' }] },
    ]);
    expect(checked.warnings).toContainEqual(expect.objectContaining({ column: 5, code: 'not-imported', rows: 1 }));
    expect(await queued()).toBe(0);
  });

  it('that share a key are all bad until a correction tells them apart', async () => {
    const { importId, mapping } = await send(`${head}\nP-1,SGP,A,ES,1\nP-1,SGP,B,ES,1`);
    const before = await desk.ask('import.check', { importId, mapping });
    expect(before.badRows.map(({ problems }) => problems[0]?.code)).toEqual(['key-used-twice', 'key-used-twice']);
    const corrections = [{ row: 3, column: 0, text: 'P-2' }];
    expect(await desk.ask('import.check', { importId, mapping, corrections })).toMatchObject({ good: 2, bad: 0 });
  });

  it('are refused together where the key has no column, or a field has two', async () => {
    const { importId } = await send(`${head}\n${lines(1)}`);
    const check = (mapping: (string | null)[]) => problemOf(desk.ask('import.check', { importId, mapping }));
    expect(await check([null])).toMatchObject({ kind: 'bad-file', params: { reason: 'missing-column' } });
    const path = '$.Package.PackageId';
    expect(await check([path, path])).toMatchObject({ kind: 'bad-file', params: { reason: 'header' } });
    expect(await check([path, '$.Package.Nothing'])).toMatchObject({ kind: 'bad-file' });
  });

  it('are checked one by one while they are typed', async () => {
    const { importId, mapping } = await send(`${head}\n${lines(2)}`);
    const row = (column: number, text: string) =>
      desk.ask('import.checkRow', { importId, mapping, row: 2, corrections: [{ row: 2, column, text }] });
    expect((await row(4, '1,5')).problems).toMatchObject([{ row: 2, column: 4, code: 'no-plain-number' }]);
    expect((await row(0, 'P-1')).problems).toMatchObject([{ row: 2, column: 0, code: 'key-used-twice' }]);
    expect((await row(4, '7')).problems).toEqual([]);
  });
});

describe('a run', () => {
  aDeskForEach();

  it('queues the good, leaves the bad, and after corrections only what was left', async () => {
    const opened = await send(`${head}\n${lines(12)}\nP-99,SGP,Ana,ES,heavy`);
    expect(await run(opened)).toMatchObject({
      queued: 12,
      already: 0,
      bad: 1,
      cancelled: false,
      badRows: [{ row: 14 }],
    });
    const fixed = await run(opened, [{ row: 14, column: 4, text: '7' }]);
    expect(fixed).toMatchObject({ queued: 1, already: 0, bad: 0 });
    const { rows } = await desk.ask('entries.page', { search: 'P-99' });
    expect(rows).toMatchObject([{ key: 'P-99', state: 'queued' }]);
    expect(await queued()).toBe(13);
  });

  it('of a file that was queued before adds nothing', async () => {
    await run(await send(`${head}\n${lines(5)}`));
    expect(await run(await send(`${head}\n${lines(6)}`))).toMatchObject({ queued: 1, already: 5, bad: 0 });
    expect(await queued()).toBe(6);
  });

  it('tells a key that another entry has as a problem of its row, until the row has another', async () => {
    await run(await send(`${head}\n${lines(2)}`));
    const opened = await send(`${head}\nP-0,OTHER,B,ES,9`);
    expect(await run(opened)).toMatchObject({ queued: 0, bad: 1, badRows: [{ problems: [{ code: 'key-in-use' }] }] });
    const { importId, mapping } = opened;
    expect(await desk.ask('import.check', { importId, mapping })).toMatchObject({ good: 0, bad: 1 });
    const corrections = [{ row: 2, column: 0, text: 'P-7' }];
    expect(await desk.ask('import.check', { importId, mapping, corrections })).toMatchObject({ good: 1, bad: 0 });
    expect(await run(opened, corrections)).toMatchObject({ queued: 1 });
  });

  it('of a known command answers as before, also while it is under way and after a restart', async () => {
    const { importId, mapping } = await send(`${head}\n${lines(30)}`);
    const input = { commandId: command(), importId, mapping };
    const [first, second] = await Promise.all([desk.ask('import.run', input), desk.ask('import.run', input)]);
    expect(first).toMatchObject({ queued: 30 });
    expect(second).toEqual(first);
    await desk.close();
    await open();
    expect(await desk.ask('import.run', input)).toEqual(first);
    expect(await queued()).toBe(30);
  });

  it('is not the act of two commands at once', async () => {
    const opened = await send(`${head}\n${lines(300)}`);
    const first = run(opened);
    expect(await problemOf(run(opened))).toMatchObject({ kind: 'wrong-state' });
    expect(await first).toMatchObject({ queued: 300 });
  });
});

describe('5,000 rows', () => {
  aDeskForEach();

  it('are queued with progress while captures are answered in between, and stop when they are told to', async () => {
    const opened = await send(`${head}\n${lines(5000)}`);
    const running = run(opened);
    const captures = 20;
    let going = true;
    void running.finally(() => (going = false));
    // some rows are queued, however late the thread that reads them begins
    await expect.poll(queued, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    for (let n = 0; n < captures; n++) {
      const body = { Package: { PackageId: `C-${n}`, ServiceCode: 'SGP' } };
      await desk.ask('entry.enqueue', { commandId: command(), request: { endpoint: 2, body } });
    }
    expect(going).toBe(true);
    await desk.ask('import.cancel', { importId: opened.importId });
    const ran = await running;
    expect(ran.cancelled).toBe(true);
    expect(ran.queued).toBeGreaterThan(0);
    expect(ran.queued).toBeLessThan(5000);
    expect(await run(opened)).toMatchObject({ queued: 5000 - ran.queued, bad: 0, cancelled: false });
    expect(await queued()).toBe(5000 + captures);
    const progress = () => told.flatMap((event) => (event.kind === 'import' ? [event] : []));
    // the last is told a moment after the answer
    await vi.waitFor(() =>
      expect(progress().at(-1)).toEqual({ kind: 'import', importId: opened.importId, done: 5000, of: 5000 }),
    );
    expect(progress().length).toBeGreaterThan(5);
  });
});

describe('the rows that stay behind', () => {
  aDeskForAll();

  const phones = ['+86 755 82000000', '=1+1', '-1,5', '@x', "'quoted", "''=2", 'a"b, c', '_x0041_'];
  // an apostrophe that guards is no part of the text
  const read = phones.map((phone) => phone.replace("''=", "'="));
  async function rest(as: 'csv' | 'xlsx') {
    const rows = phones.map((phone, n) => `Q-${n},"${phone.replaceAll('"', '""')}",heavy`).join('\n');
    const opened = await send(`PackageId,Phone,Weight\nQ-99,1,1\n${rows}`, 'C:\\x\\my orders.csv');
    await run(opened);
    const { importId, mapping } = opened;
    const file = await desk.ask('import.rest', { importId, mapping, as });
    const made = await takeMadeFile(folder, file.id, Date.now());
    if (!made) throw new Error('no file');
    return { file, body: await bytesOf(made) };
  }

  it('leave as CSV with their reasons, and no cell begins a formula', async () => {
    const { file, body } = await rest('csv');
    expect(file).toMatchObject({ name: 'my orders not queued.csv', mediaType: 'text/csv' });
    const text = body.toString();
    expect(text.startsWith('\uFEFFPackageId,Phone,Weight,Why it was not queued\r\n')).toBe(true);
    expect(text).not.toContain('Q-99');
    expect(text).toContain(`Q-0,'+86 755 82000000,heavy,`);
    expect(text).toContain(`Q-1,'=1+1,heavy,`);
    expect(text).toContain(`Q-2,"'-1,5",heavy,`);
    expect(text).toContain('is no plain number');
  });

  it.each(['csv', 'xlsx'] as const)('come back from %s as they were', async (as) => {
    const { body } = await rest(as);
    const mended = phones.map((_, n) => ({ row: n + 2, column: 2, text: '1' }));
    const { rows, ignoredColumns } = await readRows(body, 'utf-8', 'label-order', mended);
    const found = rows.map(({ request }) => (request.body as never)['Package']['ShipToAddress']['Phone']);
    expect(found).toEqual(read);
    expect(ignoredColumns).toEqual([]);
  });

  it('are a workbook that opens also where a cell holds what none can', async () => {
    const opened = await send('PackageId,Phone,Weight\nQ-1,1\u00012\uffff3,heavy');
    const { importId, mapping } = opened;
    const file = await desk.ask('import.rest', { importId, mapping, as: 'xlsx' });
    const made = await takeMadeFile(folder, file.id, Date.now());
    const mended = [{ row: 2, column: 2, text: '1' }];
    const { rows } = await readRows(await bytesOf(made), 'utf-8', 'label-order', mended);
    expect(rows.map(({ request }) => request.body)).toMatchObject([{ Package: { ShipToAddress: { Phone: '123' } } }]);
  });
});

describe('orders of a spreadsheet that make no sense', () => {
  aDeskForEach();

  it('are told with what they lack, how many and where, a corrected one too; an order that makes sense is not', async () => {
    const rows = ['P-1,SGP,Ana Ruiz,ES,1', 'P-2,SGP,,ES,1', 'P-3,SGP,,,1', 'P-4,SGP,,ES,heavy'];
    const opened = await send(`${head}\n${rows.join('\n')}\n`);
    const { importId, mapping } = opened;
    const checked = await desk.ask('import.check', { importId, mapping, corrections: [] });
    expect(checked).toMatchObject({ good: 3, bad: 1 });
    expect(checked.senseless).toEqual([
      { lack: 'recipient', orders: 2, rows: [3, 4] },
      { lack: 'country', orders: 1, rows: [4] },
      { lack: 'address', orders: 3, rows: [2, 3, 4] },
      { lack: 'goods', orders: 3, rows: [2, 3, 4] },
    ]);
    const corrections = [{ row: 5, column: 4, text: '2' }];
    const corrected = await desk.ask('import.checkRow', { importId, mapping, row: 5, corrections });
    expect(corrected).toMatchObject({ problems: [], lacks: ['recipient', 'address', 'goods'] });
    await run(opened);
    const after = await desk.ask('import.check', { importId, mapping, corrections });
    expect(after.senseless, 'what is queued is asked about no more').toMatchObject([
      { lack: 'recipient', orders: 1, rows: [5] },
      { lack: 'address' },
      { lack: 'goods' },
    ]);
  });

  it('of a whole file are counted all, and the first rows named', async () => {
    const opened = await send(`${head}\n${lines(300)}\n`);
    const checked = await desk.ask('import.check', { ...pick(opened), corrections: [] });
    expect(checked.senseless).toMatchObject([
      { lack: 'address', orders: 300 },
      { lack: 'goods', orders: 300, rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    ]);
  });
});

const pick = ({ importId, mapping }: ImportOpened) => ({ importId, mapping });
