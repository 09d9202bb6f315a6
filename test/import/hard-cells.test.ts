import { cellOfText, textOfCell } from '../../electron/spreadsheets/format/cell-text.ts';
import { archive, readRows, type ReadRow } from './spreadsheets.ts';
import { describe, expect, it } from 'vitest';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of label orders with these cells in row 2, with formulas as a spreadsheet program writes them. */
function workbook(cells: string): Buffer {
  const head = ['PackageId', 'Weight', 'Contact'].map(
    (title, at) => `<c r="${'ABC'[at]}1" t="inlineStr"><is><t>${title}</t></is></c>`,
  );
  const sheet = `<worksheet xmlns="${main}"><sheetData><row r="1">${head.join('')}</row><row r="2"><c r="A2" t="inlineStr"><is><t>PD-1</t></is></c>${cells}</row></sheetData></worksheet>`;
  const files = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
  };
  return archive(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
}

async function first(content: Buffer | string): Promise<ReadRow> {
  const [row] = (await readRows(content)).rows;
  if (!row) throw new Error('no row');
  return row;
}

describe('formulas of a workbook', () => {
  it('give their stored result', async () => {
    const { request, problems } = await first(workbook('<c r="B2"><f>2*3.5</f><v>7</v></c>'));
    expect(problems).toEqual([]);
    expect(request.body).toMatchObject({ Package: { Weight: 7 } });
  });

  it('that ended in an error or have no stored result are a problem of their cell', async () => {
    const { problems } = await first(
      workbook('<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C2"><f>A1&amp;A2</f></c>'),
    );
    expect(problems).toEqual([
      { column: 'Weight', message: expect.stringContaining('#DIV/0!') },
      { column: 'Contact', message: expect.stringContaining('has no value') },
    ]);
  });

  it('that give an empty text leave the field out', async () => {
    const { request, problems } = await first(workbook('<c r="C2" t="str"><f>""</f><v></v></c>'));
    expect(problems).toEqual([]);
    expect(request.body).toEqual({ Package: { PackageId: 'PD-1' } });
  });
});

describe('suspicious texts', () => {
  it.each([
    ['a\u0000b', /cannot be seen/],
    ['\u202Eabc', /cannot be seen/],
  ])('%j are sent unchanged, with a warning', async (text, says) => {
    const { request, warnings } = await first(`PackageId,Contact\nPD-1,${text}\n`);
    expect(request.body).toMatchObject({ Package: { ShipToAddress: { Contact: text } } });
    expect(warnings).toEqual([{ column: 'Contact', message: expect.stringMatching(says) }]);
  });

  it.each(['👩‍👧', 'שלום\u200F', '<script>alert(1)</script>', 'x'.repeat(1_000_000)])(
    'of other kinds are sent unchanged',
    async (text) => {
      const { request, problems } = await first(`PackageId,Contact\nPD-1,${text}\n`);
      expect(problems).toEqual([]);
      expect(request.body).toMatchObject({ Package: { ShipToAddress: { Contact: text } } });
    },
  );

  it('an ambiguous date in a text field causes a warning', async () => {
    const { request, warnings } = await first('PackageId,RecipientBirthday\nPD-1,05/06/1990\n');
    expect(request.body).toMatchObject({ Package: { ShipToAddress: { RecipientBirthday: '05/06/1990' } } });
    expect(warnings[0]?.message).toMatch(/1990-06-05 or 1990-05-06.*as it is written/);
  });
});

describe('the text of a cell', () => {
  it.each([
    ["'=1", '=1'],
    ["''=1", "'=1"],
    ["'01", "'01"],
    ["'", "'"],
    ['""', ''],
    [`'""`, '""'],
    ['"quoted"', '"quoted"'],
    ['"a\\r\\nb"', 'a\r\nb'],
    ["'   ", '   '],
    ["'＝1", '＝1'],
  ])('%j is %j', (cell, text) => {
    expect(textOfCell(cell)).toBe(text);
    expect(textOfCell(cellOfText(text))).toBe(text);
  });
});
