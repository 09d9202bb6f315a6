import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivateFile } from '../private-files/write-private.ts';

const placesSchema = z.array(z.string());
/** Maximum number of places kept; the oldest are dropped. */
const maxPlaces = 50;

/**
 * Folders outside the data folder that a person on this machine chose for a desk to write to. Stored by the machine,
 * never in a data folder: a backup contains settings, and its author could otherwise decide what is written where.
 */
export function knownPlaces(machine: string) {
  const file = join(machine, 'parcel-desk-places.json');
  function read(): string[] {
    try {
      return placesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return [];
    }
  }
  return {
    knows: (place: string): boolean => read().includes(place),
    /** If this fails, the folder is chosen again after a restore. */
    learn(places: readonly string[]): void {
      const before = read();
      const newPlaces = places.filter((place) => place !== '' && !before.includes(place));
      if (newPlaces.length === 0) return;
      try {
        makePrivateFolder(machine);
        writePrivateFile(file, JSON.stringify([...before, ...newPlaces].slice(-maxPlaces)));
      } catch {
        return;
      }
    },
  };
}
