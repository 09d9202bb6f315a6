import { problem } from '../../../shared/contract/problem.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { folderMarks } from '../../storage/register/known-folders.ts';
import { backupName } from './claim-name.ts';
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Marker file in a folder that users chose for desks to write to; distinguishes it from an empty mount point. */
const markFile = 'parcel-desk-place.json';
/** Readable by everyone, since desks of other users may share the place; it reveals nothing else. */
const markMode = 0o644;

const markSchema = z.object({ mark: z.string().min(1) });
const dayPattern = /^\d{4}-\d\d-\d\d\.jsonl$/;
const deskFolderPattern = /^parcel-desk-[0-9a-f]{20}$/;

/**
 * A folder that a user chose for a desk's automatic writes, and the folder where this machine stores what it knows of
 * such folders.
 */
export interface ChosenPlace {
  place: string;
  machineFolder: string;
  /** the user named it for this run, and it was never chosen before */
  isNewlyChosen?: boolean;
}

interface PlaceAccess extends ChosenPlace {
  /** the folder written to or read: the place itself, or a folder in it */
  folder?: string;
}

/**
 * Creates the folder a user has just chosen, if it is missing, and marks it. Returns whether it is another folder than
 * this machine last saw at that path. Throws file system errors.
 */
export function choosePlace({ place, machineFolder }: ChosenPlace): boolean {
  makePrivateFolder(place);
  if (readMark(place) === null) writeMark(place);
  // another desk may have written its own mark at the same moment
  const mark = readMark(place) ?? '';
  const marks = folderMarks(machineFolder);
  const isNew = marks.readMark(place) !== mark;
  marks.save(place, mark);
  return isNew;
}

/**
 * Throws `bad-file` (reason `away`) if a chosen place is not the folder it was: anything created there would be on the
 * disk below the mount point of a share that is not connected. A place that desks used before marks existed gets its
 * mark. Also throws `bad-file` if the folder of a desk in it is a link, which anyone who can write there may point
 * anywhere.
 */
export function verifyPlace({ place, machineFolder, isNewlyChosen = false, folder = place }: PlaceAccess): void {
  verifyChosen({ place, machineFolder: machineFolder, isNewlyChosen: isNewlyChosen });
  if (folder !== place && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw problem('bad-file', `${folder} is a link: the desk writes to no folder it leads to. Remove it.`, {
      reason: 'write',
    });
}

function verifyChosen({ place, machineFolder, isNewlyChosen = false }: ChosenPlace): void {
  if (isNewlyChosen) return void choosePlace({ place, machineFolder: machineFolder });
  const marks = folderMarks(machineFolder);
  const lastMark = marks.readMark(place);
  const mark = readMark(place);
  if (mark !== null && mark === lastMark) return;
  if (lastMark !== null || (mark === null && !hasDeskFiles(place))) throw awayProblem(place);
  if (mark === null) writeMark(place);
  marks.save(place, readMark(place) ?? '');
}

/** Throws `bad-file` (reason `away`) if nothing shows that a desk ever wrote to a folder. */
export function verifyUsed(folder: string): void {
  if (readMark(folder) === null && !hasDeskFiles(folder)) throw awayProblem(folder);
}

const awayProblem = (folder: string): Error =>
  problem(
    'bad-file',
    `${folder} is not the folder that was chosen: its disk or share is not connected. Where it is to be used as it is now, choose it again.`,
    { reason: 'away', folder },
  );

/** Returns null if there is no mark, or an incomplete one. Throws if the place cannot be read. */
function readMark(place: string): string | null {
  const text = orNullIfMissing(() => readFileSync(join(place, markFile), 'utf8'));
  try {
    return text === null ? null : markSchema.parse(JSON.parse(text)).mark;
  } catch {
    return null;
  }
}

function writeMark(place: string): void {
  const path = join(place, markFile);
  writePrivateFile(path, JSON.stringify({ mark: randomUUID(), about: 'Parcel Desk writes here. Leave this file.' }));
  try {
    chmodSync(path, markMode);
  } catch {
    // a share without modes
  }
}

/** Whether the place, or the folder of a desk in it, contains a day of a journal or a backup. */
function hasDeskFiles(place: string): boolean {
  const names = listNames(place);
  const isDeskFile = (name: string): boolean => dayPattern.test(name) || backupName.test(name);
  return names.some(
    (name) =>
      isDeskFile(name) ||
      (deskFolderPattern.test(name) && listNames(join(place, name)).some((inner) => isDeskFile(inner))),
  );
}

const listNames = (folder: string): string[] => orNullIfMissing(() => readdirSync(folder)) ?? [];

function orNullIfMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
