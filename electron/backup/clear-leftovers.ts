import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Open copies of a database, and files that locks are tried on, which are removed by whoever made them unless that was killed. */
const scratch = /^(?:rehearsal$|backing-up-|verifying-|desk\.lock-trial-)/;
/** One that is at work is younger (ms). */
const oldestMs = 6 * 3_600_000;

/** Removes what a killed process left of its work in a data folder. */
export function clearLeftovers(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((one) => scratch.test(one))) {
    const path = join(folder, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - made > oldestMs) rmSync(path, { recursive: true, force: true });
  }
}

/** Open copies of locked backups that are verified, in the temporary folder of the system; the id of the process that made one follows. */
export const verifyingName = 'parcel-desk-verifying-';

/** Removes those whose process has ended, as one that was killed. */
export function clearVerified(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(verifyingName))) {
    const pid = Number.parseInt(name.slice(verifyingName.length), 10);
    if (Number.isInteger(pid) && isRunning(pid)) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // another user's
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
