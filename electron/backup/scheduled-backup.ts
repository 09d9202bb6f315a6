import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../shared/problem.ts';
import { deskFile } from '../database/open-desk.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { backUpFolder, type BackupMade, type Working } from './backup.ts';
import { madeAt, notNeeded } from './thin-out.ts';

/** A backup that was killed leaves its half; one that is being written is younger (ms). */
const oldHalfMs = 6 * 3_600_000;
const halfName = /^parcel-desk-[0-9TZ]+\.db\.part(-journal|-wal|-shm)?$/;

/** Refuses a backup that would leave less than twice its size free. Throws ProblemError `disk`. */
export function refuseWithoutRoom(data: string, folder: string): void {
  const size = [deskFile, `${deskFile}-wal`]
    .map((name) => statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, one) => sum + one, 0);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize - size >= 2 * size) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  throw problem(
    'disk',
    `No backup was begun in ${folder}: it takes ${megabytes(size)} MB and must leave twice as much free, but ${megabytes(bavail * bsize)} MB are free there.`,
    { reason: 'full', folder },
  );
}

/** A name tells seconds; two may be asked for in one. */
function freeMoment(folder: string, now: number): number {
  const taken = new Set(readdirSync(folder).map(madeAt));
  let at = Math.floor(now / 1000) * 1000;
  while (taken.has(at)) at += 1000;
  return at;
}

/**
 * A backup as a schedule makes it, in a folder of the desk's own: never where it would fill the disk, and what is not needed any more
 * goes once the new one is whole. Rejects as `backUp`.
 */
export async function scheduledBackup(
  data: string,
  folder: string,
  now: number,
  working: Working,
): Promise<BackupMade & { kept: number }> {
  makePrivateFolder(folder);
  refuseWithoutRoom(data, folder);
  const made = await backUpFolder(data, folder, freeMoment(folder, now), working);
  const names = readdirSync(folder);
  const halves = names.filter((name) => halfName.test(name) && now - statSync(join(folder, name)).mtimeMs > oldHalfMs);
  const gone = notNeeded(names);
  for (const name of [...gone, ...halves]) rmSync(join(folder, name), { force: true });
  return { ...made, kept: names.filter((name) => name.endsWith('.db')).length - gone.length };
}
