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
  /** which of the two data folders the root itself is, if the command line made it; null: the root contains both */
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
    // must not count as missing: then practice would start instead of live
    const failure = (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : diskProblem(error, hostFolderOf(root));
    if (failure) throw new ProblemError(failure);
    return null;
  }
  try {
    return workspaceStateSchema.parse(JSON.parse(text));
  } catch {
    // guessing the service could send orders to the wrong one
    throw problem(
      'damaged',
      `${stateFileOf(root)} cannot be read. Put it right, or take it away and set the service anew.`,
    );
  }
}

/** Writes the state unless it is unchanged, so that a start does not wait for the disk. */
export async function writeWorkspaceState(root: string, state: WorkspaceState): Promise<void> {
  const text = JSON.stringify(state, null, 2);
  if ((await readFile(stateFileOf(root), 'utf8').catch(() => null)) === text) return;
  makePrivateFolder(hostFolderOf(root));
  await replacePrivateFile(stateFileOf(root), (temporaryPath) => writeFile(temporaryPath, text, { flush: true }));
}

/**
 * The data folder for a path: the path itself, or, if it is the root of a host and not itself a data folder, the folder
 * of the mode last used.
 */
export function dataFolderOf(path: string): string {
  if (existsSync(join(path, deskFile))) return path;
  const state = readWorkspaceState(path);
  return state === null ? path : folderOfMode(path, state, state.mode);
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/**
 * The data folders of the desk at a path. For the root of a host, or one of its two folders: practice and live, if they
 * exist, the one of the mode last used first. Otherwise the path itself.
 */
export function dataFoldersOf(path: string): string[] {
  const realFolder = realPath(path);
  for (const root of [realFolder, dirname(realFolder), dirname(dirname(realFolder))]) {
    const state = readWorkspaceState(root);
    if (!state) continue;
    const dataFolders = [state.mode, otherMode(state.mode)].map((mode) => folderOfMode(root, state, mode));
    if (root === realFolder || dataFolders.includes(realFolder))
      return dataFolders.filter((folder) => existsSync(join(folder, deskFile)));
  }
  return [path];
}
