import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { deskMigrations } from '../../../electron/database/migrations/index.ts';
import { tellStory } from './story.ts';

// `npm run golden:folder`: tells the story with the product as it stands and keeps its folder as that of this version. Done once for
// each version; a folder that was kept is what such a version left, and is never made again by a later one.
const clock = process.env['FAULTS_CLOCK'];
if (clock === undefined) process.exit(runWithClock());

const home = mkdtempSync(join(tmpdir(), 'parcel-desk-story-'));
const realNow = (): number => performance.timeOrigin + performance.now();
const setClock = (time: string): void => writeFileSync(clock, String(Math.round(Date.parse(time) - realNow())));
try {
  process.env['PARCEL_DESK_MACHINE'] = join(home, 'machine');
  keep(await tellStory({ home, setClock }));
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);

/** The same program again, all its threads and programs with a calendar that can be set. */
function runWithClock(): number {
  const file = join(mkdtempSync(join(tmpdir(), 'parcel-desk-clock-')), 'clock');
  writeFileSync(file, '0');
  const loaded = fileURLToPath(new URL('../../faults/set-clock.ts', import.meta.url));
  const env = { ...process.env, FAULTS_CLOCK: file, NODE_OPTIONS: `--import=${loaded}` };
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { env, stdio: 'inherit' });
  rmSync(dirname(file), { recursive: true });
  return status ?? 1;
}

/** Each file as the kill left it, packed; what a database shares between running programs is of no use to later ones. */
function keep(folder: string): void {
  const to = join(import.meta.dirname, `version-${String(deskMigrations.length)}`);
  rmSync(to, { recursive: true, force: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || name.endsWith('-shm')) continue;
    const target = join(to, `${relative(folder, path)}.gz`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, gzipSync(readFileSync(path), { level: 9 }));
  }
}
