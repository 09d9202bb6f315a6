import { takeDownload } from '../../electron/desk/calls/downloads.ts';
import { readDownload } from '../support/bytes-of.ts';
import { readRows } from './spreadsheets.ts';
import { folder, desk, aDeskForAll, send, run } from './step-desk.ts';
import { describe, expect, it } from 'vitest';

describe('the rows that were not queued', () => {
  aDeskForAll();

  const phones = ['+86 755 82000000', '=1+1', '-1,5', '@x', "'quoted", "''=2", 'a"b, c', '_x0041_'];
  // an apostrophe that escapes a formula is not part of the text
  const read = phones.map((phone) => phone.replace("''=", "'="));
  async function rest(as: 'csv' | 'xlsx') {
    const rows = phones.map((phone, n) => `Q-${n},"${phone.replaceAll('"', '""')}",heavy`).join('\n');
    const opened = await send(`PackageId,Phone,Weight\nQ-99,1,1\n${rows}`, 'C:\\x\\my orders.csv');
    await run(opened);
    const { importId, mapping } = opened;
    const file = await desk.ask('import.rest', { importId, mapping, as });
    const made = await takeDownload(folder, file.id, Date.now());
    if (!made) throw new Error('no file');
    return { file, body: await readDownload(made) };
  }

  it('are exported as CSV with their reasons, and no cell starts a formula', async () => {
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

  it.each(['csv', 'xlsx'] as const)('are imported again from %s unchanged', async (as) => {
    const { body } = await rest(as);
    const mended = phones.map((_, n) => ({ row: n + 2, column: 2, text: '1' }));
    const { rows, ignoredColumns } = await readRows(body, 'utf-8', 'label-order', mended);
    const found = rows.map(({ request }) => (request.body as never)['Package']['ShipToAddress']['Phone']);
    expect(found).toEqual(read);
    expect(ignoredColumns).toEqual([]);
  });

  it('are exported as a workbook that opens even if a cell contains characters that XML cannot hold', async () => {
    const opened = await send('PackageId,Phone,Weight\nQ-1,1\u00012\uffff3,heavy');
    const { importId, mapping } = opened;
    const file = await desk.ask('import.rest', { importId, mapping, as: 'xlsx' });
    const made = await takeDownload(folder, file.id, Date.now());
    const mended = [{ row: 2, column: 2, text: '1' }];
    const { rows } = await readRows(await readDownload(made), 'utf-8', 'label-order', mended);
    expect(rows.map(({ request }) => request.body)).toMatchObject([{ Package: { ShipToAddress: { Phone: '123' } } }]);
  });
});
