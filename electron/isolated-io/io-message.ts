import type { Problem } from '../../shared/contract/problem.ts';
import type { BackupMade } from '../backup/backup.ts';
import type { ChosenPlace } from '../backup/chosen-place.ts';
import type { Checked } from '../backup/check-folder.ts';
import type { Restored } from '../backup/restore.ts';
import type { RestoreOrder } from '../backup/restore-folder.ts';
import type { Verified } from '../backup/verify.ts';
import type { VerifiedFolder } from '../backup/verify-closed.ts';
import type { ScheduledBackup } from '../backup/scheduled-backup.ts';
import type { Fetched, FetchOrder } from '../backup/fetch-newest.ts';
import type { ListedBackup } from '../../shared/contract/desk-procedures.ts';
import type { Identity } from '../register/identity.ts';

/** What may be asked about a place that perhaps never answers: a share, a removable disk, whatever a person chose. */
export type IoRequest =
  /** makes and marks a folder that a person chooses now */
  | ({ ask: 'choose' } & ChosenPlace)
  /**
   * puts whole lines behind those of a day (YYYY-MM-DD) into `folder` in a place that is not away, on the disk when it is answered; an empty
   * text only looks whether it could
   */
  | ({ ask: 'append'; folder: string; day: string; text: string } & ChosenPlace)
  | { ask: 'free'; folder: string }
  /** a small file of text */
  | { ask: 'read'; path: string }
  /**
   * the same, written into a folder that is there: one made under the mount point of a share that is away would hide that it is. `used`: only
   * where a desk wrote before, since that mount point is a folder too
   */
  | { ask: 'write'; path: string; text: string; used?: boolean }
  /** whether the data folder `there` is a second one beside `here` */
  | { ask: 'second'; identity: Identity; here: string; there: string }
  /** a checked copy of the database of the data folder `data`, into `folder`; `at` (ms) names it; `used`: only where a desk wrote before */
  | { ask: 'backup'; data: string; folder: string; at: number; used?: boolean }
  /** the same by a schedule, in a place that is not away: none where it would fill the disk, and those not needed any more go */
  | ({ ask: 'schedule'; data: string; folder: string; at: number } & ChosenPlace)
  /** brings a backup of the data folder `data` back to life in `scratch`, which is erased again */
  | { ask: 'rehearse'; data: string; path: string; scratch: string; at: number }
  /** copies the whole backup out of some folders that holds most of those that the data folder `data` can open */
  | ({ ask: 'fetch'; data: string } & FetchOrder)
  /** the backups that lie in a place that is not away */
  | ({ ask: 'list'; data: string; folder: string } & ChosenPlace)
  /** removes days of a journal up to one (`2026-03-01.jsonl`) in a place that is not away; lines that stay take the place of the last of them */
  | ({ ask: 'forget-days'; folder: string; upTo: string; kept: string } & ChosenPlace)
  /** removes backups of the data folder `data` made before a moment (ms), that hold less than the one that is kept */
  | { ask: 'forget-backups'; data: string; folder: string; before: number; kept: string }
  /** reads the whole database of the data folder `data` */
  | { ask: 'check'; data: string }
  /** reads a data folder whole, or the one that a host's root means */
  | { ask: 'verify'; path: string }
  /** reads a backup whole; `keys` are passphrases and recovery keys, as people type them */
  | { ask: 'verify-backup'; path: string; keys: readonly string[] }
  /** makes a data folder from a backup */
  | ({ ask: 'restore' } & RestoreOrder)
  /** ends the restore that is under way, which leaves nothing behind */
  | { ask: 'stop' };

export interface IoReplies {
  /** whether it is another folder than was there before */
  choose: boolean;
  /** bytes that were written */
  append: number;
  /** bytes this user may still write there */
  free: number;
  /** null where there is no such file */
  read: string | null;
  write: null;
  second: boolean;
  backup: BackupMade;
  schedule: ScheduledBackup;
  /** what was wrong with it, in English, or null */
  rehearse: string | null;
  /** null where there is none */
  fetch: Fetched | null;
  /** the one that holds most first */
  list: ListedBackup[];
  check: Checked;
  verify: VerifiedFolder;
  'verify-backup': Verified;
  restore: Restored;
  stop: null;
  /** how many went */
  'forget-days': number;
  'forget-backups': number;
}

/**
 * The same two messages go from desk to host and from host to process. They are not those of `rpc/transport`: its link has one other end,
 * and gives up all its calls when that ends. Here a relay (`relay-to-process.ts`) answers, which kills a process in the middle of a call
 * and begins another, while calls beside it go on; and each call has a deadline of its own, which it extends itself (`working`).
 */
export type ToIoProcess = IoRequest & { id: number };
export type FromIoProcess =
  | { id: number; answer: IoReplies[keyof IoReplies] }
  | { id: number; problem: Problem }
  /** it goes on, and says so again, or is done, within so many ms */
  | { id: number; working: number };

/** Rejects with a ProblemError that tells what the disk says, or that it said nothing in time. */
export type IoClient = <A extends IoRequest>(ask: A) => Promise<IoReplies[A['ask']]>;

/** The desk's end of the channel to its host; `MessagePort` has it. */
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

/** A process that touches places. Only a process can be ended in the middle of a call that never comes back. */
export interface IoProcess {
  send(message: ToIoProcess): void;
  onMessage(listener: (message: FromIoProcess) => void): void;
  /** told once, when it has ended or could not begin */
  onExit(listener: () => void): void;
  /** ends it at once; must not wait for it */
  kill(): void;
}
export type StartIoProcess = () => IoProcess;
