import type { Problem } from './problem.ts';

/**
 * Problems of a folder that stop everything: it was deleted or moved (folder), another process took it over (folder),
 * or its desk now works in another folder (folder, by, reason: restored, copy or older, at).
 */
export const folderStopCodes = ['folder-gone', 'folder-in-use', 'folder-superseded'] as const;

/**
 * Problems of a folder, worst first, with their params. Everything stops: the folder is missing or in use elsewhere, or
 * nothing can be saved (reason: a `DiskReason` or `damaged`, folder). Nothing stops: the rescue journal has entries
 * that the database lost (folder, count), entries are damaged on this disk (folder, count), a damaged file was set
 * aside (folder, at, count), a stored setting is no longer valid (name, reason), the end of the second rescue journal
 * was missing and is copied again (folder, at), the rescue journal cannot be written (folder, and reason `away` if it is
 * not the chosen folder), the disk is nearly full (folder, megabytes) or its free
 * space cannot be read (folder, reason `unknown`), something other than entries is damaged (folder, parts: names of
 * `OtherPart` separated by spaces), the daily check was skipped because its copy has no room (folder, megabytes that
 * must be free), the last backup failed (to, at) or is old (to, at, days), a backup test failed (to, at), obsolete
 * backups could not be deleted (to, count), other users of the machine can read the data, as on a share without file
 * modes (folder), this machine cannot store which folders are the active ones (folder), another program copies the
 * folder to other machines as it changes (folder, by), the folder is on another machine (folder).
 */
export const warningCodes = [
  ...folderStopCodes,
  'cannot-save',
  'journal-ahead',
  'damage',
  'rescued',
  'setting',
  'journal-cut',
  'journal',
  'disk',
  'damage-beside',
  'check-skipped',
  'backup-failed',
  'backup-old',
  'rehearsal-failed',
  'backup-not-removed',
  'open-to-others',
  'register',
  'synced-folder',
  'network-folder',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** The state of the desk that screens need: practice or live, where the secret is stored, what is wrong. */
export interface DeskState {
  mode: 'practice' | 'live';
  /**
   * the service of the live folder, null until an address is set; its origin and account are bound by the first
   * delivery
   */
  live: { origin: string; account: string; bound: boolean } | null;
  /** the active folder, and the other one if it exists */
  folder: string;
  otherFolder: string | null;
  host: 'electron' | 'browser' | 'command-line';
  version: string;
  /** where the value of the secret header is stored; the value itself never leaves the desk */
  secret: { set: boolean; keptIn: 'safe-storage' | 'file' | 'memory' };
  /** the desk's clock (ms), for countdowns on screens */
  now: number;
  /** problems that do not stop delivery, such as a rescue journal that cannot be written */
  warnings: { code: WarningCode; params: Record<string, string | number> }[];
  /** why nothing is delivered although the desk is open and accepts captures; null if it delivers */
  cannotDeliver: Problem | null;
  /** the host prints and reports the result; false: a browser prints the PDF and the desk learns no result */
  printers: boolean;
}

/** A file made for download. The host serves its bytes once at `/files/ID`, under this name. */
export interface DeskFile {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
}
