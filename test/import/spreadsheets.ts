import { crc32, deflateRawSync } from 'node:zlib';
import { checkTable, type CheckedTable } from '../../electron/import/check-table.ts';
import { readTable } from '../../electron/import/read-table.ts';
import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';

export const units = { weightUnit: 'g', lengthUnit: 'cm' };

export async function readRows(
  content: Buffer | string,
  encoding = 'utf-8',
  kind: CreateKind = 'label-order',
): Promise<CheckedTable> {
  return checkTable(await readTable(Buffer.from(content as string), encoding), kind, units);
}

/** The problem a file is refused with as a whole; fails where it is taken. */
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
