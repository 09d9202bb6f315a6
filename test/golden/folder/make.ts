import { deskMigrations } from '../../../electron/storage/database/migrations/index.ts';
import { runScenario } from './story.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

// `npm run golden:folder` runs the scenario with the current product and saves its data folder as the sample of this
// version. It is run once per version: a later version must never generate the folder of an earlier one again.
const clock = process.env['FAULTS_CLOCK'];
if (clock === undefined) process.exit(runWithClock());

const home = mkdtempSync(join(tmpdir(), 'parcel-desk-story-'));
const realNow = (): number => performance.timeOrigin + performance.now();
const setClock = (time: string): void => writeFileSync(clock, String(Math.round(Date.parse(time) - realNow())));
try {
  process.env['PARCEL_DESK_MACHINE'] = join(home, 'machine');
  saveFolder(await runScenario({ home, setClock }));
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);

/** Runs this program again with a calendar that can be set in all its threads and child processes. */
function runWithClock(): number {
  const file = join(mkdtempSync(join(tmpdir(), 'parcel-desk-clock-')), 'clock');
  writeFileSync(file, '0');
  const clockModule = fileURLToPath(new URL('../../faults/set-clock.ts', import.meta.url));
  const env = { ...process.env, FAULTS_CLOCK: file, NODE_OPTIONS: `--import=${clockModule}` };
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { env, stdio: 'inherit' });
  rmSync(dirname(file), { recursive: true });
  return status ?? 1;
}

/**
 * Saves each file compressed, as the kill left it, except the shared memory of the SQLite processes, which no later
 * process can use.
 */
function saveFolder(folder: string): void {
  const targetFolder = join(import.meta.dirname, `version-${String(deskMigrations.length)}`);
  rmSync(targetFolder, { recursive: true, force: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || name.endsWith('-shm')) continue;
    const target = join(targetFolder, `${relative(folder, path)}.gz`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, gzipSync(readFileSync(path), { level: 9 }));
  }
}
