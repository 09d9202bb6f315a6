import { cellOfText, textOfCell } from '../../electron/spreadsheets/format/cell-text.ts';
import { cleanText, lossReason } from '../../electron/spreadsheets/format/text-traces.ts';
import { readOrders } from './read-orders.ts';
import { readRows } from './spreadsheets.ts';
import { describe, expect, it } from 'vitest';

describe('what a spreadsheet program adds to a text', () => {
  it.each([
    ['Postcode', "'02138", '02138'],
    ['Phone', "'0016175550123", '0016175550123'],
    ['Sku', '="00123"', '00123'],
    ['City', '\u00a0Berlin \t', 'Berlin'],
    ['City', '\ufeffBerlin\u200b', 'Berlin'],
    ['Postcode', '１０１１５', '10115'],
    ['Sku', 'ＳＣＦ-1', 'SCF-1'],
    ['Postcode', '10115.0', '10115'],
    ['Contact', 'M&uuml;ller &amp; S&#246;hne', 'Müller & Söhne'],
    ['City', 'KÃ¶ln', 'Köln'],
    ['Contact', 'ZoÃ« Ã…berg', 'Zoë Åberg'],
  ])('is left out, and told, in %s: %j', async (name, cell, value) => {
    expect(cleanText(cell, name)).toEqual({ text: value, isChanged: true });
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    const { rows } = await readRows(`PackageId,ShipToAddress.Street1,${name}\nP-1,L 3,${quoted}\n`);
    expect(JSON.stringify(rows[0]?.request.body)).toContain(JSON.stringify(value));
    expect(rows[0]?.warnings).toEqual([{ column: name, message: expect.stringContaining(`is sent as ${value}.`) }]);
  });

  it.each([
    ['Contact', "'t Hooft"],
    ['Contact', 'Ã'],
    ['Street1', '１丁目２番'],
    ['Sku', '1.0'],
    ['Contact', 'AT&T;'],
    ['City', 'Ångström'],
  ])('is not seen where there is none, in %s: %j', (name, cell) => {
    expect(cleanText(cell, name)).toEqual({ text: cell, isChanged: false });
  });

  it.each([
    ['4.20E+21', 'rounded-number'],
    ['4,93E+11', 'rounded-number'],
    ['12-Mar', 'date-by-mistake'],
    ['03. Dez', 'date-by-mistake'],
    ['3月12日', 'date-by-mistake'],
    ['#N/A', 'no-value'],
    ['#BEZUG!', 'no-value'],
    ['NULL', 'no-value'],
    ['undefined', 'no-value'],
    ['[object Object]', 'no-value'],
    ['########', 'no-value'],
    ['K\ufffdln', 'lost-letters'],
  ] as const)('or has lost holds its order back: %j', async (cell, code) => {
    expect(lossReason(cell, 'Sku', false)).toBe(code);
    const { orders, packages } = await readOrders(`Order ID,Name,Street,City,SKU\nA-1,Ida,L 3,Berlin,"${cell}"\n`);
    expect(packages).toEqual([]);
    expect(orders[0]?.problems).toMatchObject([{ row: 2, column: 4, code }]);
  });

  it.each(['Nullmeier', '1E', 'E+4', '5-Martinsweg', 'May', 'Nana', '#12', '12/3', 'Marzahn 12'])(
    'is not found in %j',
    (text) => {
      expect(lossReason(text, 'Street1', false)).toBeUndefined();
    },
  );

  it('is written by an export so that it comes back as it was', () => {
    for (const text of ["'02138", ' Ida ', 'KÃ¶ln', 'NULL', '12-Mar', '4.20E+21', '&amp;', '１'])
      expect(textOfCell(cellOfText(text)), text).toBe(text);
  });
});
