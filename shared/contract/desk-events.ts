import type { LookupAbout } from './lookup-procedures.ts';
import type { SyncStatus } from './sync-procedures.ts';

/** Events the desk pushes, numbered in order; a client that missed some reloads. */
export type DeskEvent =
  | { kind: 'entries'; ids: string[] | 'many' }
  | { kind: 'sync'; status: SyncStatus }
  | { kind: 'import'; importId?: string; done: number; of: number }
  | { kind: 'labels'; done: number; of: number }
  | { kind: 'export'; done: number; of: number }
  /** fresh answers for these subjects are stored; read them by the same procedure with mode `last` */
  | { kind: 'lookup'; about: LookupAbout; subjects: string[] | 'many' }
  /** progress of a restore that runs before the folder is opened */
  | { kind: 'going-back'; percent: number }
  /** progress of `backup.verify` */
  | { kind: 'verifying'; percent: number }
  /** a print job or a printer changed */
  | { kind: 'print' }
  /** a drill began, ended, or moved to another stage */
  | { kind: 'drill' }
  /** a handover changed */
  | { kind: 'handover' }
  /** the log of protected actions has a new line, or the outcome of a line was recorded */
  | { kind: 'acts' }
  | { kind: 'settings' }
  /** mode, secret or warnings changed: anything in `desk.state` */
  | { kind: 'desk' };
export interface NumberedEvent {
  n: number;
  event: DeskEvent;
}
