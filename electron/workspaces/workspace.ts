import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { deskFile } from '../database/desk-file.ts';
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
export type WorkspaceState = z.infer<typeof placeSchema>;

/** The host's own corner of a root: this file, its lock, and one of the data folders where the root is the other. */
export const hostFolderOf = (root: string): string => join(root, 'host');
const fileOf = (root: string): string => join(hostFolderOf(root), 'host.json');

export function folderOfMode(root: string, place: Pick<WorkspaceState, 'root'>, mode: Mode): string {
  if (place.root === mode) return root;
  return place.root === null ? join(root, mode) : join(hostFolderOf(root), mode);
}

/** Null where no host has opened the root before. Throws ProblemError `damaged` where the file is none of ours. */
export function readWorkspaceState(root: string): WorkspaceState | null {
  let text: string;
  try {
    // at once: a start goes on with nothing before it is known
    text = readFileSync(fileOf(root), 'utf8');
  } catch (error) {
    // one that is there and cannot be read is not the same as none: practice would begin in place of live
    const trouble = (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : diskProblem(error, hostFolderOf(root));
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

/** What is written already is not written again: no start waits for the disk. */
export async function writeWorkspaceState(root: string, place: WorkspaceState): Promise<void> {
  const text = JSON.stringify(place, null, 2);
  if ((await readFile(fileOf(root), 'utf8').catch(() => null)) === text) return;
  makePrivateFolder(hostFolderOf(root));
  await replacePrivately(fileOf(root), (unfinished) => writeFile(unfinished, text, { flush: true }));
}

/** The data folder a path means: itself, or where it is the root of a host without a desk of its own, the folder worked on last. */
export function dataFolderOf(path: string): string {
  if (existsSync(join(path, deskFile))) return path;
  const place = readWorkspaceState(path);
  return place === null ? path : folderOfMode(path, place, place.mode);
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/**
 * The data folders of the desk that a path means, the one worked on last first: practice and live of a root of a host, where they were made, also if the
 * path is one of the two; else the folder itself.
 */
export function dataFoldersOf(path: string): string[] {
  const own = realPath(path);
  for (const root of [own, dirname(own), dirname(dirname(own))]) {
    const place = readWorkspaceState(root);
    if (!place) continue;
    const both = [place.mode, otherMode(place.mode)].map((mode) => folderOfMode(root, place, mode));
    if (root === own || both.includes(own)) return both.filter((folder) => existsSync(join(folder, deskFile)));
  }
  return [path];
}
