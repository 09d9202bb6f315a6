import { canLock } from '../database/can-lock.ts';
import { holdFile } from '../database/hold-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { dirname } from 'node:path';

/** Attempts to get the lock; each waits as long as `holdFile` does. */
const maxAttempts = 10;

/**
 * Reads and writes a file of this machine while no other program, and no other thread of this one, does: of two changes at a time each
 * sees what the other made. The operating system lets go of it with a program that ends in the middle. Throws what the file system
 * throws, an error with the code `EBUSY` where others never end, and with `ENOLCK` where no lock can be taken there.
 */
export function withFileLock<T>(file: string, change: () => T): T {
  makePrivateFolder(dirname(file));
  for (let turn = 0; turn < maxAttempts; turn++) {
    const release = holdFile(`${file}.lock`);
    if (!release) continue;
    try {
      return change();
    } finally {
      release();
    }
  }
  const isBusy = canLock(dirname(file));
  const says = isBusy ? 'is being changed by another program.' : 'lies on a disk that takes no locks.';
  throw Object.assign(new Error(`${file} ${says}`), { code: isBusy ? 'EBUSY' : 'ENOLCK' });
}
