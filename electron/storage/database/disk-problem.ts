import type { DiskReason } from '../../../shared/contract/disk-reasons.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { canLock, isLockFault } from './file-locks.ts';
import { isSqliteError } from './sqlite-library.ts';
import { accessSync, constants, statfsSync } from 'node:fs';

/** A disk with less free space counts as full: SQLite needs this much for the files beside its database. */
const minFreeBytes = 65_536;

const reasonByErrno: Readonly<Record<string, DiskReason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  EIO: 'failing',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ESTALE: 'gone',
};

const messages: Readonly<Record<DiskReason, (folder: string) => string>> = {
  full: (folder) => `The disk that holds ${folder} is full. Free some space there; what was saved before is safe.`,
  'read-only': (folder) =>
    `The disk that holds ${folder} is read-only. Make it writable, or have it checked; what was saved before is safe.`,
  'not-allowed': (folder) =>
    `This user may not write into ${folder}. Give the right to write there; nothing was changed.`,
  gone: (folder) => `${folder} is not there. Connect its disk, or put the folder back where it was.`,
  locked: (folder) =>
    `Another program holds the database in ${folder}, and nothing can be saved there until it lets go. Close what may have it open (a database tool, a program that syncs or backs up folders), and have virus scanners leave this folder out; what was saved before is safe.`,
  'locks-ignored': (folder) =>
    `Locks on the disk that holds ${folder} keep no other program out, so a second one could work there and send every order again. Nothing is saved or sent there. Close Parcel Desk wherever it has this folder open, and move the whole folder to a disk of this computer; or have the share mounted with locks (NFS without nolock, SMB without nobrl).`,
  'no-locks': (folder) =>
    `The disk that holds ${folder} takes no locks, so nothing tells whether another program works there. Nothing is saved or sent there. Have the locks of the share switched on (for NFS, its lock service), or move the whole folder to a disk of this computer.`,
  failing: (folder) =>
    `The disk that holds ${folder} gives errors. Make a backup to another disk, and have this one checked.`,
  stopped: () => 'The part of the desk that saves has stopped; it is being started again.',
};

/**
 * Maps an error to a disk problem; null if neither a disk nor a data file caused it. If SQLite gives no reason (cannot
 * open, cannot write), the folder is examined for one. The problem of a damaged file names `file`.
 */
export function diskProblem(error: unknown, folder: string, file = folder): Problem | null {
  if (isSqliteError(error)) return sqliteProblem(error.code, folder, file);
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : '';
  const reason = reasonByErrno[code];
  return reason ? problemFor(reason, folder) : null;
}

/** Whether recent writes may be lost: the file must be reopened and read again. */
export const isFatal = (error: unknown): boolean => isSqliteError(error) && error.code.startsWith('SQLITE_IOERR');

/**
 * Whether another program kept the database locked for longer than a write waits. Nothing was written, and the next
 * write would wait as long.
 */
export const isLocked = (error: unknown): boolean => isSqliteError(error) && isLockCode(error.code);

const isLockCode = (code: string): boolean => code.startsWith('SQLITE_BUSY') || code === 'SQLITE_PROTOCOL';

function sqliteProblem(code: string, folder: string, file: string): Problem | null {
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return damagedProblem(folder, file);
  if (code === 'SQLITE_FULL') return problemFor('full', folder);
  // SQLite also reports busy if the file system supports no locks at all
  if (isLockCode(code)) return problemFor(canLock(folder) ? 'locked' : 'no-locks', folder);
  if (isLockFault(code) && !canLock(folder)) return problemFor('no-locks', folder);
  if (code === 'SQLITE_READONLY_DBMOVED') return problemFor('gone', folder);
  if (code.startsWith('SQLITE_READONLY')) return problemFor(folderReason(folder) ?? 'read-only', folder);
  if (code.startsWith('SQLITE_CANTOPEN')) return problemFor(folderReason(folder) ?? 'not-allowed', folder);
  return code.startsWith('SQLITE_IOERR') ? problemFor(folderReason(folder) ?? 'failing', folder) : null;
}

export const damagedProblem = (folder: string, file: string): Problem => ({
  kind: 'damaged',
  message: `${file} is damaged or no database of Parcel Desk. It was left as it is; restore a backup into another folder.`,
  params: { folder },
});

const problemFor = (reason: DiskReason, folder: string): Problem => ({
  kind: 'disk',
  message: messages[reason](folder),
  params: { reason, folder },
});

/** Problem of a folder whose locks are ignored or unsupported. */
export const lockProblem = (reason: 'locks-ignored' | 'no-locks', folder: string): Problem =>
  problemFor(reason, folder);

export const goneProblem = (folder: string): Problem => problemFor('gone', folder);

function folderReason(folder: string): DiskReason | null {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFreeBytes ? 'full' : null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : (reasonByErrno[code] ?? null);
  }
}
