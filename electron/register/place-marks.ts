import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';

const schema = z.object({ place: z.string(), mark: z.string() });

/**
 * Which mark this machine last saw in a place that was chosen: what lies at the same path with another mark, or with none, is another
 * folder, as the one below the mount point of a share. A file for each place, since several processes write them.
 */
export function placeMarks(machine: string) {
  const fileOf = (place: string): string =>
    join(machine, `parcel-desk-place-${createHash('sha256').update(place).digest('hex').slice(0, 20)}.json`);
  return {
    /** null where none was seen, or what was seen cannot be read. */
    seen(place: string): string | null {
      try {
        const kept = schema.parse(JSON.parse(readFileSync(fileOf(place), 'utf8')));
        return kept.place === place ? kept.mark : null;
      } catch {
        return null;
      }
    },
    /** What cannot be written is seen anew the next time. */
    learn(place: string, mark: string): void {
      try {
        makePrivateFolder(machine);
        writePrivate(fileOf(place), JSON.stringify({ place, mark }));
      } catch {
        return;
      }
    },
  };
}
