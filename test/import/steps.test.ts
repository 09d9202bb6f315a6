import {
  desk,
  told,
  open,
  aDeskForEach,
  aDeskForAll,
  command,
  send,
  run,
  problemOf,
  head,
  lines,
  queued,
} from './step-desk.ts';
import { describe, expect, it, vi } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';

describe('an opened spreadsheet', () => {
  aDeskForEach();

  it('is shown with its columns, sample values, and the most likely field of each', async () => {
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

  it('gets the mapping of the last file with the same columns', async () => {
    const first = await send(`Mal,Wer\nP-1,Ana\n`);
    expect(first.mapping).toEqual([null, null]);
    const mapping = ['$.Package.PackageId', '$.Package.ShipToAddress.Contact'];
    await desk.ask('import.check', { importId: first.importId, mapping });
    await desk.close();
    await open();
    expect(await send(`Mal,Wer\nP-2,Eva\n`)).toMatchObject({ mapping, remembered: true });
    expect(await send(`Wer,Mal\nEva,P-2\n`)).toMatchObject({ mapping: mapping.toReversed(), remembered: false });
  });

  it('keeps the mapping by hand if another column is renamed, and that mapping overrides an automatic one', async () => {
    const first = await send(`Mal,Wer,Wohin,Was,Schwer\nP-1,Ana,ES,SGP,5\n`);
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

  it('with several sheets is read from the one with orders, or from the selected one', async () => {
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
    expect(await problemOf(send(bytes, 'orders.xlsx', { sheet: 'Info' }))).toMatchObject({
      kind: 'bad-file',
      params: { reason: 'no-rows' },
    });
    const opened = await send(bytes, 'orders.xlsx');
    expect(opened).toMatchObject({ sheets: ['Info', 'Orders'], sheet: 'Orders', rows: 1 });
    expect(await run(opened)).toMatchObject({ queued: 1 });
  });

  it('is read from bytes as from their base64', async () => {
    const content = Buffer.from(`${head}\n${lines(2)}`);
    const { importId: _one, ...fromText } = await send(content);
    const bytes = desk.ask('import.open', { name: 'orders.csv', base64: new Uint8Array(content), as: 'label-order' });
    const { importId: _other, ...fromBytes } = await bytes;
    expect(fromBytes).toEqual(fromText);
  });

  it('is refused for the same reasons as on the command line', async () => {
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

  it('is closed on request, when three newer ones are open, and when the desk restarts', async () => {
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

describe('checked rows', () => {
  aDeskForAll();

  it('are counted as good and bad, bad ones are listed with their cells, and nothing is queued', async () => {
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

  it('that share a key are all bad until a correction makes the keys different', async () => {
    const { importId, mapping } = await send(`${head}\nP-1,SGP,A,ES,1\nP-1,SGP,B,ES,1`);
    const before = await desk.ask('import.check', { importId, mapping });
    expect(before.badRows.map(({ problems }) => problems[0]?.code)).toEqual(['key-used-twice', 'key-used-twice']);
    const corrections = [{ row: 3, column: 0, text: 'P-2' }];
    expect(await desk.ask('import.check', { importId, mapping, corrections })).toMatchObject({ good: 2, bad: 0 });
  });

  it('are refused as a whole if no column is mapped to the key, or two to the same field', async () => {
    const { importId } = await send(`${head}\n${lines(1)}`);
    const check = (mapping: (string | null)[]) => problemOf(desk.ask('import.check', { importId, mapping }));
    expect(await check([null])).toMatchObject({ kind: 'bad-file', params: { reason: 'missing-column' } });
    const path = '$.Package.PackageId';
    expect(await check([path, path])).toMatchObject({ kind: 'bad-file', params: { reason: 'header' } });
    expect(await check([path, '$.Package.Nothing'])).toMatchObject({ kind: 'bad-file' });
  });

  it('are checked one by one while a user types', async () => {
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

  it('queues the good rows, leaves the bad ones, and after corrections queues only those', async () => {
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

  it('of a file queued before adds nothing', async () => {
    await run(await send(`${head}\n${lines(5)}`));
    expect(await run(await send(`${head}\n${lines(6)}`))).toMatchObject({ queued: 1, already: 5, bad: 0 });
    expect(await queued()).toBe(6);
  });

  it('reports a key used by another entry as a problem of its row until the key is corrected', async () => {
    await run(await send(`${head}\n${lines(2)}`));
    const opened = await send(`${head}\nP-0,OTHER,B,ES,9`);
    expect(await run(opened)).toMatchObject({ queued: 0, bad: 1, badRows: [{ problems: [{ code: 'key-in-use' }] }] });
    const { importId, mapping } = opened;
    expect(await desk.ask('import.check', { importId, mapping })).toMatchObject({ good: 0, bad: 1 });
    const corrections = [{ row: 2, column: 0, text: 'P-7' }];
    expect(await desk.ask('import.check', { importId, mapping, corrections })).toMatchObject({ good: 1, bad: 0 });
    expect(await run(opened, corrections)).toMatchObject({ queued: 1 });
  });

  it('with a repeated command returns the same answer, also while it is running and after a restart', async () => {
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

  it('cannot be started twice at once', async () => {
    const opened = await send(`${head}\n${lines(300)}`);
    const first = run(opened);
    expect(await problemOf(run(opened))).toMatchObject({ kind: 'wrong-state' });
    expect(await first).toMatchObject({ queued: 300 });
  });
});

describe('2,000 rows', () => {
  aDeskForEach();

  it('are queued with progress events while captures are answered in between, and stop when cancelled', async () => {
    const opened = await send(`${head}\n${lines(2000)}`);
    const running = run(opened);
    const captures = 20;
    let going = true;
    void running.finally(() => (going = false));
    // Waits until some rows are queued, however late the reading worker starts.
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
    expect(ran.queued).toBeLessThan(2000);
    expect(await run(opened)).toMatchObject({ queued: 2000 - ran.queued, bad: 0, cancelled: false });
    expect(await queued()).toBe(2000 + captures);
    const progress = () => told.flatMap((event) => (event.kind === 'import' ? [event] : []));
    // The last event may arrive shortly after the answer.
    await vi.waitFor(() =>
      expect(progress().at(-1)).toEqual({ kind: 'import', importId: opened.importId, done: 2000, of: 2000 }),
    );
    expect(progress().length).toBeGreaterThan(5);
  });
});
