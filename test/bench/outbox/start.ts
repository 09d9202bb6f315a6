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

interface Opened {
  ms: number;
  megabytes: number;
}

/** From starting a desk to its first page, with many entries compared with few: from a cold disk, and after a kill. */
export async function* start(): AsyncGenerator<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const [first = 1000, ...sizes] = sizesUpTo([1000, 1_000_000]);
  const size = sizes.at(-1) ?? first;
  try {
    const few = { whole: join(home, 'few'), killed: join(home, 'few-killed') };
    const many = { whole: join(home, 'many'), killed: join(home, 'many-killed') };
    keep(first, few);
    keep(size, many);
    const memory: Round[] = [];
    for (const [how, of] of [
      [isCold() ? 'cold' : 'warm (the caches of this machine cannot be dropped)', 'whole'],
      ['after a kill', 'killed'],
    ] as const) {
      const turns = [];
      for (let n = 0; n < rounds; n++) {
        const [small, large] = [await open(few[of], home), await open(many[of], home)];
        memory.push({ measured: large.megabytes - small.megabytes, against: small.megabytes });
        turns.push({ against: small.ms, measured: large.ms });
      }
      yield ofRounds(
        'outbox',
        `start to the first page, ${size} entries, ${how}`,
        turns,
        'ms',
        `${first} entries`,
        1.2,
      );
    }
    yield absoluteOfRounds('outbox', `memory more, ${size} entries`, memory, 'MB', `${first} entries`, 50);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Creates a folder with `size` entries as it is after closing, and as after a kill, with the latest commits still in
 * the log.
 */
function keep(size: number, { whole, killed }: { whole: string; killed: string }): void {
  const desk = sampleDesk({ searched: false, delivered: true });
  desk.grow(size);
  desk.db.pragma('wal_autocheckpoint = 0');
  desk.db.exec(`UPDATE entry SET operator = 'Ann' WHERE seq > ${size - 400}`);
  const folder = desk.folder;
  cpSync(folder, killed, { recursive: true });
  desk.handOver();
  cpSync(folder, whole, { recursive: true });
  rmSync(folder, { recursive: true });
}

/** Drops the system's file cache, which affects only what is already on disk; false if not permitted. */
function isCold(): boolean {
  try {
    execFileSync('sync');
    writeFileSync('/proc/sys/vm/drop_caches', '1');
    return true;
  } catch {
    return false;
  }
}

/** Each start uses a fresh copy of the folder. */
async function open(kept: string, home: string): Promise<Opened> {
  const folder = join(home, 'opened');
  cpSync(kept, folder, { recursive: true });
  isCold();
  const child = spawn(process.execPath, [program, folder, join(home, 'machine')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));
  await once(child, 'close');
  rmSync(folder, { recursive: true });
  return JSON.parse(printed) as Opened;
}
