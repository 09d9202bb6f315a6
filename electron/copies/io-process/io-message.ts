import type { ListedBackup } from '../../../shared/contract/desk-procedures.ts';
import { type Problem, ProblemError } from '../../../shared/contract/problem.ts';
import type { Identity } from '../../storage/register/identity.ts';
import type { ChosenPlace } from '../backup/chosen-place.ts';
import type { BackupResult } from '../backup/make-backup.ts';
import type { ScheduledBackup } from '../backup/scheduled-backup.ts';
import type { LockedEnd } from '../journal/read-journal.ts';
import type { FetchedBackup, FetchRequest } from '../restore/fetch-newest-backup.ts';
import type { RestoreRequest } from '../restore/restore-folder.ts';
import type { Restored } from '../restore/restore.ts';
import type { FolderCheck } from '../verify/full-check.ts';
import type { VerifiedFolder } from '../verify/verify-folder.ts';
import type { Verified } from '../verify/verify.ts';

/** Requests about a place that may never answer: a share, a removable disk, any folder a person chose. */
export type IoRequest =
  /** creates and marks a folder that a person is choosing now */
  | ({ ask: 'choose' } & ChosenPlace)
  /**
   * appends whole lines to those of a day (YYYY-MM-DD) in `folder`, in a mounted place; synced to disk before the
   * answer. An empty text only tests whether appending is possible. `opening`: the line that every file has before
   * lines that need it; empty for none. `mustHave`: the end of the lines already locked there with a key of the data
   * folder `data`, by the id of its lock; null if unknown. Nothing is written while that end is missing
   */
  | ({
      ask: 'append';
      folder: string;
      day: string;
      opening: string;
      text: string;
      mustHave: (LockedEnd & { data: string; lock: string }) | null;
    } & ChosenPlace)
  | { ask: 'free'; folder: string }
  /** reads a small text file */
  | { ask: 'read'; path: string }
  /**
   * the same, written into an existing folder: creating one under the mount point of an unmounted share would hide that
   * it is unmounted. `used`: only if a desk wrote there before, since that mount point is a folder too
   */
  | { ask: 'write'; path: string; text: string; used?: boolean }
  /** whether the data folder `there` is a second copy of `here` */
  | { ask: 'second'; identity: Identity; here: string; there: string }
  /**
   * a checked copy of the database of the data folder `data`, into `folder`, named by `at` (ms); `used`: only if a desk
   * wrote there before
   */
  | { ask: 'backup'; data: string; folder: string; at: number; used?: boolean }
  /** the same on schedule, in a mounted place: skipped if it would fill the disk, and obsolete backups are removed */
  | ({ ask: 'schedule'; data: string; folder: string; at: number } & ChosenPlace)
  /** tests a backup of the data folder `data` by restoring it in `scratch`, which is erased afterwards */
  | { ask: 'rehearse'; data: string; path: string; scratch: string; at: number }
  /** copies the intact backup with the most entries that the data folder `data` can open, from some folders */
  | ({ ask: 'fetch'; data: string } & FetchRequest)
  /** lists the backups in a mounted place */
  | ({ ask: 'list'; data: string; folder: string } & ChosenPlace)
  /**
   * removes days of a journal up to one (`2026-03-01.jsonl`) in a mounted place; the lines to keep replace the last of
   * them
   */
  | ({ ask: 'forget-days'; folder: string; upTo: string; ahead: string[]; kept: string } & ChosenPlace)
  /** removes backups of the data folder `data` made before a time (ms) that contain less than the one kept */
  | { ask: 'forget-backups'; data: string; folder: string; before: number; kept: string }
  /** tries to take the lock of an existing file that another process holds */
  | { ask: 'try-lock'; path: string }
  /** reads the whole database of the data folder `data` */
  | { ask: 'check'; data: string }
  /** reads a whole data folder, or the one that a host's root refers to */
  | { ask: 'verify'; path: string }
  /** reads a whole backup; `keys` are passphrases and recovery keys, as typed */
  | { ask: 'verify-backup'; path: string; keys: readonly string[] }
  /** makes a data folder from a backup */
  | ({ ask: 'restore' } & RestoreRequest)
  /** cancels restores and verifications under way, which leave nothing behind */
  | { ask: 'stop' };

export interface IoReplies {
  /** whether it is a different folder than before */
  choose: boolean;
  /** bytes written, or the last number that is still there if the end is missing */
  append: { bytes: number } | { cutAt: number };
  /** bytes this user may still write there */
  free: number;
  /** null: no such file */
  read: string | null;
  write: null;
  second: boolean;
  backup: BackupResult;
  schedule: ScheduledBackup;
  /** the defect found, in English, or null */
  rehearse: string | null;
  /** null: none found */
  fetch: FetchedBackup | null;
  /** the one with the most entries first */
  list: ListedBackup[];
  /** whether it was taken */
  'try-lock': boolean;
  check: FolderCheck;
  verify: VerifiedFolder;
  'verify-backup': Verified;
  restore: Restored;
  stop: null;
  /** number removed */
  'forget-days': number;
  'forget-backups': number;
}

/**
 * The same two messages pass between desk and host, and between host and process. They are separate from
 * `platform/link`, whose link has one other end and fails all its calls when that end exits. Here a relay
 * (`relay-to-process.ts`) answers; it kills one process in the middle of a call and starts another while other calls
 * continue, and each call has its own deadline, which it extends itself (`working`).
 */
export type ToIoProcess = IoRequest & { id: number };
export type FromIoProcess =
  | { id: number; answer: IoReplies[keyof IoReplies] }
  | { id: number; problem: Problem }
  /** still running; the next `working` or the answer follows within this time (ms) */
  | { id: number; working: number }
  /** how much of it is done (0 to 100) */
  | { id: number; percent: number };

/**
 * Rejects with a ProblemError: the disk error, or no answer in time. Requests that report progress call `onPercent` (0
 * to 100).
 */
export type IoClient = <A extends IoRequest>(
  request: A,
  onPercent?: (percent: number) => void,
) => Promise<IoReplies[A['ask']]>;

/** The desk's end of the channel to its host; implemented by `MessagePort`. */
export interface IoClientPort {
  postMessage(message: ToIoProcess): void;
  on(event: 'message', listener: (message: FromIoProcess) => void): unknown;
}

/** The host's end. */
export interface IoServerPort {
  postMessage(message: FromIoProcess): void;
  on(event: 'message', listener: (message: ToIoProcess) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** A process that accesses such places. Only a process can be killed in the middle of a call that never returns. */
export interface IoProcess {
  send(message: ToIoProcess): void;
  onMessage(listener: (message: FromIoProcess) => void): void;
  /** called once, when it has exited or could not start */
  onExit(listener: () => void): void;
  /** kills it at once, without waiting */
  kill(): void;
}
export type StartIoProcess = () => IoProcess;

/** Sends requests over a port; the other end answers each within its deadline. */
export function ioClientOver(port: IoClientPort): IoClient {
  interface PendingRequest {
    resolve: (answer: never) => void;
    reject: (error: Error) => void;
    onPercent: ((percent: number) => void) | undefined;
  }
  const pendingRequests = new Map<number, PendingRequest>();
  let nextId = 1;
  port.on('message', (message) => {
    if ('working' in message) return;
    const pending = pendingRequests.get(message.id);
    if ('percent' in message) return pending?.onPercent?.(message.percent);
    pendingRequests.delete(message.id);
    if ('problem' in message) pending?.reject(new ProblemError(message.problem));
    else pending?.resolve(message.answer as never);
  });
  return (request, onPercent) =>
    new Promise<IoReplies[(typeof request)['ask']]>((resolve, reject) => {
      const id = nextId++;
      pendingRequests.set(id, { resolve, reject, onPercent });
      port.postMessage({ ...request, id });
    });
}
