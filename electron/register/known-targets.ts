import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private-files/write-private.ts';
import { nameOfDesk } from './identity.ts';
import { withFileLock } from './with-file-lock.ts';

const schema = z.array(z.string());

/**
 * Which targets a person of this machine has named for a desk, and so may be sent a secret. Never kept in a data folder: who made a
 * backup, or changed one, would decide then who gets the secret. `desk` is null for what was typed on a screen of this machine.
 */
export function knownTargets(machine: string) {
  const fileOf = (desk: string | null): string =>
    join(machine, `${desk === null ? 'parcel-desk-screens' : nameOfDesk(desk)}.targets.json`);
  // what cannot be read is known of nobody
  function read(desk: string | null): string[] {
    try {
      return schema.parse(JSON.parse(readFileSync(fileOf(desk), 'utf8')));
    } catch {
      return [];
    }
  }
  return {
    knows: (desk: string | null, target: string): boolean => read(desk).includes(target),
    /** What cannot be written is asked for again. */
    learn(desk: string | null, target: string): void {
      if (read(desk).includes(target)) return;
      try {
        const file = fileOf(desk);
        withFileLock(file, () => writePrivate(file, JSON.stringify([...read(desk), target])));
      } catch {
        return;
      }
    },
  };
}
