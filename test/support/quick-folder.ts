import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Imported first by whatever starts a test run: moves the run's temporary files, including those of programs and
 * browsers it starts, into memory if the machine has a RAM disk. Only the tests of `machine`, which do not use this,
 * check what a disk keeps after a power cut; all others would only wait for it.
 */
const memory = '/dev/shm';
/** Several times what a run stores at any one time (bytes). */
const enough = 2 * 2 ** 30;
const begins = 'parcel-desk-tests-';
/** Passes the folder to the processes that the run starts. */
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
    // The desk checks when a folder was created, which older kernels do not record for files in memory.
    return bavail * bsize > enough && statSync(memory).birthtimeMs > 0;
  } catch {
    return false;
  }
}

/** Removes folders that killed runs left, because they occupy memory. */
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
