import { sampleDesk } from '../sample-desk.ts';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const migrations = join(import.meta.dirname, '../../../electron/storage/database/migrations');

/** Creates the user data folder of a program whose desk has this many entries. */
export function fillFolder(folder: string, entries: number): string {
  const desk = sampleDesk({ searched: true, delivered: true });
  desk.grow(entries);
  const deskFolder = desk.handOver();
  mkdirSync(folder);
  // Electron runs as another user, who must be able to read the folder.
  chmodSync(folder, 0o755);
  cpSync(deskFolder, join(folder, 'desk'), { recursive: true });
  rmSync(deskFolder, { recursive: true });
  return folder;
}

/**
 * Creates such a folder or reuses one in the temporary folder, because filling it takes minutes. After a new migration
 * it is created again.
 */
export function storedDeskFolder(entries: number): string {
  const schemaMark = String(readdirSync(migrations).length);
  const storedFolder = join(tmpdir(), `parcel-desk-bench-start-${String(entries)}-${schemaMark}`);
  if (existsSync(storedFolder)) return storedFolder;
  const unfinished = `${storedFolder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  fillFolder(unfinished, entries);
  renameSync(unfinished, storedFolder);
  return storedFolder;
}
