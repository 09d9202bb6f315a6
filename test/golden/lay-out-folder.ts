import { runDesk, startDeskProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const samplesFolder = join(import.meta.dirname, 'folder');

/**
 * Versions with a sample data folder, which a program of that version left when it was killed. `folder/story.ts`
 * creates it.
 */
export const versions = readdirSync(samplesFolder).filter((name) => name.startsWith('version-'));

/** Relative paths of all files in a folder, sorted. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

export const sampleFiles = (version: string): string[] =>
  filesOf(join(samplesFolder, version)).map((name) => name.replace(/\.gz$/, ''));

type RunCommand = (args: readonly string[], input?: string) => Promise<Ran>;

export interface SampleFolder {
  /** contains the folder and whatever else a test creates; deleted after the test */
  home: string;
  folder: string;
  /** the register of folders of this machine, initially empty */
  machine: string;
  /** runs a command in this thread */
  run: RunCommand;
  /** runs a command in its own process */
  runProgram: RunCommand;
}

/**
 * Changes the recorded path of the last backup. The backups of a sample folder are inside it, so the path moves with
 * the folder, and no test finds the backups of another.
 */
function moveBackupPath(lastBackup: string, copies: string): void {
  const backupNote = JSON.parse(readFileSync(lastBackup, 'utf8')) as { to: string };
  writeFileSync(lastBackup, JSON.stringify(backupNote).replaceAll(backupNote.to, copies));
}

/** Unpacks a sample folder for a test, with a register that does not know it. */
export function unpackSample(version: string): SampleFolder {
  const home = temporaryFolder();
  const [folder, machine] = [join(home, 'desk'), join(home, 'machine')];
  for (const name of sampleFiles(version)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gunzipSync(readFileSync(join(samplesFolder, version, `${name}.gz`))));
  }
  moveBackupPath(join(folder, 'last-backup.json'), join(folder, 'copies'));
  const env = { PARCEL_DESK_MACHINE: machine };
  return {
    home,
    folder,
    machine,
    run: (args, input) => runDesk([...args], input, machine),
    runProgram: (args, input = '') => startDeskProcess([...args], { input, env }).result,
  };
}
