import { jsonFile } from '../../platform/json-file.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { canLock, holdFile } from '../database/file-locks.ts';
import { deskFileName } from './identity.ts';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Maximum attempts to get the lock; each waits as long as `holdFile` does. */
const maxAttempts = 10;

/**
 * Runs `change` while no other program or thread changes this file, so that no change overwrites another. The operating
 * system drops the lock when the program ends. Throws file system errors; an error with the code `EBUSY` if others do
 * not release the lock, and with `ENOLCK` if the folder supports no locks.
 */
export function withFileLock<T>(file: string, change: () => T): T {
  makePrivateFolder(dirname(file));
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const release = holdFile(`${file}.lock`);
    if (!release) continue;
    try {
      return change();
    } finally {
      release();
    }
  }
  const isBusy = canLock(dirname(file));
  const reason = isBusy ? 'is being changed by another program.' : 'lies on a disk that takes no locks.';
  throw Object.assign(new Error(`${file} ${reason}`), { code: isBusy ? 'EBUSY' : 'ENOLCK' });
}

/**
 * Targets that a person on this machine entered for a desk, to which a secret may therefore be sent. Never stored in a
 * data folder: otherwise whoever made or changed a backup could decide who receives the secret. `desk` is null for
 * targets typed on a screen of this machine.
 */
export function knownTargets(machine: string) {
  const pathOf = (desk: string | null): string =>
    join(machine, `${desk === null ? 'parcel-desk-screens' : deskFileName(desk)}.targets.json`);
  const fileOf = (desk: string | null) =>
    jsonFile({ name: 'targets', path: pathOf(desk), schema: z.array(z.string()) });
  // if the file cannot be read, no target is known
  const readTargets = (desk: string | null): string[] => fileOf(desk).read() ?? [];
  return {
    knows: (desk: string | null, target: string): boolean => readTargets(desk).includes(target),
    /** If this fails, the person is asked again. */
    learn(desk: string | null, target: string): void {
      if (readTargets(desk).includes(target)) return;
      try {
        withFileLock(pathOf(desk), () => fileOf(desk).write([...readTargets(desk), target]));
      } catch {
        return;
      }
    },
  };
}
