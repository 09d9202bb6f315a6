import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { makePrivateFolder, replacePrivateFile } from '../../platform/private-files.ts';
import { deskFile } from '../database/desk-file.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export type Mode = 'practice' | 'live';
export const otherMode = (mode: Mode): Mode => (mode === 'practice' ? 'live' : 'practice');

const modeSchema = z.enum(['practice', 'live']);
const workspaceStateSchema = z.strictObject({
  /** which of the two data folders the root itself is, as when the command line made it; null: both are within it */
  root: modeSchema.nullable(),
  mode: modeSchema,
  service: z.strictObject({ address: z.string(), account: z.string() }).nullable(),
  /** ids of executed commands, the latest last */
  commands: z.array(z.string()),
});

/** What a host stores about its two folders. It contains no secret. */
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;

/** The host's own folder in a root: this file, its lock, and one data folder if the root itself is the other. */
export const hostFolderOf = (root: string): string => join(root, 'host');
const stateFileOf = (root: string): string => join(hostFolderOf(root), 'host.json');

export function folderOfMode(root: string, state: Pick<WorkspaceState, 'root'>, mode: Mode): string {
  if (state.root === mode) return root;
  return state.root === null ? join(root, mode) : join(hostFolderOf(root), mode);
}

/**
 * Null if no host has opened the root before. Throws ProblemError `damaged` if the file is invalid, and the problem of
 * the disk if it cannot be read.
 */
export function readWorkspaceState(root: string): WorkspaceState | null {
  let text: string;
  try {
    // synchronous: a start cannot continue without it
    text = readFileSync(stateFileOf(root), 'utf8');
  } catch (error) {
    // a file that cannot be read is not a missing one: practice would start in place of live
    const failure = (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : diskProblem(error, hostFolderOf(root));
    if (failure) throw new ProblemError(failure);
    return null;
  }
  try {
    return workspaceStateSchema.parse(JSON.parse(text));
  } catch {
    // guessing which service is meant could send orders where they must not go
    throw problem(
      'damaged',
      `${stateFileOf(root)} cannot be read. Put it right, or take it away and set the service anew.`,
    );
  }
}

/** Does not write an unchanged state again: no start waits for the disk. */
export async function writeWorkspaceState(root: string, state: WorkspaceState): Promise<void> {
  const text = JSON.stringify(state, null, 2);
  if ((await readFile(stateFileOf(root), 'utf8').catch(() => null)) === text) return;
  makePrivateFolder(hostFolderOf(root));
  await replacePrivateFile(stateFileOf(root), (unfinished) => writeFile(unfinished, text, { flush: true }));
}

/**
 * The data folder that a path means: itself, or the folder last worked in if it is the root of a host without a desk of
 * its own.
 */
export function dataFolderOf(path: string): string {
  if (existsSync(join(path, deskFile))) return path;
  const state = readWorkspaceState(path);
  return state === null ? path : folderOfMode(path, state, state.mode);
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/**
 * The data folders of the desk that a path means, the one last worked in first: practice and live under the root of a
 * host, as far as they exist, also if the path is one of the two; else the path itself.
 */
export function dataFoldersOf(path: string): string[] {
  const own = realPath(path);
  for (const root of [own, dirname(own), dirname(dirname(own))]) {
    const state = readWorkspaceState(root);
    if (!state) continue;
    const both = [state.mode, otherMode(state.mode)].map((mode) => folderOfMode(root, state, mode));
    if (root === own || both.includes(own)) return both.filter((folder) => existsSync(join(folder, deskFile)));
  }
  return [path];
}
