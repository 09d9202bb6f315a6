import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { learnSamples, type Learned } from './learn-samples.ts';
import { sampleDesk, type StoredDesk, type SampleDesk } from './sample-desk.ts';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that generate the samples. If one of them has changed, a stored desk is generated again. */
const generatorFiles = ['learn-samples.ts', 'random.ts', 'sample-desk.ts', 'sample-orders.ts'];

interface StoredSamples extends Omit<StoredDesk, 'folder'> {
  learned: Learned;
}

/**
 * Opens a sample desk with a search index and memories learned from all its entries. If BENCH_KEPT names a folder, the
 * desk is stored there for later runs: generating one of 1,000,000 entries takes more than a quarter of an hour, and
 * 2.5 GB.
 */
export function deskWithMemories(size: number): { desk: SampleDesk; learned: Learned } {
  const { BENCH_KEPT: storeFolder } = process.env;
  const sampleFolder =
    storeFolder === undefined ? null : join(storeFolder, `searched ${String(size)} ${generatorHash()}`);
  const notePath = sampleFolder === null ? null : join(sampleFolder, 'kept.json');
  if (sampleFolder !== null && notePath !== null && existsSync(notePath)) {
    const { learned, ...stored } = JSON.parse(readFileSync(notePath, 'utf8')) as StoredSamples;
    return { desk: sampleDesk({ searched: true, kept: { ...stored, folder: sampleFolder } }), learned };
  }
  const desk = sampleDesk({ searched: true });
  desk.grow(size);
  const learned = learnSamples(desk.db);
  desk.db.pragma('wal_checkpoint(TRUNCATE)');
  if (sampleFolder === null || notePath === null) return { desk, learned };
  const { spent } = desk;
  const grownFolder = desk.handOver();
  mkdirSync(sampleFolder, { recursive: true });
  cpSync(grownFolder, sampleFolder, { recursive: true });
  rmSync(grownFolder, { recursive: true });
  // Written last, so that an incomplete copy is generated again.
  writeFileSync(notePath, JSON.stringify({ entries: size, spent, learned } satisfies StoredSamples));
  return deskWithMemories(size);
}

function generatorHash(): string {
  const hash = createHash('sha256').update(String(deskMigrations.length));
  for (const name of generatorFiles) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 8);
}
