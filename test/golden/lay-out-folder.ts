import { runDesk, startDeskProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const kept = join(import.meta.dirname, 'folder');

/** Data folders as a program of each version left them when it was killed; `folder/story.ts` creates them. */
export const versions = readdirSync(kept).filter((name) => name.startsWith('version-'));

/** Relative paths of all files in a folder, sorted. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

export const keptFiles = (version: string): string[] =>
  filesOf(join(kept, version)).map((name) => name.replace(/\.gz$/, ''));

type Run = (args: readonly string[], input?: string) => Promise<Ran>;

export interface LaidOut {
  /** contains the folder and whatever else a test creates; deleted after the test */
  home: string;
  folder: string;
  /** this machine's register of folders, initially empty */
  machine: string;
  /** runs a command in this thread */
  run: Run;
  /** runs a command in its own process */
  runProgram: Run;
}

/**
 * The backups of a sample folder are inside it, so their recorded path moves with it and no test finds another's
 * backups.
 */
function moved(lastBackup: string, copies: string): void {
  const told = JSON.parse(readFileSync(lastBackup, 'utf8')) as { to: string };
  writeFileSync(lastBackup, JSON.stringify(told).replaceAll(told.to, copies));
}

/** Unpacks a sample folder on a machine that has no record of it. */
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
