import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';

const schema = z.array(z.string());
/** What nobody has chosen again for so long is forgotten. */
const most = 50;

/**
 * Folders that people of this machine have chosen for a desk to write to, besides its own. A backup brings settings along, and who made
 * it would decide what is written where. Kept by the machine, never in a data folder.
 */
export function knownPlaces(machine: string) {
  const file = join(machine, 'parcel-desk-places.json');
  function read(): string[] {
    try {
      return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return [];
    }
  }
  return {
    knows: (place: string): boolean => read().includes(place),
    /** What cannot be written is chosen again after a restore. */
    learn(places: readonly string[]): void {
      const before = read();
      const fresh = places.filter((place) => place !== '' && !before.includes(place));
      if (fresh.length === 0) return;
      try {
        makePrivateFolder(machine);
        writePrivate(file, JSON.stringify([...before, ...fresh].slice(-most)));
      } catch {
        return;
      }
    },
  };
}
