import type { LookupAbout } from './lookup-procedures.ts';
import type { SyncStatus } from './sync-procedures.ts';

/** Facts the desk tells without being asked, numbered in order; who missed some asks anew. */
export type DeskEvent =
  | { kind: 'entries'; ids: string[] | 'many' }
  | { kind: 'sync'; status: SyncStatus }
  | { kind: 'import'; importId?: string; done: number; of: number }
  | { kind: 'labels'; done: number; of: number }
  | { kind: 'export'; done: number; of: number }
  /** fresh answers are known of these; the same procedure with mode `last` tells them */
  | { kind: 'lookup'; about: LookupAbout; subjects: string[] | 'many' }
  /** a restore that the folder waits for before it is opened goes on */
  | { kind: 'going-back'; percent: number }
  /** something of the print jobs or the printers is another now */
  | { kind: 'print' }
  /** a drill was begun, has ended, or stages something else now */
  | { kind: 'drill' }
  /** something of a handover to a carrier is another now */
  | { kind: 'handover' }
  /** the log of acts has another line, or one of its lines has ended */
  | { kind: 'acts' }
  | { kind: 'settings' }
  /** practice or live, secret, warnings: whatever `desk.state` tells */
  | { kind: 'desk' };
export interface NumberedEvent {
  n: number;
  event: DeskEvent;
}
