import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../private-files/write-private.ts';
import { deskFileName } from './identity.ts';
import { withFileLock } from './with-file-lock.ts';

const schema = z.array(z.string());

/**
 * Targets that a person on this machine entered for a desk, and which may therefore be sent a secret. Never stored in a
 * data folder: whoever made or changed a backup could otherwise decide who receives the secret. `desk` is null for
 * targets typed on a screen of this machine.
 */
export function knownTargets(machine: string) {
  const fileOf = (desk: string | null): string =>
    join(machine, `${desk === null ? 'parcel-desk-screens' : deskFileName(desk)}.targets.json`);
  // an unreadable file counts as empty
  function read(desk: string | null): string[] {
    try {
      return schema.parse(JSON.parse(readFileSync(fileOf(desk), 'utf8')));
    } catch {
      return [];
    }
  }
  return {
    knows: (desk: string | null, target: string): boolean => read(desk).includes(target),
    /** If this fails, the person is asked again. */
    learn(desk: string | null, target: string): void {
      if (read(desk).includes(target)) return;
      try {
        const file = fileOf(desk);
        withFileLock(file, () => writePrivateFile(file, JSON.stringify([...read(desk), target])));
      } catch {
        return;
      }
    },
  };
}
