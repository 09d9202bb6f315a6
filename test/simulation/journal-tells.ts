import { entryOf, type Books } from './books.ts';
import type { SimPc } from './sim-pc.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Line {
  id: string;
  event: string;
  request?: unknown;
}

/** Lines of the rescue journal beside a data folder, read by their documented format. */
function* linesOf(folder: string): Generator<Line> {
  const days = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  for (const day of days.sort())
    for (const line of readFileSync(join(folder, day), 'utf8').split('\n')) {
      const text = line.slice(65);
      if (createHash('sha256').update(text).digest('hex') !== line.slice(0, 64)) continue;
      const read: unknown = JSON.parse(text);
      if (typeof read === 'object' && read !== null && 'event' in read) yield read as Line;
    }
}

/**
 * Section 8: the journal records what people did and nothing else. `whole`: it exists since the folder was created, so
 * it must record everything ever saved there.
 */
export function journalTells(pc: SimPc, books: Books, whole: boolean, broken: (what: string) => void): void {
  const told = new Set<string>();
  for (const { id, event, request } of linesOf(pc.journal)) {
    if (event !== 'capture') continue;
    told.add(id);
    const entry = entryOf({ request: JSON.stringify(request ?? null) });
    if (books.notSaved.has(entry)) broken(`rule 1: the journal tells of ${entry}, which was told as not saved`);
  }
  if (!whole) return;
  for (const [id, { content }] of books.savedAt(pc))
    if (!told.has(id)) broken(`rule 1: ${content.key} was saved, and the journal does not tell of it`);
}
