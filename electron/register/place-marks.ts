import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivateFile } from '../private-files/write-private.ts';

const markSchema = z.object({ place: z.string(), mark: z.string() });

/**
 * The mark this machine last saw in a chosen place. Another mark or none at the same path means another folder, such as
 * the one below the mount point of a share. One file per place, since several processes write them.
 */
export function placeMarks(machine: string) {
  const fileOf = (place: string): string =>
    join(machine, `parcel-desk-place-${createHash('sha256').update(place).digest('hex').slice(0, 20)}.json`);
  return {
    /** null if none was seen, or the record cannot be read. */
    lastSeen(place: string): string | null {
      try {
        const kept = markSchema.parse(JSON.parse(readFileSync(fileOf(place), 'utf8')));
        return kept.place === place ? kept.mark : null;
      } catch {
        return null;
      }
    },
    /** If this fails, the mark counts as new next time. */
    save(place: string, mark: string): void {
      try {
        makePrivateFolder(machine);
        writePrivateFile(fileOf(place), JSON.stringify({ place, mark }));
      } catch {
        return;
      }
    },
  };
}
