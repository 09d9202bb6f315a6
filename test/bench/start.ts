import { prepareRun } from '../support/real-electron/run.ts';
import { aboutElectron, bringElectron } from '../support/real-electron/test-electron.ts';
import type { Figure } from './figure.ts';
import { sizesUpTo } from './sample-desk.ts';
import { busyFigures } from './start/busy.ts';
import { fillFolder, keptFolder } from './start/folders.ts';
import { layBenchApp } from './start/launch.ts';
import { launches, memoryAtIdle } from './start/launches.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** BENCH_ROUNDS limits the rounds, for a quick check that the bench runs. */
const rounds = (usual: number): number => Math.min(usual, Number(process.env['BENCH_ROUNDS'] ?? Infinity));

/**
 * The cost of the window in the real Electron: its launch, its memory, a key press, and its main process under full
 * load.
 */
export async function* start(): AsyncGenerator<Figure> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const electron = await bringElectron(say);
  say(aboutElectron(electron));
  const [few = 1000, ...sizes] = sizesUpTo([1000, 20_000, 100_000, 1_000_000]);
  const many = sizes.at(-1) ?? few;
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  // Another user runs Electron.
  chmodSync(home, 0o755);
  const folders = { empty: join(home, 'empty'), few: fillFolder(join(home, 'few'), few), many: keptFolder(many) };
  const working = { empty: join(home, 'beside'), few: fillFolder(join(home, 'working'), few) };
  const run = await prepareRun(electron);
  try {
    layBenchApp(home);
    yield* launches(home, folders, rounds(5), many);
    yield* memoryAtIdle(home, folders, rounds(3), many);
    yield* busyFigures(home, working, rounds(3));
  } finally {
    run.end();
    rmSync(home, { recursive: true, force: true });
  }
}
