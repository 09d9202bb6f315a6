import type { WrittenCell } from './write-csv.ts';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface WrittenSheet {
  name: string;
  /** the first row is the header: it is frozen */
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>;
}

/** Limits of spreadsheet programs: characters per cell, and rows per sheet. */
export const maxCellCharacters = 32_767;
export const maxSheetRows = 1_048_576;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Streams rows to a workbook, every text as text; readable only by this user. */
export const writeXlsx = (path: string, sheets: readonly WrittenSheet[]): Promise<void> =>
  writeWorkbook(createWriteStream(path, { mode: 0o600 }), sheets);

/** The workbook in memory. */
export async function xlsxBytes(sheets: readonly WrittenSheet[]): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeWorkbook(out, sheets)]);
  return bytes;
}

async function writeWorkbook(out: Writable, sheets: readonly WrittenSheet[]): Promise<void> {
  // loads the ZIP library with the first workbook
  const { zipTo } = await import('./zip-to.ts');
  const zip = zipTo(out);
  const numbers = sheets.map((_, index) => index + 1);
  await zip.entry('[Content_Types].xml', [
    `${xml}<Types xmlns="${packageNamespace}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>`,
    ...numbers.map(
      (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mediaType}.worksheet+xml"/>`,
    ),
    '</Types>',
  ]);
  const relationship = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relationshipNamespace}/${type}" Target="${target}"/>`;
  const relationshipsXml = (inner: string): string[] => [
    `${xml}<Relationships xmlns="${packageNamespace}/relationships">${inner}</Relationships>`,
  ];
  await zip.entry('_rels/.rels', relationshipsXml(relationship('rId1', 'officeDocument', 'xl/workbook.xml')));
  await zip.entry(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml(
      numbers.map((n) => relationship(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
        relationship(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
    ),
  );
  await zip.entry('xl/workbook.xml', [
    `${xml}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets>`,
    ...sheets.map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`),
    '</sheets></workbook>',
  ]);
  await zip.entry('xl/styles.xml', [styles]);
  for (const [at, { rows }] of sheets.entries()) await zip.entry(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows));
  await zip.end();
}

// 0: a number; 1: text, which stays text when edited; 2: the header
const styles = `${xml}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

async function* sheetXml(rows: WrittenSheet['rows']): AsyncGenerator<string> {
  let buffered = `${xml}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="16"/><sheetData>`;
  let number = 0;
  for await (const row of rows) {
    number += 1;
    buffered += `<row r="${number}">${row.map((cell, column) => cellXml(cell, `${columnName(column)}${number}`, number === 1)).join('')}</row>`;
    if (buffered.length < 65_536) continue;
    yield buffered;
    buffered = '';
  }
  yield `${buffered}</sheetData></worksheet>`;
}

function cellXml(cell: WrittenCell, at: string, head: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${at}" s="${head ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** Column name: A, B, … Z, AA, … */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters XML cannot represent in any form: a workbook with one of them does not open. */
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

// _x0041_ is an escaped A in a workbook: text that looks like such an escape has its first character escaped
const escaped = (text: string): string =>
  text
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
