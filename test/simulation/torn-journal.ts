import type { Seeded } from './seeded.ts';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lines that the program never writes. */
const strange = ['null', '7', '[]', '{"v":3}'].map(
  (text) => `${createHash('sha256').update(text).digest('hex')} ${text}\n`,
);

/**
 * Appends part of a line, as if the program ended while writing it, or with a certain probability lines that the
 * program never writes.
 */
export function tearJournal(journal: string, chance: Seeded, strangeShare = 0.3): void {
  const days = existsSync(journal) ? readdirSync(journal).filter((name) => name.endsWith('.jsonl')) : [];
  const last = days.sort().at(-1);
  if (last === undefined) return;
  const torn = `${'0'.repeat(64)} {"v":2,"generation":1,"st`;
  appendFileSync(join(journal, last), chance.chance(strangeShare) ? strange.join('') : torn);
}
