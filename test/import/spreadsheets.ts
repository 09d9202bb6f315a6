import type { CheckedCells } from '../../electron/spreadsheets/import/check-cells.ts';
import { importRow } from '../../electron/spreadsheets/import/import-file.ts';
import { openSheet } from '../../electron/spreadsheets/import/open-sheet.ts';
import { readSpreadsheet } from '../../electron/spreadsheets/import/read-spreadsheet.ts';
import type { Table } from '../../electron/spreadsheets/import/table.ts';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import type { ImportCorrection } from '../../shared/import/import-steps.ts';
import { crc32, deflateRawSync } from 'node:zlib';

export const letters = async () => (await import('../../electron/printing/drawing/missing-letters.ts')).missingLetters;

export const units = { weightUnit: 'g', lengthUnit: 'cm' };

type Remark = { column: string | null; message: string; row?: number };

/** An order of a file as an import from a path on this machine reads it. */
export interface ReadRow {
  row: number;
  lastRow?: number;
  key: string | null;
  /** valid only if there are no problems */
  request: CheckedCells['request'];
  warnings: Remark[];
  problems: Remark[];
}

/** All cells of a file. */
export const readTable = async (bytes: Buffer, encoding: string): Promise<Table> =>
  (await readSpreadsheet(bytes, encoding, undefined)).table;

export async function readRows(
  content: Buffer | string,
  encoding = 'utf-8',
  kind: CreateKind = 'label-order',
  corrections: readonly ImportCorrection[] = [],
): Promise<{ rows: ReadRow[]; ignoredColumns: string[] }> {
  const base64 = Buffer.from(content as string).toString('base64');
  const sheet = await openSheet(
    { name: '', file: { content: base64 }, encoding, kind, units, usesColumnNames: true },
    letters,
  );
  const given = { mapping: null, corrections, answers: [] };
  // whoever imports a file of the contract's own words knows its values
  const unlikely = sheet
    .checkSlice(0, sheet.applyChoices(given).orders)
    .flatMap(({ questions }) => questions.filter(({ code }) => code === 'unlikely-value'));
  const choices = { ...given, answers: unlikely.map(({ id }) => ({ question: id, choice: 'keep' })) };
  const rows = sheet.checkSlice(0, sheet.applyChoices(choices).orders).map((one): ReadRow => {
    const told = importRow(one, sheet.head, undefined);
    const { row, lastRow, warnings = [] } = told;
    const problems = told.state === 'problem' ? (told.problems ?? []) : [];
    const request = one.request as CheckedCells['request'];
    return { row, ...(lastRow !== undefined && { lastRow }), key: one.key, request, warnings, problems };
  });
  return { rows, ignoredColumns: sheet.head.namedColumns?.ignored ?? [] };
}

/** The problem with which a file is refused as a whole; throws if the file is accepted. */
export async function refusal(content: Buffer | string, encoding = 'utf-8'): Promise<Problem> {
  try {
    await readRows(content, encoding);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('the file was taken');
}

/** A ZIP archive of one deflated entry per name; `claim` replaces its unpacked size in the directory. */
export function archive(files: Record<string, Buffer>, claim?: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(packed.length, 0);
    sizes.writeUInt32LE(claim ?? content.length, 4);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(content), 14);
    sizes.copy(head, 18);
    head.writeUInt16LE(name.length, 26);
    const local = Buffer.concat([head, Buffer.from(name), packed]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(content), 16);
    sizes.copy(entry, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local);
    directory.push(entry, Buffer.from(name));
    at += local.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
