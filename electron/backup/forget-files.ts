import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writePrivate } from '../private-files/write-private.ts';
import { madeAt } from './claim-name.ts';

const dayName = /^\d{4}-\d\d-\d\d\.jsonl$/;

/**
 * Removes days of a journal up to one, by name, where lines that stay (`kept`) take the place of the last of them. Answers how many went.
 * Throws what the file system throws; then no line that stays is lost.
 */
export function forgetDays(folder: string, upTo: string, kept: string): number {
  if (!existsSync(folder)) return 0;
  if (kept !== '') writePrivate(join(folder, upTo), kept);
  return remove(folder, (name) => dayName.test(name) && (kept === '' ? name <= upTo : name < upTo));
}

/** Removes backups made before a moment (ms) and before the one that is kept, of which it is known that it comes back to life. */
export function forgetBackups(folder: string, before: number, kept: string): number {
  const last = Math.min(before, madeAt(basename(kept)) ?? 0);
  return remove(folder, (name) => (madeAt(name) ?? Infinity) < last);
}

function remove(folder: string, goes: (name: string) => boolean): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder).filter(goes);
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names.length;
}
