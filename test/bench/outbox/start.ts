import { absoluteOfRounds, ofRounds, type Figure, type Round } from '../figure.ts';
import { sampleDesk, sizesUpTo } from '../sample-desk.ts';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 3;
const program = fileURLToPath(new URL('open-and-answer.ts', import.meta.url));

interface StartResult {
  ms: number;
  megabytes: number;
}

/**
 * Measures the time from starting a desk to its first page, from a cold disk and after a kill, with many entries
 * compared with few.
 */
export async function* start(): AsyncGenerator<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const [baseSize = 1000, ...sizes] = sizesUpTo([1000, 1_000_000]);
  const size = sizes.at(-1) ?? baseSize;
  try {
    const fewFolders = { closed: join(home, 'few'), killed: join(home, 'few-killed') };
    const manyFolders = { closed: join(home, 'many'), killed: join(home, 'many-killed') };
    createFolders(baseSize, fewFolders);
    createFolders(size, manyFolders);
    const memory: Round[] = [];
    for (const [startKind, folderKind] of [
      [dropFileCache() ? 'cold' : 'warm (the caches of this machine cannot be dropped)', 'closed'],
      ['after a kill', 'killed'],
    ] as const) {
      const measuredRounds = [];
      for (let round = 0; round < rounds; round++) {
        const [small, large] = [
          await openCopy(fewFolders[folderKind], home),
          await openCopy(manyFolders[folderKind], home),
        ];
        memory.push({ measured: large.megabytes - small.megabytes, against: small.megabytes });
        measuredRounds.push({ against: small.ms, measured: large.ms });
      }
      yield ofRounds(
        'outbox',
        `start to the first page, ${size} entries, ${startKind}`,
        measuredRounds,
        'ms',
        `${baseSize} entries`,
        1.2,
      );
    }
    yield absoluteOfRounds('outbox', `memory more, ${size} entries`, memory, 'MB', `${baseSize} entries`, 50);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Creates two folders with `size` entries: one as after closing, and one as after a kill, with the latest commits still
 * in the write-ahead log.
 */
function createFolders(size: number, { closed, killed }: { closed: string; killed: string }): void {
  const desk = sampleDesk({ searched: false, delivered: true });
  desk.grow(size);
  desk.db.pragma('wal_autocheckpoint = 0');
  desk.db.exec(`UPDATE entry SET operator = 'Ann' WHERE seq > ${size - 400}`);
  const folder = desk.folder;
  cpSync(folder, killed, { recursive: true });
  desk.handOver();
  cpSync(folder, closed, { recursive: true });
  rmSync(folder, { recursive: true });
}

/** Drops the system's file cache, which affects only what is already on disk; false if not permitted. */
function dropFileCache(): boolean {
  try {
    execFileSync('sync');
    writeFileSync('/proc/sys/vm/drop_caches', '1');
    return true;
  } catch {
    return false;
  }
}

/** Each start uses a fresh copy of the folder. */
async function openCopy(template: string, home: string): Promise<StartResult> {
  const folder = join(home, 'opened');
  cpSync(template, folder, { recursive: true });
  dropFileCache();
  const child = spawn(process.execPath, [program, folder, join(home, 'machine')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  rmSync(folder, { recursive: true });
  return JSON.parse(output) as StartResult;
}
