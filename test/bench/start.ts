import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRun } from '../support/real-electron/run.ts';
import { aboutElectron, bringElectron } from '../support/real-electron/test-electron.ts';
import type { Figure } from './figure.ts';
import { sizesUpTo } from './sample-desk.ts';
import { busyFigures } from './start/busy.ts';
import { fillFolder, keptFolder } from './start/folders.ts';
import { layBenchApp } from './start/launch.ts';
import { launches, memoryAtIdle } from './start/launches.ts';

/** Fewer by the environment (BENCH_ROUNDS), for who only looks whether it runs. */
const rounds = (usual: number): number => Math.min(usual, Number(process.env['BENCH_ROUNDS'] ?? Infinity));

/** What the window of the real Electron costs: its launch, its memory, a key of it and its main process while everything is done. */
export async function* start(): AsyncGenerator<Figure> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const electron = await bringElectron(say);
  say(aboutElectron(electron));
  const [few = 1000, ...sizes] = sizesUpTo([1000, 20_000, 100_000, 1_000_000]);
  const many = sizes.at(-1) ?? few;
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  // another user runs Electron
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
