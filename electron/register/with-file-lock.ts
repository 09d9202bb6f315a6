import { holdFile } from '../database/hold-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { dirname } from 'node:path';

/** Attempts to get the lock; each waits as long as `holdFile` does. */
const turns = 10;

/**
 * Runs `change` while no other program or thread changes the file, so that no update is lost. The operating system
 * releases the lock when its process ends. Throws what the file system throws, and an error with code `EBUSY` if the
 * lock is never released.
 */
export function withFileLock<T>(file: string, change: () => T): T {
  makePrivateFolder(dirname(file));
  for (let turn = 0; turn < turns; turn++) {
    const release = holdFile(`${file}.lock`);
    if (!release) continue;
    try {
      return change();
    } finally {
      release();
    }
  }
  throw Object.assign(new Error(`${file} is being changed by another program.`), { code: 'EBUSY' });
}
