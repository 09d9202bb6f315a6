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
  /** which of the two data folders the root itself is, as when the command line made it; null: both are within it */
  root: modes.nullable(),
  mode: modes,
  service: z.strictObject({ address: z.string(), account: z.string() }).nullable(),
  /** ids of executed commands, the latest last */
  commands: z.array(z.string()),
});

/** What a host stores about its two folders. It contains no secret. */
export type WorkspaceState = z.infer<typeof placeSchema>;

/** The host's own folder in a root: this file, its lock, and one data folder if the root itself is the other. */
export const hostFolderOf = (root: string): string => join(root, 'host');
const fileOf = (root: string): string => join(hostFolderOf(root), 'host.json');

export function folderOfMode(root: string, place: Pick<WorkspaceState, 'root'>, mode: Mode): string {
  if (place.root === mode) return root;
  return place.root === null ? join(root, mode) : join(hostFolderOf(root), mode);
}

/**
 * Null if no host has opened the root before. Throws ProblemError `damaged` if the file is invalid, and the problem of
 * the disk if it cannot be read.
 */
export function readWorkspaceState(root: string): WorkspaceState | null {
  let text: string;
  try {
    // synchronous: a start cannot continue without it
    text = readFileSync(fileOf(root), 'utf8');
  } catch (error) {
    // a file that cannot be read is not a missing one: practice would start in place of live
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

/** Does not write an unchanged state again: no start waits for the disk. */
export async function writeWorkspaceState(root: string, place: WorkspaceState): Promise<void> {
  const text = JSON.stringify(place, null, 2);
  if ((await readFile(fileOf(root), 'utf8').catch(() => null)) === text) return;
  makePrivateFolder(hostFolderOf(root));
  await replacePrivately(fileOf(root), (unfinished) => writeFile(unfinished, text, { flush: true }));
}

/**
 * The data folder that a path means: itself, or the folder last worked in if it is the root of a host without a desk of
 * its own.
 */
export function dataFolderOf(path: string): string {
  if (existsSync(join(path, deskFile))) return path;
  const place = readWorkspaceState(path);
  return place === null ? path : folderOfMode(path, place, place.mode);
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/**
 * The data folders of the desk that a path means, the one last worked in first: practice and live under the root of a
 * host, as far as they exist, also if the path is one of the two; else the path itself.
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
