import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { problem } from '../../shared/problem.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';
import { holdFile } from '../database/hold-file.ts';

/** The file that is held. Copies of a data folder must leave it out: see `holdFile`. */
export const lockFile = 'desk.lock';
/** Says in words who holds it; only ever shown, never decided by. */
export const holderFile = 'desk.lock.json';

export interface FolderLock {
  release(): void;
}

/**
 * Makes this process the only one that works on a data folder, which is made if it is not there.
 * Throws ProblemError `folder-in-use`, naming the holder, where another process has it; nothing is changed then.
 */
export function lockFolder(folder: string, now: number): FolderLock {
  makePrivateFolder(folder);
  const release = holdFile(join(folder, lockFile));
  if (!release) {
    const holder = readHolder(folder);
    throw problem(
      'folder-in-use',
      `${folder} is in use by ${holder}. Close that first, or choose another folder; nothing was changed.`,
      { holder },
    );
  }
  writeHolder(folder, now);
  return {
    release() {
      rmSync(join(folder, holderFile), { force: true });
      release();
    },
  };
}

function writeHolder(folder: string, now: number): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date(now).toISOString() };
  try {
    writePrivate(join(folder, holderFile), JSON.stringify(holder));
  } catch {
    // on a full disk the desk must still open; only the words of a refusal are poorer then
  }
}

function readHolder(folder: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(join(folder, holderFile), 'utf8')) as Record<string, unknown>;
    return `process ${String(pid)} on ${String(host)} since ${String(since)}`;
  } catch {
    return 'another process that has only just started';
  }
}
