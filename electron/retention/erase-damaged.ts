import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const asideName = /^(?:damaged|replaced)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** When a file was set aside (ms), damaged or in favour of a backup, by the name of its folder; null for what is none. */
function setAsideAt(name: string): number | null {
  const [year, month = 1, ...rest] = asideName.exec(name)?.slice(1).map(Number) ?? [];
  return year === undefined ? null : Date.UTC(year, month - 1, ...rest);
}

/** Removes what was set aside before a moment (ms) out of a data folder. Answers how many. */
export async function eraseDamaged(folder: string, before: number): Promise<number> {
  const gone = readdirSync(folder).filter((name) => (setAsideAt(name) ?? Infinity) < before);
  for (const name of gone) await rm(join(folder, name), { recursive: true, force: true });
  return gone.length;
}
