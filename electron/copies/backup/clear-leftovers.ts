import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Unlocked copies of a database, and files for testing locks: their creator removes them unless it was killed. */
const leftoverPattern = /^(?:rehearsal$|backing-up-|verifying-|desk\.lock-trial-)/;
/** Age above which leftovers are no longer in use (ms). */
const maxAgeMs = 6 * 3_600_000;

/** Removes leftovers of killed processes from a data folder. */
export function clearLeftovers(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((one) => leftoverPattern.test(one))) {
    const path = join(folder, name);
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - modifiedAt > maxAgeMs) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Name prefix of the unlocked copies that verifying a locked backup makes in the temporary folder of the system; the id
 * of the process follows.
 */
export const verifyingPrefix = 'parcel-desk-verifying-';

/** Removes copies whose process was killed. */
export function clearVerifyingCopies(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(verifyingPrefix))) {
    const pid = Number.parseInt(name.slice(verifyingPrefix.length), 10);
    if (Number.isInteger(pid) && isRunning(pid)) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // it belongs to another user
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
