import { deskFile } from './desk-file.ts';
import { deskMigrations } from './migrations/index.ts';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** A file below this size is migrated before a user notices (bytes). */
const smallFileBytes = 16 * 1024 * 1024;
/** Offset of the version in a SQLite file. */
const versionOffset = 60;

/** Shown during a migration, in both languages, since the chosen one is not known yet. */
export const migrationNotice = {
  title: 'The outbox is being brought up to date. 正在更新发件箱。',
  detail:
    'This happens once after an update of the program and may take some minutes. Nothing is lost if it is interrupted: it begins again. 程序更新后只进行一次，可能需要几分钟。中断也不会丢失任何内容，会重新开始。',
};

/** Whether opening a data folder takes long because its file is large and of an older version; false without a file. */
export function needsLongMigration(folder: string): boolean {
  const fileHeader = readHeader(folder);
  return fileHeader !== null && fileHeader.size > smallFileBytes && fileHeader.version < deskMigrations.length;
}

/** Whether the file of a data folder is of an older version; false without a file. */
export function needsMigration(folder: string): boolean {
  const fileHeader = readHeader(folder);
  return fileHeader !== null && fileHeader.version < deskMigrations.length;
}

/** Reads the version and size (bytes) of a file; null if it cannot be read. */
function readHeader(folder: string): { version: number; size: number } | null {
  try {
    const file = openSync(join(folder, deskFile), 'r');
    try {
      const header = Buffer.alloc(versionOffset + 4);
      const readCount = readSync(file, header, 0, header.length, 0);
      return readCount === header.length
        ? { version: header.readUInt32BE(versionOffset), size: fstatSync(file).size }
        : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
