import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const asideName = /^(?:damaged|replaced)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** When a file was set aside as damaged or replaced (ms), by the name of its folder; null for other names. */
function setAsideAt(name: string): number | null {
  const [year, month = 1, ...rest] = asideName.exec(name)?.slice(1).map(Number) ?? [];
  return year === undefined ? null : Date.UTC(year, month - 1, ...rest);
}

/** Removes folders set aside before a moment (ms) from a data folder. Returns how many. */
export async function eraseDamaged(folder: string, before: number): Promise<number> {
  const gone = readdirSync(folder).filter((name) => (setAsideAt(name) ?? Infinity) < before);
  for (const name of gone) await rm(join(folder, name), { recursive: true, force: true });
  return gone.length;
}
