import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { problem } from '../../shared/contract/problem.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';
import { placeMarks } from '../register/place-marks.ts';
import { backupName } from './claim-name.ts';

/** Lies in a folder that people chose for desks to write to, and tells it from an empty mount point. */
const markFile = 'parcel-desk-place.json';
/** Desks of other users may share the place; it tells nothing but that it is one. */
const markMode = 0o644;

const markSchema = z.object({ mark: z.string().min(1) });
const dayName = /^\d{4}-\d\d-\d\d\.jsonl$/;
const folderOfDesk = /^parcel-desk-[0-9a-f]{20}$/;

/** Where a desk writes by itself: a folder that a person chose, and where this machine keeps what it knows of such folders. */
export interface ChosenPlace {
  place: string;
  machine: string;
  /** named by a person for this run, and by nobody before */
  isFirst?: boolean;
}

interface InPlace extends ChosenPlace {
  /** what is written to or read: the place itself, or a folder in it */
  folder?: string;
}

/**
 * Makes the folder that a person chooses now, where it is not there, and marks it. Answers whether it is another one than this machine
 * saw at that path. Throws what the file system throws.
 */
export function choosePlace({ place, machine }: ChosenPlace): boolean {
  makePrivateFolder(place);
  if (readMark(place) === null) writeMark(place);
  // another desk may have written its own in the same moment
  const mark = readMark(place) ?? '';
  const marks = placeMarks(machine);
  const isNew = marks.seen(place) !== mark;
  marks.learn(place, mark);
  return isNew;
}

/**
 * Throws `bad-file` (reason `away`) where a place that was chosen is not the folder it was then: nothing is made there, since that would
 * be on the disk below the mount point of a share that is away. One that desks wrote to before there were marks gets its own. Throws
 * `bad-file` too where the folder of a desk in it is a link, which whoever can write there may lead anywhere.
 */
export function demandPlace({ place, machine, isFirst = false, folder = place }: InPlace): void {
  demandChosen({ place, machine, isFirst });
  if (folder !== place && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw problem('bad-file', `${folder} is a link: the desk writes to no folder it leads to. Remove it.`, {
      reason: 'write',
    });
}

function demandChosen({ place, machine, isFirst = false }: ChosenPlace): void {
  if (isFirst) return void choosePlace({ place, machine });
  const marks = placeMarks(machine);
  const seen = marks.seen(place);
  const found = readMark(place);
  if (found !== null && found === seen) return;
  if (seen !== null || (found === null && !isWrittenTo(place))) throw away(place);
  if (found === null) writeMark(place);
  marks.learn(place, readMark(place) ?? '');
}

/** Throws the same where nothing tells that a desk ever wrote into a folder. */
export function demandUsed(folder: string): void {
  if (readMark(folder) === null && !isWrittenTo(folder)) throw away(folder);
}

const away = (folder: string): Error =>
  problem(
    'bad-file',
    `${folder} is not the folder that was chosen: its disk or share is not connected. Where it is to be used as it is now, choose it again.`,
    { reason: 'away', folder },
  );

/** Null where there is none, or one that was not written to its end. Throws where that cannot be told. */
function readMark(place: string): string | null {
  const text = orNull(() => readFileSync(join(place, markFile), 'utf8'));
  try {
    return text === null ? null : markSchema.parse(JSON.parse(text)).mark;
  } catch {
    return null;
  }
}

function writeMark(place: string): void {
  const path = join(place, markFile);
  writePrivate(path, JSON.stringify({ mark: randomUUID(), about: 'Parcel Desk writes here. Leave this file.' }));
  try {
    chmodSync(path, markMode);
  } catch {
    // a share without modes
  }
}

/** Whether a day of a journal or a backup lies there, or in the folder of a desk. */
function isWrittenTo(place: string): boolean {
  const names = namesIn(place);
  const isWork = (name: string): boolean => dayName.test(name) || backupName.test(name);
  return names.some(
    (name) => isWork(name) || (folderOfDesk.test(name) && namesIn(join(place, name)).some((inner) => isWork(inner))),
  );
}

const namesIn = (folder: string): string[] => orNull(() => readdirSync(folder)) ?? [];

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
