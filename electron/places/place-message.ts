import type { Problem } from '../../shared/problem.ts';
import type { BackupMade } from '../backup/backup.ts';
import type { Fetched } from '../backup/fetch-newest.ts';
import type { Identity } from '../register/identity.ts';

/** What may be asked about a place that perhaps never answers: a share, a removable disk, whatever a person chose. */
export type PlaceAsk =
  /** puts whole lines behind those of a day (YYYY-MM-DD), on the disk when it is answered; an empty text only looks whether it could */
  | { ask: 'append'; folder: string; day: string; text: string }
  | { ask: 'free'; folder: string }
  /** a small file of text */
  | { ask: 'read'; path: string }
  | { ask: 'write'; path: string; text: string }
  /** whether the data folder `there` is a second one beside `here` */
  | { ask: 'second'; identity: Identity; here: string; there: string }
  /** a checked copy of the database of the data folder `data`, into `folder`; `at` (ms) names it */
  | { ask: 'backup'; data: string; folder: string; at: number }
  /** the same by a schedule: none where it would fill the disk, and those not needed any more go */
  | { ask: 'schedule'; data: string; folder: string; at: number }
  /** brings a backup back to life in `scratch`, which is erased again */
  | { ask: 'rehearse'; path: string; scratch: string; at: number }
  /** copies the newest whole backup out of `folders` to `to` */
  | { ask: 'fetch'; folders: readonly string[]; to: string }
  /** reads the whole database of the data folder `data` */
  | { ask: 'check'; data: string };

export interface PlaceAnswers {
  /** bytes that were written */
  append: number;
  /** bytes this user may still write there */
  free: number;
  /** null where there is no such file */
  read: string | null;
  write: null;
  second: boolean;
  backup: BackupMade;
  schedule: BackupMade;
  /** what was wrong with it, in English, or null */
  rehearse: string | null;
  /** null where there is none */
  fetch: Fetched | null;
  check: Checked;
}

/** `structure`: what SQLite says of the file, where it is not content; `damaged`: entries of which anything is */
export interface Checked {
  structure: string[];
  damaged: number;
}

/** The same two messages go from desk to host and from host to process. */
export type ToPlace = PlaceAsk & { id: number };
export type FromPlace =
  | { id: number; answer: PlaceAnswers[keyof PlaceAnswers] }
  | { id: number; problem: Problem }
  /** it goes on, and says so again, or is done, within so many ms */
  | { id: number; working: number };

/** Rejects with a ProblemError that tells what the disk says, or that it said nothing in time. */
export type AskPlace = <A extends PlaceAsk>(ask: A) => Promise<PlaceAnswers[A['ask']]>;

/** The desk's end of the channel to its host; `MessagePort` has it. */
export interface AskingPort {
  postMessage(message: ToPlace): void;
  on(event: 'message', listener: (message: FromPlace) => void): unknown;
}

/** The host's end. */
export interface AnsweringPort {
  postMessage(message: FromPlace): void;
  on(event: 'message', listener: (message: ToPlace) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** A process that touches places. Only a process can be ended in the middle of a call that never comes back. */
export interface PlaceProcess {
  send(message: ToPlace): void;
  onMessage(listener: (message: FromPlace) => void): void;
  /** told once, when it has ended or could not begin */
  onExit(listener: () => void): void;
  /** ends it at once; must not wait for it */
  kill(): void;
}
export type StartPlaceProcess = () => PlaceProcess;
