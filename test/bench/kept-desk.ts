import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../../electron/database/migrations/index.ts';
import { learnSamples, type Learned } from './learn-samples.ts';
import { sampleDesk, type KeptSamples, type SampleDesk } from './sample-desk.ts';

/** Whatever the samples are made by: a desk that was made otherwise is made anew. */
const makers = ['learn-samples.ts', 'random.ts', 'sample-desk.ts', 'sample-orders.ts'];

interface Kept extends Omit<KeptSamples, 'folder'> {
  learned: Learned;
}

/**
 * A sample desk of so many entries that is searched and has learned from all of them. Where the environment names a folder (BENCH_KEPT) it is
 * kept there and found again by the next run: one of 1,000,000 takes a quarter of an hour and more to make, and 2.5 GB.
 */
export function learnedDesk(size: number): { desk: SampleDesk; learned: Learned } {
  const { BENCH_KEPT: keeping } = process.env;
  const place = keeping === undefined ? null : join(keeping, `searched ${String(size)} ${made()}`);
  const note = place === null ? null : join(place, 'kept.json');
  if (place !== null && note !== null && existsSync(note)) {
    const { learned, ...kept } = JSON.parse(readFileSync(note, 'utf8')) as Kept;
    return { desk: sampleDesk({ searched: true, kept: { ...kept, folder: place } }), learned };
  }
  const desk = sampleDesk({ searched: true });
  desk.grow(size);
  const learned = learnSamples(desk.db);
  desk.db.pragma('wal_checkpoint(TRUNCATE)');
  if (place === null || note === null) return { desk, learned };
  const { spent } = desk;
  const grown = desk.handOver();
  mkdirSync(place, { recursive: true });
  cpSync(grown, place, { recursive: true });
  rmSync(grown, { recursive: true });
  // last: what was not copied whole is made anew
  writeFileSync(note, JSON.stringify({ entries: size, spent, learned } satisfies Kept));
  return learnedDesk(size);
}

function made(): string {
  const hash = createHash('sha256').update(String(deskMigrations.length));
  for (const name of makers) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 8);
}
