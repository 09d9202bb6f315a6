import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

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

const mountsSchema = z.array(z.string());
/** A mount beyond so many that nobody has tried since is tried again. */
const most = 50;

/** Mounts of this machine on which a lock kept a second process out. */
export function provenMounts(machine: string) {
  const file = join(machine, 'parcel-desk-mounts.json');
  // what cannot be read is tried again
  function read(): string[] {
    try {
      return mountsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return [];
    }
  }
  return {
    knows: (mount: string): boolean => read().includes(mount),
    /** What cannot be written is tried again. */
    learn(mount: string): void {
      const others = read().filter((one) => one !== mount);
      try {
        makePrivateFolder(machine);
        writePrivateFile(file, JSON.stringify([...others, mount].slice(-most)), { lasts: false });
      } catch {
        return;
      }
    },
  };
}
