import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runDesk, startDeskProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';

const kept = join(import.meta.dirname, 'folder');

/** Data folders as a program of each version left them when it was killed; what happened to them is told in `folder/story.ts`. */
export const versions = readdirSync(kept).filter((name) => name.startsWith('version-'));

/** Its files by their paths, in order. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

export const keptFiles = (version: string): string[] =>
  filesOf(join(kept, version)).map((name) => name.replace(/\.gz$/, ''));

type Run = (args: readonly string[], input?: string) => Promise<Ran>;

export interface LaidOut {
  /** the folder is in there, and whatever else a test makes; gone after it */
  home: string;
  folder: string;
  /** what this machine knows of its folders: nothing yet */
  machine: string;
  /** a command in this thread */
  run: Run;
  /** a command in a process of its own */
  runProgram: Run;
}

/** The backups of a kept folder lie in it: what is told of where they are goes with them, so that no test meets another's. */
function moved(lastBackup: string, copies: string): void {
  const told = JSON.parse(readFileSync(lastBackup, 'utf8')) as { to: string };
  writeFileSync(lastBackup, JSON.stringify(told).replaceAll(told.to, copies));
}

/** Lays such a folder out, on a machine that knows nothing of it. */
export function layOut(version: string): LaidOut {
  const home = temporaryFolder();
  const [folder, machine] = [join(home, 'desk'), join(home, 'machine')];
  for (const name of keptFiles(version)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gunzipSync(readFileSync(join(kept, version, `${name}.gz`))));
  }
  moved(join(folder, 'last-backup.json'), join(folder, 'copies'));
  const env = { PARCEL_DESK_MACHINE: machine };
  return {
    home,
    folder,
    machine,
    run: (args, input) => runDesk([...args], input, machine),
    runProgram: (args, input = '') => startDeskProcess([...args], { input, env }).ended,
  };
}
