import { archive, refusal } from './spreadsheets.ts';
import { describe, expect, it } from 'vitest';

const good = 'PackageId,Contact\nPD-1,陈伟\n';

describe('a file is rejected as a whole if it is', () => {
  it.each<[what: string, content: Buffer | string, reason: string, says: RegExp]>([
    ['empty', '', 'empty', /empty/],
    ['only spaces and commas', ' \n,,\n', 'missing-column', /PackageId/],
    ['only empty lines', '\n\n', 'empty', /no filled cell/],
    ['a PDF', '%PDF-1.7\n', 'no-spreadsheet', /PDF/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'no-spreadsheet', /PNG/],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'no-spreadsheet', /XLSX/],
    ['a web page', '\uFEFF<!DOCTYPE html><html></html>', 'no-spreadsheet', /HTML/],
    ['JSON', '[{"PackageId": "PD-1"}]', 'no-spreadsheet', /JSON/],
    ['random bytes', Buffer.from([...Array(400).keys()].map((i) => (i * 151 + 13) % 256)), 'no-spreadsheet', /no text/],
    ['a ZIP archive without a workbook', archive({ 'a.txt': Buffer.from('a') }), 'no-spreadsheet', /ZIP/],
    ['a truncated workbook', archive({ 'xl/workbook.xml': Buffer.from('<x/>') }).subarray(0, 40), 'archive', /damaged/],
    [
      'a workbook with invalid content',
      archive({ 'xl/workbook.xml': Buffer.from('<x/>') }),
      'archive',
      /cannot be read/,
    ],
    ['prose', 'Dear all,\nplease import this.\n', 'missing-column', /PackageId/],
    ['without PackageId', 'Contact,Phone\nA,1\n', 'missing-column', /PackageId is missing/],
    ['only a header', 'PackageId,Contact\n', 'no-rows', /no row/],
    ['with one column twice', 'PackageId,Contact,Contact\nPD-1,A,B\n', 'header', /Contact and Contact/],
    ['with one field twice', 'PackageId,Contact,ShipToAddress.Contact\nPD-1,A,B\n', 'header', /same field/],
    ['with a quote that never ends', 'PackageId,Contact\nPD-1,"A\nPD-2,B\n', 'quotes', /row 2/],
    ['with text after a closing quote', 'PackageId,Contact\nPD-1,A\nPD-2,"B" C\n', 'quotes', /row 3/],
  ])('%s', async (_what, content, reason, says) => {
    const problem = await refusal(content);
    expect(problem).toMatchObject({ kind: 'bad-file', params: { reason } });
    expect(problem.message).toMatch(says);
  });

  it('text not valid in its stated encoding, or with an unknown encoding', async () => {
    expect((await refusal(Buffer.from('PackageId\n\xff\xff', 'latin1'), 'gbk')).message).toMatch(/not gbk throughout/);
    expect((await refusal(good, 'klingon')).message).toMatch(/klingon/);
  });

  it('a workbook that unpacks to more than the limit, whatever size it declares', async () => {
    const bomb = Buffer.alloc(8 * 1024 * 1024);
    const files = { 'xl/workbook.xml': bomb };
    expect(await refusal(archive(files, 300 * 1024 * 1024))).toMatchObject({ params: { reason: 'too-big' } });
    expect(await refusal(archive(files, 1000))).toMatchObject({ params: { reason: 'archive' } });
  });
});
