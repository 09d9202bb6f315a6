import { foundIn, foundReport, type Found } from './planted-found.ts';
import { planted, plantedNames, treeOf, tryOne } from './planted-try.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const list = join(planted, 'found.md');

/**
 * What to try: parts of names (`03`, `mends/05`), none for all; `resume`: only what was not yet found in the present
 * code.
 */
export interface PlantedAsked {
  names: readonly string[];
  resume: boolean;
  /** processor seconds for each */
  cpuSeconds: number;
}

/**
 * Applies each patch of `test/planted` to a copy of the present tree, and runs stories there until one fails or a
 * minute of processor time is over. What was found, and when, is written to `test/planted/found.md` after each. Returns
 * 1 if one was not found.
 */
export async function findPlanted(
  { names, resume, cpuSeconds }: PlantedAsked,
  say: (line: object) => void,
): Promise<number> {
  const all = plantedNames();
  const asked = names.length === 0 ? all : all.filter((name) => names.some((part) => isNamed(name, part)));
  if (asked.length === 0) throw new Error(`no patch is named ${names.join()}`);
  const known = new Map(foundIn(read()).map((one) => [one.name, one]));
  let missed = 0;
  for (const name of asked) {
    const tree = treeOf(name);
    const before = known.get(name);
    if (resume && before?.tree === tree && before.seed !== null) continue;
    const found: Found = { name, tree, ...(await tryOne(name, cpuSeconds)) };
    say(found);
    if (found.seed === null) missed += 1;
    known.set(name, found);
    const kept = all.flatMap((one) => known.get(one) ?? []);
    writeFileSync(list, foundReport(kept, all.length));
  }
  return missed > 0 ? 1 : 0;
}

const isNamed = (name: string, part: string): boolean =>
  name.startsWith(part) || name.slice(name.indexOf('/') + 1) === part;

function read(): string {
  try {
    return readFileSync(list, 'utf8');
  } catch {
    return '';
  }
}
