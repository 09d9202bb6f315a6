import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loaded first by what begins a run of tests: its temporary files, those of the programs and browsers it starts included, lie in
 * memory where the machine has such a place. What a disk keeps of a power cut is shown by the tests of `machine` alone, which
 * do not come here; all others would only wait for it.
 */
const memory = '/dev/shm';
/** What a run lays down at one time, several times over (bytes). */
const enough = 2 * 2 ** 30;
const begins = 'parcel-desk-tests-';
/** Tells the processes of a run where its maker has made it. */
const told = 'PARCEL_DESK_QUICK_FOLDER';

if (process.env[told] === undefined && isFit()) {
  clearAway();
  const folder = mkdtempSync(join(memory, `${begins}${String(process.pid)}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env[told] = folder;
  process.env['TMPDIR'] = folder;
}

function isFit(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // the desk looks at when a folder was born, which older kernels do not keep of files in memory
    return bavail * bsize > enough && statSync(memory).birthtimeMs > 0;
  } catch {
    return false;
  }
}

/** What runs that were killed have left takes memory. */
function clearAway(): void {
  for (const left of readdirSync(memory).filter((name) => name.startsWith(begins))) {
    const maker = Number(left.slice(begins.length).split('-')[0]);
    if (!lives(maker)) rmSync(join(memory, left), { recursive: true, force: true });
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
