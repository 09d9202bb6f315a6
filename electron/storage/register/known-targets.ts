import { jsonFile } from '../../platform/json-file.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { canLock, holdFile } from '../database/file-locks.ts';
import { deskFileName } from './identity.ts';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Attempts to get the lock; each waits as long as `holdFile` does. */
const maxAttempts = 10;

/**
 * Reads and writes a file of this machine while no other program, and no other thread of this one, does: of two changes
 * at a time each sees what the other made. The operating system lets go of it with a program that ends in the middle.
 * Throws what the file system throws, an error with the code `EBUSY` where others never end, and with `ENOLCK` where no
 * lock can be taken there.
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

/**
 * Targets that a person on this machine entered for a desk, and which may therefore be sent a secret. Never stored in a
 * data folder: whoever made or changed a backup could otherwise decide who receives the secret. `desk` is null for
 * targets typed on a screen of this machine.
 */
export function knownTargets(machine: string) {
  const pathOf = (desk: string | null): string =>
    join(machine, `${desk === null ? 'parcel-desk-screens' : deskFileName(desk)}.targets.json`);
  const fileOf = (desk: string | null) =>
    jsonFile({ name: 'targets', path: pathOf(desk), schema: z.array(z.string()) });
  // a file that cannot be read names no target
  const read = (desk: string | null): string[] => fileOf(desk).read() ?? [];
  return {
    knows: (desk: string | null, target: string): boolean => read(desk).includes(target),
    /** If this fails, the person is asked again. */
    learn(desk: string | null, target: string): void {
      if (read(desk).includes(target)) return;
      try {
        withFileLock(pathOf(desk), () => fileOf(desk).write([...read(desk), target]));
      } catch {
        return;
      }
    },
  };
}
