import { jsonFile } from '../../platform/json-file.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';

/** Maximum number of stored folders; the ones chosen longest ago are dropped. */
const maxFolders = 50;

/**
 * Folders outside the data folder that a person on this machine chose for a desk to write to. Stored by the machine,
 * never in a data folder: a backup contains settings, and its author could otherwise decide what is written where.
 */
export function knownFolders(machine: string) {
  const file = jsonFile({
    name: 'places',
    path: join(machine, 'parcel-desk-places.json'),
    schema: z.array(z.string()),
  });
  const readFolders = (): string[] => file.read() ?? [];
  return {
    knows: (folder: string): boolean => readFolders().includes(folder),
    /** Stores chosen folders as the newest. If this fails, a person has to choose them again after a restore. */
    learn(folders: readonly string[]): void {
      const newFolders = folders.filter((folder) => folder !== '');
      const stored = readFolders();
      const newest = [...stored.filter((folder) => !newFolders.includes(folder)), ...new Set(newFolders)].slice(
        -maxFolders,
      );
      if (newest.join('\0') !== stored.join('\0')) file.writeIfPossible(newest);
    },
  };
}

const markSchema = z.object({ place: z.string(), mark: z.string() });

/**
 * The mark file content that this machine last saw in a chosen folder. Another mark, or none, at the same path means
 * another folder, such as the mount point of a share that is not mounted. One file per folder, since several processes
 * write them.
 */
export function folderMarks(machine: string) {
  const fileOf = (folder: string) =>
    jsonFile({
      name: 'place-mark',
      path: join(machine, `parcel-desk-place-${createHash('sha256').update(folder).digest('hex').slice(0, 20)}.json`),
      schema: markSchema,
    });
  return {
    /** Returns null if no mark was seen, or the record cannot be read. */
    readMark(folder: string): string | null {
      const record = fileOf(folder).read();
      return record?.place === folder ? record.mark : null;
    },
    /** If this fails, the mark counts as new next time. */
    save: (folder: string, mark: string): void => fileOf(folder).writeIfPossible({ place: folder, mark }),
  };
}

/** Maximum number of stored mounts; a dropped one is tested again. */
const maxMounts = 50;

/** Mounts of this machine on which locks were proven to exclude a second process. */
export function provenMounts(machine: string) {
  const file = jsonFile({
    name: 'mounts',
    path: join(machine, 'parcel-desk-mounts.json'),
    schema: z.array(z.string()),
    isSynced: false,
  });
  // if the file cannot be read, mounts are tested again
  const readMounts = (): string[] => file.read() ?? [];
  return {
    knows: (mount: string): boolean => readMounts().includes(mount),
    /** If this fails, the mount is tested again. */
    learn: (mount: string): void =>
      file.writeIfPossible([...readMounts().filter((one) => one !== mount), mount].slice(-maxMounts)),
  };
}
