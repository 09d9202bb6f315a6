import { readRows, type ReadRow } from './spreadsheets.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';

const samples = new URL('../../electron/practice/samples/', import.meta.url);

async function row(header: string, line: string): Promise<ReadRow> {
  const { rows } = await readRows(`${header}\n${line}\n`);
  const first = rows[0];
  if (!first) throw new Error('no row');
  return first;
}

async function packageOf(header: string, line: string): Promise<unknown> {
  const { request, problems } = await row(header, line);
  expect(problems).toEqual([]);
  return request.body['Package'];
}

describe('the sample orders', () => {
  it('are all read: 184 rows without a problem, with District as a line of the address', async () => {
    const { rows, ignoredColumns } = await readRows(readFileSync(new URL('label-orders.csv', samples)));
    expect(rows).toHaveLength(184);
    expect(rows.flatMap((it) => it.problems)).toEqual([]);
    expect(rows.flatMap((it) => it.warnings)).toEqual([]);
    expect(ignoredColumns).toEqual([]);
    const lines = rows.map(
      ({ request }) => (request.body['Package'] as { ShipToAddress: { Street2?: string } }).ShipToAddress.Street2,
    );
    expect(lines.filter((line) => line !== undefined).length).toBeGreaterThan(85);
  });

  it('in 20 scripts are read without a problem', async () => {
    const { rows } = await readRows(readFileSync(new URL('scripts.csv', samples)));
    expect(rows).toHaveLength(20);
    expect(rows.flatMap((it) => it.problems)).toEqual([]);
  });
});

describe('a country', () => {
  it.each([
    ['Germany', 'DE'],
    ['Deutschland / Germany', 'DE'],
    ['法国', 'FR'],
    // Common forms that are not ISO codes.
    ['UK', 'GB'],
    ['U.S.', 'US'],
    ['de', 'DE'],
  ])('is sent as its code, as in the form, with a warning: %s', async (name, code) => {
    const read = await row('PackageId,Country', `PD-1,${name}`);
    expect(read.request.body).toMatchObject({ Package: { ShipToAddress: { Country: code } } });
    expect(read.warnings).toMatchObject([{ column: 'Country', message: expect.stringContaining(`sent as ${code}`) }]);
  });

  it.each(['DE', 'b-i', 'xx', 'Atlantis'])('is left unchanged if it is a code or no known name: %s', async (name) => {
    const read = await row('PackageId,Country', `PD-1,${name}`);
    expect(read.request.body).toMatchObject({ Package: { ShipToAddress: { Country: name } } });
    expect(read.warnings).toEqual([]);
  });
});

describe('columns', () => {
  it('with plain names fill the recipient, the package and the first SKU line', async () => {
    expect(await packageOf('PackageId,Contact,Weight,Sku,Quantity,DeclareValue', 'PD-1,Li,480,A,2,8.8')).toEqual({
      PackageId: 'PD-1',
      ShipToAddress: { Contact: 'Li' },
      Weight: 480,
      Skus: [{ Sku: 'A', Quantity: 2, DeclareValue: 8.8 }],
    });
  });

  it('with dotted names fill other fields, and SKU lines without a value are left out', async () => {
    const header = 'PackageId,Sender.Contact,Package.Duty.Value,Skus[1].Sku,Skus[3].NewDeclareValue.Currency';
    expect(await packageOf(header, 'PD-1,Wu,1.5,B,EUR')).toEqual({
      PackageId: 'PD-1',
      Sender: { Contact: 'Wu' },
      Duty: { Value: 1.5 },
      Skus: [{ Sku: 'B' }, { NewDeclareValue: { Currency: 'EUR' } }],
    });
  });

  it('with names outside the package fill those fields', async () => {
    const { request } = await row('PackageId,Location,SubmitLater', 'PD-1,SZ,yes');
    expect(request.body).toEqual({ Package: { PackageId: 'PD-1' }, Location: 'SZ', SubmitLater: true });
  });

  it('that match no field are reported once, and again on each row that fills them', async () => {
    const { rows, ignoredColumns } = await readRows('PackageId,Colour,WeightUnit,\nPD-1,red,kg,x\nPD-2,,,\n');
    expect(ignoredColumns).toEqual(['Colour', 'WeightUnit', 'column 4']);
    expect(rows[0]?.warnings).toEqual([
      { column: 'Colour', message: expect.stringContaining('The service knows no field Colour') },
      { column: 'WeightUnit', message: expect.stringContaining('Label orders have no field WeightUnit') },
      { column: 'column 4', message: expect.stringContaining('no name') },
    ]);
    expect(rows[1]?.warnings).toEqual([]);
  });

  it.each([',', ';', '\t'])('are separated by %j', async (separator) => {
    const text = [`PackageId,Contact,Street1`, `PD-1,Li,"Main ${separator} 1"`].map((line) =>
      line.replaceAll(',', separator),
    );
    const { rows } = await readRows(`${text.join('\r\n')}\r\n`);
    expect(rows[0]?.request.body).toMatchObject({ Package: { ShipToAddress: { Street1: `Main ${separator} 1` } } });
  });
});

describe('cells', () => {
  it.each([
    ['8.8', 8.8],
    ['-0.5', -0.5],
    ['.5', 0.5],
    [' 7 ', 7],
    ['007', 7],
    ['480', 480],
  ])('%j is the number %d', async (text, value) => {
    expect(await packageOf('PackageId;Weight', `PD-1;${text}`)).toMatchObject({ Weight: value });
  });

  it.each([
    ['1,5', /write 1\.5/],
    ['1.234,5', /without separators/],
    ['1,234.5', /without separators/],
    ['1e3', /no plain number/],
    ['０.５', /no plain number/],
    ['0x10', /no plain number/],
    ['0.12345678901234567', /more digits/],
  ])('%j is a problem of its column', async (text, says) => {
    const { problems } = await row('PackageId;Weight', `PD-1;${text}`);
    expect(problems).toEqual([{ column: 'Weight', message: expect.stringMatching(says) }]);
  });

  it.each([
    ['TRUE', true],
    ['yes', true],
    ['1', true],
    ['No', false],
    ['0', false],
  ])('%j is the flag %s', async (text, value) => {
    expect((await row('PackageId,SubmitLater', `PD-1,${text}`)).request.body).toMatchObject({ SubmitLater: value });
  });

  it('that are empty leave their field out', async () => {
    expect(await packageOf('PackageId,Contact,Weight', 'PD-1, ,')).toEqual({ PackageId: 'PD-1' });
  });

  it.each(["'t Hooft", '=1+1', '@SUM(A1)', 'a\u0000b', '\u202Eabc', '<b>x</b>'])(
    '%j is left unchanged as text',
    async (text) => {
      expect(await packageOf('PackageId,Contact', `PD-1,${text}`)).toMatchObject({ ShipToAddress: { Contact: text } });
    },
  );

  it('keep line breaks within quotes, and rows keep their numbers in the spreadsheet', async () => {
    const { rows } = await readRows('PackageId,Remark\nPD-1,"a\r\nb"\n\nPD-2,1\n..,2\n');
    expect(rows.map((it) => it.row)).toEqual([2, 4, 5]);
    expect(rows[0]?.request.body).toMatchObject({ Package: { Remark: 'a\nb' } });
  });

  it('beyond the header are a problem', async () => {
    expect((await row('PackageId,Contact', 'PD-1,A,B')).problems).toEqual([
      { column: null, message: expect.stringContaining('Cell 3') },
    ]);
  });

  it('of 10,000 characters are refused if the interface document sets a limit, and cause a warning if it sets none', async () => {
    const long = 'x'.repeat(10_000);
    expect((await row('PackageId,Custom', `PD-1,${long}`)).problems).toEqual([
      { column: 'Custom', message: expect.stringContaining('1000') },
    ]);
    const free = await row('PackageId,Contact', `PD-1,${long}`);
    expect(free.problems).toEqual([]);
    expect(free.warnings).toEqual([{ column: 'Contact', message: expect.stringContaining('10000') }]);
  });
});

describe('keys', () => {
  it.each(['..', 'a/b', 'PD 1', 'x'.repeat(51), 'é'])('such as %j are refused as PackageId', async (key) => {
    expect((await row('PackageId,Contact', `${key},A`)).problems).toEqual([
      { column: 'PackageId', message: expect.any(String) },
    ]);
  });

  it('that are missing are a problem of their row', async () => {
    expect((await row('PackageId,Contact', ',A')).problems).toEqual([
      { column: 'PackageId', message: expect.any(String) },
    ]);
  });

  it('shared by two rows are a problem of both, each naming the other', async () => {
    const { rows } = await readRows('PackageId,Contact\nPD-1,A\nPD-2,B\nPD-1,C\n');
    expect(rows.map((it) => it.problems.length)).toEqual([1, 0, 1]);
    expect(rows[0]?.problems[0]?.message).toContain('row 4');
    expect(rows[2]?.problems[0]?.message).toContain('row 2');
  });
});

describe('a workbook', () => {
  it('is read with its cell types; dates and numbers in text fields become texts', async () => {
    const born = new Date(Date.UTC(1990, 4, 3));
    const bytes = await workbook([
      ['PackageId', 'Weight', 'Phone', 'RecipientBirthday', 'SubmitLater', 'Contact'],
      ['PD-1', 480.5, 4912345, born, true, '羊毛'],
    ]);
    const { rows } = await readRows(bytes);
    expect(rows[0]?.problems).toEqual([]);
    expect(rows[0]?.request.body).toEqual({
      Package: {
        PackageId: 'PD-1',
        Weight: 480.5,
        ShipToAddress: { Phone: '4912345', RecipientBirthday: '1990-05-03', Contact: '羊毛' },
      },
      SubmitLater: true,
    });
  });

  it('in which a long number lost digits is a problem', async () => {
    const { rows } = await readRows(
      await workbook([
        ['PackageId', 'ImportTrackingNumber'],
        ['PD-1', 9.2e21],
      ]),
    );
    expect(rows[0]?.problems).toEqual([
      { column: 'ImportTrackingNumber', message: expect.stringContaining('lost digits') },
    ]);
  });
});

function workbook(rows: (string | number | boolean | Date)[][]): Promise<Buffer> {
  const cells = rows.map((line) =>
    line.map((value) => (value instanceof Date ? { value, format: 'yyyy-mm-dd' } : value)),
  );
  return writeXlsxFile(cells).toBuffer();
}
