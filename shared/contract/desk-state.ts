import type { Problem } from './problem.ts';

/**
 * Trouble of a folder that stops everything: it was deleted or moved (folder), another process took it over (folder), or its desk is
 * worked on in another folder now (folder, by, reason: restored, copy or older, at).
 */
export const folderStops = ['folder-gone', 'folder-in-use', 'folder-superseded'] as const;

/**
 * Trouble of a folder, the worst first. What stops everything: the folder is gone or another's, or nothing can be saved (reason: a
 * `DiskReason` or `damaged`, folder). What stops nothing: the rescue journal knows of entries what the database has lost (folder,
 * count), entries are damaged on this disk (folder, count), a damaged file was set aside (folder, at, count), a stored setting is not
 * taken any more (name, reason), the rescue journal cannot be written (folder, and reason `away` where
 * that is not the folder that was chosen), the disk is nearly full (folder, megabytes), something
 * beside the entries is damaged (folder, parts: names of `PartBeside`, parted by spaces), the last backup failed (to, at) or is old
 * (to, at, days), a backup could not be brought back to life (to, at), backups that are not needed any more could not be removed (to, count), other users of the machine can read the data, as on a share
 * without modes (folder), this machine cannot keep which folders are the ones to work in (folder).
 */
export const warningCodes = [
  ...folderStops,
  'cannot-save',
  'journal-ahead',
  'damage',
  'rescued',
  'setting',
  'journal',
  'disk',
  'damage-beside',
  'backup-failed',
  'backup-old',
  'rehearsal-failed',
  'backup-not-removed',
  'open-to-others',
  'register',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** What a screen must know of the desk it stands before: practice or live, where the secret lies, what is wrong with it. */
export interface DeskState {
  mode: 'practice' | 'live';
  /** the service of the live folder, or null where no address is set yet; its origin and account are bound by the first delivery */
  live: { origin: string; account: string; bound: boolean } | null;
  /** folder the desk works on now, and the other one where there is one */
  folder: string;
  otherFolder: string | null;
  host: 'electron' | 'browser' | 'command-line';
  version: string;
  /** where the value of the secret header lies; the value itself never leaves the desk */
  secret: { set: boolean; keptIn: 'safe-storage' | 'file' | 'memory' };
  /** the desk's clock (ms), so that a screen counts down by it */
  now: number;
  /** trouble that stops no delivery by itself, as a rescue journal that cannot be written */
  warnings: { code: WarningCode; params: Record<string, string | number> }[];
  /** why nothing is delivered though the desk is open and takes captures; null where it delivers */
  cannotDeliver: Problem | null;
  /** the host prints by itself and tells what came of it; without, a browser prints the PDF and tells nobody */
  printers: boolean;
}

/** A file the desk made for a person. The host serves its bytes once at `/files/ID`, as a download with this name. */
export interface DeskFile {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
}
