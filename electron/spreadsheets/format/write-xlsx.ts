import type { OutputCell } from './write-csv.ts';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface OutputSheet {
  name: string;
  /** the first row is the header: it is frozen */
  rows: AsyncIterable<readonly OutputCell[]> | Iterable<readonly OutputCell[]>;
}

/** Limits of spreadsheet programs: characters per cell, and rows per sheet. */
export const maxCellCharacters = 32_767;
export const maxSheetRows = 1_048_576;

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Streams rows to a workbook that only this user can read. Texts stay texts, never formulas or numbers. */
export const writeXlsx = (path: string, sheets: readonly OutputSheet[]): Promise<void> =>
  writeWorkbook(createWriteStream(path, { mode: 0o600 }), sheets);

/** Builds a workbook in memory. */
export async function xlsxBytes(sheets: readonly OutputSheet[]): Promise<Buffer> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeWorkbook(stream, sheets)]);
  return bytes;
}

async function writeWorkbook(output: Writable, sheets: readonly OutputSheet[]): Promise<void> {
  // lazy import: the ZIP library is needed only for workbooks
  const { zipWriter: zipTo } = await import('./zip-writer.ts');
  const zip = zipTo(output);
  const sheetNumbers = sheets.map((_, index) => index + 1);
  await zip.addEntry('[Content_Types].xml', [
    `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>`,
    ...sheetNumbers.map(
      (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mediaType}.worksheet+xml"/>`,
    ),
    '</Types>',
  ]);
  const relationship = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relationshipNamespace}/${type}" Target="${target}"/>`;
  const relationshipsXml = (inner: string): string[] => [
    `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${inner}</Relationships>`,
  ];
  await zip.addEntry('_rels/.rels', relationshipsXml(relationship('rId1', 'officeDocument', 'xl/workbook.xml')));
  await zip.addEntry(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml(
      sheetNumbers.map((n) => relationship(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
        relationship(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
    ),
  );
  await zip.addEntry('xl/workbook.xml', [
    `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets>`,
    ...sheets.map(
      ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    ),
    '</sheets></workbook>',
  ]);
  await zip.addEntry('xl/styles.xml', [stylesXml]);
  for (const [index, { rows }] of sheets.entries())
    await zip.addEntry(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(rows));
  await zip.end();
}

// 0: a number; 1: text, which stays text when edited; 2: the header
const stylesXml = `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

async function* sheetXml(rows: OutputSheet['rows']): AsyncGenerator<string> {
  let chunk = `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="16"/><sheetData>`;
  let rowNumber = 0;
  for await (const row of rows) {
    rowNumber += 1;
    chunk += `<row r="${rowNumber}">${row.map((cell, column) => cellXml(cell, `${columnName(column)}${rowNumber}`, rowNumber === 1)).join('')}</row>`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}</sheetData></worksheet>`;
}

function cellXml(cell: OutputCell, reference: string, isHeader: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${reference}" s="${isHeader ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** Column name: A, B, … Z, AA, … */
function columnName(column: number): string {
  const lastLetter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? lastLetter : columnName(Math.floor(column / 26) - 1) + lastLetter;
}

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters XML cannot represent in any form: a workbook with one of them does not open. */
const unwritablePattern = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

// _x0041_ is an escaped A in a workbook: text that looks like such an escape has its first character escaped
const escapeXml = (text: string): string =>
  text
    .replace(unwritablePattern, '')
    .replace(/[&<>"]/g, (character) => xmlEntities[character] ?? character)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
