import { jsonFile } from '../../platform/json-file.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';

/** Maximum number of places kept; those chosen longest ago are dropped. */
const maxPlaces = 50;

/**
 * Folders outside the data folder that a person on this machine chose for a desk to write to. Stored by the machine,
 * never in a data folder: a backup contains settings, and its author could otherwise decide what is written where.
 */
export function knownPlaces(machine: string) {
  const file = jsonFile({
    name: 'places',
    path: join(machine, 'parcel-desk-places.json'),
    schema: z.array(z.string()),
  });
  const read = (): string[] => file.read() ?? [];
  return {
    knows: (place: string): boolean => read().includes(place),
    /** A place chosen again becomes the newest. If this fails, the folder is chosen again after a restore. */
    learn(places: readonly string[]): void {
      const chosen = places.filter((place) => place !== '');
      const known = read();
      const newest = [...known.filter((place) => !chosen.includes(place)), ...new Set(chosen)].slice(-maxPlaces);
      if (newest.join('\0') !== known.join('\0')) file.writeIfPossible(newest);
    },
  };
}

const markSchema = z.object({ place: z.string(), mark: z.string() });

/**
 * The mark this machine last saw in a chosen place. Another mark or none at the same path means another folder, such as
 * the one below the mount point of a share. One file per place, since several processes write them.
 */
export function placeMarks(machine: string) {
  const fileOf = (place: string) =>
    jsonFile({
      name: 'place-mark',
      path: join(machine, `parcel-desk-place-${createHash('sha256').update(place).digest('hex').slice(0, 20)}.json`),
      schema: markSchema,
    });
  return {
    /** null if none was seen, or the record cannot be read. */
    lastSeen(place: string): string | null {
      const kept = fileOf(place).read();
      return kept?.place === place ? kept.mark : null;
    },
    /** If this fails, the mark counts as new next time. */
    save: (place: string, mark: string): void => fileOf(place).writeIfPossible({ place, mark }),
  };
}

/** Maximum number of mounts kept; one that was dropped is tried again. */
const maxMounts = 50;

/** Mounts of this machine on which a lock kept a second process out. */
export function provenMounts(machine: string) {
  const file = jsonFile({
    name: 'mounts',
    path: join(machine, 'parcel-desk-mounts.json'),
    schema: z.array(z.string()),
    lasts: false,
  });
  // what cannot be read is tried again
  const read = (): string[] => file.read() ?? [];
  return {
    knows: (mount: string): boolean => read().includes(mount),
    /** What cannot be written is tried again. */
    learn: (mount: string): void =>
      file.writeIfPossible([...read().filter((one) => one !== mount), mount].slice(-maxMounts)),
  };
}
