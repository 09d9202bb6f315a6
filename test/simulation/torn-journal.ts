import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Seeded } from './seeded.ts';

/** Lines that no program of ours writes. */
const strange = ['null', '7', '[]', '{"v":3}'].map(
  (text) => `${createHash('sha256').update(text).digest('hex')} ${text}\n`,
);

/** The line that was being written when the program ended is there in part; now and then some that no program of ours wrote. */
export function tearJournal(journal: string, chance: Seeded, strangeShare = 0.3): void {
  const days = existsSync(journal) ? readdirSync(journal).filter((name) => name.endsWith('.jsonl')) : [];
  const last = days.sort().at(-1);
  if (last === undefined) return;
  const torn = `${'0'.repeat(64)} {"v":2,"generation":1,"st`;
  appendFileSync(join(journal, last), chance.chance(strangeShare) ? strange.join('') : torn);
}
