import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivateFile } from '../private-files/write-private.ts';

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
