import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const setAsideName = /^(?:damaged|replaced)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** When a file was set aside as damaged or replaced (ms), by the name of its folder; null for other names. */
function setAsideAt(name: string): number | null {
  const [year, month = 1, ...rest] = setAsideName.exec(name)?.slice(1).map(Number) ?? [];
  return year === undefined ? null : Date.UTC(year, month - 1, ...rest);
}

/** Removes folders set aside before a moment (ms) from a data folder. Returns how many. */
export async function deleteSetAside(folder: string, before: number): Promise<number> {
  const oldNames = readdirSync(folder).filter((name) => (setAsideAt(name) ?? Infinity) < before);
  for (const name of oldNames) await rm(join(folder, name), { recursive: true, force: true });
  return oldNames.length;
}
