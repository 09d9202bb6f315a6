import { withoutEntities } from '../format/text-traces.ts';
import { badFile, type MissingValue, type Cell, type Table } from './table.ts';
import { zipSync } from 'fflate';
import { crc32, inflateRawSync } from 'node:zlib';
import readXlsxFile from 'read-excel-file/universal';

/** An XML tag: `</x:c>` has the name `c` and is closing. `start` is the offset of its `<`, `end` that after its `>`. */
export interface XmlTag {
  name: string;
  isClosing: boolean;
  /** `<c r="A1"/>`: self-closing */
  isSelfClosing: boolean;
  /** content between the brackets */
  text: string;
  start: number;
  end: number;
}

const tagPattern = /(\/?)(?:\w{1,20}:)?(\w{1,40})(?![\w:])/y;

/**
 * The tags with one of the names, regardless of prefix. Visits each character a fixed number of times: a regular
 * expression that searches for a missing end takes quadratic time.
 */
export function* tagsOf(xml: string, names: ReadonlySet<string>): Generator<XmlTag> {
  for (let from = xml.indexOf('<'); from >= 0; from = xml.indexOf('<', from)) {
    const end = xml.indexOf('>', from);
    if (end < 0) return;
    tagPattern.lastIndex = from + 1;
    const [, slash, name = ''] = tagPattern.exec(xml) ?? [];
    if (names.has(name)) {
      const text = xml.slice(from + 1, end);
      yield { name, isClosing: slash === '/', isSelfClosing: text.endsWith('/'), text, start: from, end: end + 1 };
    }
    from = end + 1;
  }
}

/** The value of a tag's attribute, still escaped; empty if absent. */
export function attributeOf({ text }: XmlTag, name: string): string {
  const nameStart = text.search(new RegExp(`\\s${name}="`));
  if (nameStart < 0) return '';
  const valueStart = nameStart + name.length + 3;
  const valueEnd = text.indexOf('"', valueStart);
  return valueEnd < 0 ? '' : text.slice(valueStart, valueEnd);
}

/** A workbook of 100,000 label orders unpacks to about 100 MB. */
const maxUnpackedBytes = 256 * 1024 * 1024;
const maxEntries = 5000;

const directoryEndSignature = 0x06054b50;
const directoryEndLength = 22;
/** Maximum length of the comment that follows the directory and ends the file. */
const maxCommentLength = 0xffff;
const directoryEntrySignature = 0x02014b50;
const directoryEntryLength = 46;
const localHeadSignature = 0x04034b50;
const localHeadLength = 30;

interface ArchiveEntry {
  name: string;
  method: number;
  crc: number;
  packedSize: number;
  unpackedSize: number;
  headOffset: number;
}

/** The XML files of an archive by name. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

const damagedArchiveProblem = () =>
  badFile('archive', 'The file begins like a workbook but is damaged or cut short. Save it again.');

/**
 * Unpacks the XML files of a workbook. Checks that it is one, that each file has its declared size, and that the sum of
 * the sizes does not exceed 256 MiB. Later steps read only these files: the archive could be read in another way, for
 * which the limits do not hold. Throws ProblemError `bad-file`.
 */
export function openArchive(bytes: Buffer): ArchiveFiles {
  const entries = entriesOf(bytes);
  if (!entries.some((entry) => entry.name === 'xl/workbook.xml'))
    throw badFile(
      'no-spreadsheet',
      'The file is no spreadsheet: it is a ZIP archive that holds no workbook. Give a CSV or XLSX file.',
    );
  const totalSize = entries.reduce((sum, entry) => sum + entry.unpackedSize, 0);
  if (totalSize > maxUnpackedBytes)
    throw badFile(
      'too-big',
      `The workbook unpacks to more than ${maxUnpackedBytes / 1024 / 1024} MiB. Split it into smaller files.`,
    );
  const xmlEntries = entries.filter(({ name }) => name.endsWith('.xml') || name.endsWith('.xml.rels'));
  return new Map(xmlEntries.map((entry) => [entry.name, unpack(bytes, entry)]));
}

function entriesOf(bytes: Buffer): ArchiveEntry[] {
  const end = directoryEndOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  // the directory has more entries: this is one part of a multi-part archive
  if (bytes.readUInt16LE(end + 8) !== count) throw damagedArchiveProblem();
  if (count > maxEntries)
    throw badFile('too-big', `The workbook holds more than ${maxEntries} files. Save its sheet as CSV UTF-8.`);
  const entries: ArchiveEntry[] = [];
  let offset = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (offset + directoryEntryLength > end || bytes.readUInt32LE(offset) !== directoryEntrySignature)
      throw damagedArchiveProblem();
    const nameLength = bytes.readUInt16LE(offset + 28);
    entries.push({
      name: bytes.toString('utf8', offset + directoryEntryLength, offset + directoryEntryLength + nameLength),
      method: bytes.readUInt16LE(offset + 10),
      crc: bytes.readUInt32LE(offset + 16),
      packedSize: bytes.readUInt32LE(offset + 20),
      unpackedSize: bytes.readUInt32LE(offset + 24),
      headOffset: bytes.readUInt32LE(offset + 42),
    });
    offset += directoryEntryLength + nameLength + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  return entries;
}

/** Position of the end-of-directory record: the last possible one. */
function directoryEndOf(bytes: Buffer): number {
  const lastPosition = bytes.length - directoryEndLength;
  for (let position = lastPosition; position >= 0 && position >= lastPosition - maxCommentLength; position -= 1)
    if (bytes.readUInt32LE(position) === directoryEndSignature) return position;
  throw damagedArchiveProblem();
}

// The directory only declares the size; it limits the unpacking, and is checked afterwards.
function unpack(bytes: Buffer, entry: ArchiveEntry): Buffer {
  if (entry.headOffset + localHeadLength > bytes.length || bytes.readUInt32LE(entry.headOffset) !== localHeadSignature)
    throw damagedArchiveProblem();
  const start =
    entry.headOffset +
    localHeadLength +
    bytes.readUInt16LE(entry.headOffset + 26) +
    bytes.readUInt16LE(entry.headOffset + 28);
  const data = bytes.subarray(start, start + entry.packedSize);
  const content = entry.method === 0 ? data : inflate(data, entry);
  if (content.length !== entry.unpackedSize || crc32(content) !== entry.crc) throw damagedArchiveProblem();
  return content;
}

function inflate(data: Buffer, { method, unpackedSize }: ArchiveEntry): Buffer {
  if (method !== 8) throw damagedArchiveProblem();
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(unpackedSize, 1) });
  } catch {
    throw damagedArchiveProblem();
  }
}

/** A cell of a workbook that shows something but has no value; row and column from 0. */
export interface MissingValueCell {
  row: number;
  column: number;
  cell: MissingValue;
}

/**
 * The cells of each sheet whose formula ended in an error or was never calculated. The workbook library returns the
 * former as text and the latter as empty, and neither is what a person means. Sheets are in the order of the workbook.
 */
export function findMissingValues(files: ArchiveFiles): MissingValueCell[][] {
  return sheetFiles(files).map((file) => {
    const xml = files.get(file);
    // only sheets with formulas or errors are scanned
    return xml?.includes('<f') || xml?.includes('t="e"') ? [...missingValuesIn(xml.toString())] : [];
  });
}

const cellTags: ReadonlySet<string> = new Set(['c', 'f', 'v']);

function sheetFiles(files: ArchiveFiles): string[] {
  const workbook = files.get('xl/workbook.xml')?.toString() ?? '';
  const relations = files.get('xl/_rels/workbook.xml.rels')?.toString() ?? '';
  const targets = new Map(
    [...tagsOf(relations, new Set(['Relationship']))].map((tag) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target'),
    ]),
  );
  const sheets = [...tagsOf(workbook, new Set(['sheet']))].filter(({ isClosing }) => !isClosing);
  return sheets.map((tag) => {
    const target = targets.get(attributeOf(tag, 'r:id')) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}

/** A partially read cell. */
interface OpenCell {
  tag: XmlTag;
  hasFormula: boolean;
  value: XmlTag | null;
  shownText: string;
}

/** A cell ends at its closing tag, or where the next one starts: files are not always well formed. */
function* missingValuesIn(xml: string): Generator<MissingValueCell> {
  let cell: OpenCell | null = null;
  for (const tag of tagsOf(xml, cellTags)) {
    if (tag.name === 'c') {
      if (cell) yield* missingValues(cell);
      cell = tag.isClosing ? null : { tag, hasFormula: false, value: null, shownText: '' };
      if (cell && tag.isSelfClosing) {
        yield* missingValues(cell);
        cell = null;
      }
    } else if (cell) readInto(cell, tag, xml);
  }
  if (cell) yield* missingValues(cell);
}

function readInto(cell: OpenCell, tag: XmlTag, xml: string): void {
  if (tag.name === 'f') cell.hasFormula = true;
  else if (!tag.isClosing) cell.value ??= tag;
  else if (cell.value) cell.shownText = xml.slice(cell.value.end, tag.start);
}

function missingValues({ tag, hasFormula, value, shownText }: OpenCell): MissingValueCell[] {
  const position = positionOf(attributeOf(tag, 'r'));
  const isError = attributeOf(tag, 't') === 'e';
  if (!position || (!isError && (!hasFormula || value))) return [];
  return [{ ...position, cell: { shown: isError ? shownText : '=' } }];
}

/** `AB12` → row 11, column 27. */
function positionOf(name: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** Reads all sheets of an XLSX file, with numbers, dates and booleans as typed. Throws ProblemError `bad-file`. */
export async function readSheets(bytes: Buffer): Promise<{ name: string; table: Table; isHidden: boolean }[]> {
  const files = openArchive(bytes);
  const sheets = await asBadFile(readXlsxFile(asArchive(files), { trim: false }));
  const missingValuesBySheet = findMissingValues(files);
  const hiddenNames = hiddenSheets(files);
  return sheets.map(({ sheet, data }, index) => {
    const table = tableOf(data);
    for (const { row, column, cell } of missingValuesBySheet[index] ?? []) putCell(table, row, column, cell);
    return { name: sheet, table, isHidden: hiddenNames.has(sheet) };
  });
}

/** Names of the sheets that a spreadsheet program does not show. */
function hiddenSheets(files: ArchiveFiles): Set<string> {
  const workbook = files.get('xl/workbook.xml')?.toString() ?? '';
  const tags = [...tagsOf(workbook, new Set(['sheet']))].filter((tag) =>
    attributeOf(tag, 'state').toLowerCase().includes('hidden'),
  );
  return new Set(tags.map((tag) => withoutEntities(attributeOf(tag, 'name'))));
}

/** A cell the library omits may lie outside the rows and columns it returns. */
function putCell(table: Table, row: number, column: number, cell: Cell): void {
  while (table.length <= row) table.push([]);
  const cells = table[row] ?? [];
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
}

/**
 * The library accepts only archives. This one is uncompressed, so that the library starts no unzip threads beyond our
 * control.
 */
function asArchive(files: ArchiveFiles): ArrayBuffer {
  return zipSync(Object.fromEntries(files), { level: 0 }).buffer;
}

/** The library's messages describe its internals, which do not help a user. */
async function asBadFile<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw badFile('archive', 'The workbook cannot be read. Save it again, or as CSV UTF-8.');
  }
}

const tableOf = (rows: readonly (readonly unknown[])[]): Table => rows.map((row) => row.map(cellOf));

function cellOf(value: unknown): Cell {
  if (typeof value === 'string') return value === '' ? null : value;
  // a spreadsheet program calculates in binary, and shows 15 digits: 0.30000000000000004 is 0.3 to everybody who sees it
  if (typeof value === 'number') {
    const shown = Number(value.toPrecision(15));
    // the largest numbers would be rounded to infinity
    return Number.isFinite(shown) ? shown : value;
  }
  if (typeof value === 'boolean' || value instanceof Date) return value;
  return null;
}
