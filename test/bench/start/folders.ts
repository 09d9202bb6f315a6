import { sampleDesk } from '../sample-desk.ts';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const migrations = join(import.meta.dirname, '../../../electron/storage/database/migrations');

/** Creates the folder of a program whose desk has this many entries. */
export function fillFolder(folder: string, entries: number): string {
  const desk = sampleDesk({ searched: true, delivered: true });
  desk.grow(entries);
  const filled = desk.handOver();
  mkdirSync(folder);
  // Another user runs Electron.
  chmodSync(folder, 0o755);
  cpSync(filled, join(folder, 'desk'), { recursive: true });
  rmSync(filled, { recursive: true });
  return folder;
}

/**
 * Creates such a folder or reuses one in the temporary folder, because filling it takes minutes; a new migration makes
 * it anew.
 */
export function keptFolder(entries: number): string {
  const shape = String(readdirSync(migrations).length);
  const kept = join(tmpdir(), `parcel-desk-bench-start-${String(entries)}-${shape}`);
  if (existsSync(kept)) return kept;
  const unfinished = `${kept}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  fillFolder(unfinished, entries);
  renameSync(unfinished, kept);
  return kept;
}
