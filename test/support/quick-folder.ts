import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * RAM disk for temporary files. Every program that starts a test run imports this module first, which moves the
 * temporary files of the run, and of the programs and browsers that it starts, into memory. Only the tests of `machine`
 * check what a disk keeps after a power cut and do not use it; all other tests would only wait for the disk.
 */
const ramDisk = '/dev/shm';
/** Several times the space that a run needs at any time (bytes). */
const minFreeBytes = 2 * 2 ** 30;
const folderPrefix = 'parcel-desk-tests-';
/** Environment variable that passes the folder to the processes that the run starts. */
const folderVariable = 'PARCEL_DESK_QUICK_FOLDER';

if (process.env[folderVariable] === undefined && isRamDiskUsable()) {
  removeLeftovers();
  const folder = mkdtempSync(join(ramDisk, `${folderPrefix}${String(process.pid)}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env[folderVariable] = folder;
  process.env['TMPDIR'] = folder;
}

function isRamDiskUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(ramDisk);
    // The desk checks the birth time of folders, which older kernels do not record for files in memory.
    return bavail * bsize > minFreeBytes && statSync(ramDisk).birthtimeMs > 0;
  } catch {
    return false;
  }
}

/** Removes folders that killed runs left behind, because they occupy memory. */
function removeLeftovers(): void {
  for (const leftover of readdirSync(ramDisk).filter((name) => name.startsWith(folderPrefix))) {
    const makerPid = Number(leftover.slice(folderPrefix.length).split('-')[0]);
    if (!isRunning(makerPid)) rmSync(join(ramDisk, leftover), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
