import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { problem, ProblemError } from '../../shared/problem.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { deskFile } from '../database/open-desk.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { replacePrivately } from '../private-files/write-private.ts';

export type Mode = 'practice' | 'live';
export const otherMode = (mode: Mode): Mode => (mode === 'practice' ? 'live' : 'practice');

const modes = z.enum(['practice', 'live']);
const placeSchema = z.strictObject({
  /** which of the two data folders the root itself is, as when the command line made it; null: both lie within it */
  root: modes.nullable(),
  mode: modes,
  service: z.strictObject({ address: z.string(), account: z.string() }).nullable(),
  /** ids of commands about all this, the latest last */
  commands: z.array(z.string()),
});

/** What a host knows of its two folders. It holds no secret. */
export type Place = z.infer<typeof placeSchema>;

/** The host's own corner of a root: this file, its lock, and one of the data folders where the root is the other. */
export const cornerOf = (root: string): string => join(root, 'host');
const fileOf = (root: string): string => join(cornerOf(root), 'host.json');

export function folderOfMode(root: string, place: Pick<Place, 'root'>, mode: Mode): string {
  if (place.root === mode) return root;
  return place.root === null ? join(root, mode) : join(cornerOf(root), mode);
}

/** Null where no host has opened the root before. Throws ProblemError `damaged` where the file is none of ours. */
export async function readPlace(root: string): Promise<Place | null> {
  let text: string;
  try {
    text = await readFile(fileOf(root), 'utf8');
  } catch (error) {
    // one that is there and cannot be read is not the same as none: practice would begin in place of live
    const trouble = (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : diskProblem(error, cornerOf(root));
    if (trouble) throw new ProblemError(trouble);
    return null;
  }
  try {
    return placeSchema.parse(JSON.parse(text));
  } catch {
    // guessing which service is meant could send orders where they must not go
    throw problem('damaged', `${fileOf(root)} cannot be read. Put it right, or take it away and set the service anew.`);
  }
}

export async function writePlace(root: string, place: Place): Promise<void> {
  makePrivateFolder(cornerOf(root));
  const text = JSON.stringify(place, null, 2);
  await replacePrivately(fileOf(root), (unfinished) => writeFile(unfinished, text, { flush: true }));
}

/** The data folder a path means: itself, or where it is the root of a host without a desk of its own, the folder worked on last. */
export async function dataFolderOf(path: string): Promise<string> {
  if (existsSync(join(path, deskFile))) return path;
  const place = await readPlace(path);
  return place === null ? path : folderOfMode(path, place, place.mode);
}
