import { makePrivateFolder } from '../../electron/platform/private-files.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let templateFile: string | undefined;

/** The database that a desk creates at its first start, created once per test process. */
function newDeskFile(): string {
  if (templateFile !== undefined) return templateFile;
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-new-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  openDesk(folder).close();
  return (templateFile = join(folder, deskFile));
}

/** Copies a newly created database into a folder that has none, so that `openDesk` need not migrate it step by step. */
export function copyNewDesk(folder: string): void {
  makePrivateFolder(folder);
  if (!existsSync(join(folder, deskFile))) copyFileSync(newDeskFile(), join(folder, deskFile));
}

/**
 * Opens the database of a folder as `openDesk` does. A folder without one gets a copy of a database that `openDesk`
 * created.
 */
export function openNewDesk(folder: string): Sqlite {
  copyNewDesk(folder);
  return openDesk(folder);
}
