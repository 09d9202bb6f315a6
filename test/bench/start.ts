import { prepareRun } from '../support/real-electron/run.ts';
import { describeElectron, findOrFetchElectron } from '../support/real-electron/test-electron.ts';
import type { Figure } from './figure.ts';
import { sizesUpTo } from './sample-desk.ts';
import { busyFigures } from './start/busy.ts';
import { fillFolder, storedDeskFolder } from './start/folders.ts';
import { writeBenchApp } from './start/launch.ts';
import { launches, memoryAtIdle } from './start/launches.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** BENCH_ROUNDS limits the rounds, for a quick check that the bench runs. */
const roundsUpTo = (defaultCount: number): number =>
  Math.min(defaultCount, Number(process.env['BENCH_ROUNDS'] ?? Infinity));

/**
 * Measures the window in the real Electron: its launch, its memory, a key press, and its main process under full load.
 */
export async function* start(): AsyncGenerator<Figure> {
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const electron = await findOrFetchElectron(log);
  log(describeElectron(electron));
  const [fewEntries = 1000, ...sizes] = sizesUpTo([1000, 20_000, 100_000, 1_000_000]);
  const manyEntries = sizes.at(-1) ?? fewEntries;
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  // Electron runs as another user, who must be able to read the folder.
  chmodSync(home, 0o755);
  const folders = {
    empty: join(home, 'empty'),
    few: fillFolder(join(home, 'few'), fewEntries),
    many: storedDeskFolder(manyEntries),
  };
  const busyFolders = { empty: join(home, 'beside'), few: fillFolder(join(home, 'working'), fewEntries) };
  const preparedRun = await prepareRun(electron);
  try {
    writeBenchApp(home);
    yield* launches(home, folders, roundsUpTo(5), manyEntries);
    yield* memoryAtIdle(home, folders, roundsUpTo(3), manyEntries);
    yield* busyFigures(home, busyFolders, roundsUpTo(3));
  } finally {
    preparedRun.end();
    rmSync(home, { recursive: true, force: true });
  }
}
