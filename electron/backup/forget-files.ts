import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { madeAt } from './claim-name.ts';

const dayName = /^\d{4}-\d\d-\d\d\.jsonl$/;

/** Removes days of a journal up to one, by name. Answers how many. */
export function forgetDays(folder: string, upTo: string): number {
  return remove(folder, (name) => dayName.test(name) && name <= upTo);
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
