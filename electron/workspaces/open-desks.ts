import { keepDesk, startReader, type Desk, type DeskOptions } from '../threads/desk.ts';

/** How the desks of data folders are opened. */
export interface OpenDesks {
  /** as its owner; see `keepDesk` */
  keep(options: DeskOptions): Promise<Desk>;
  /** read-only, beside an owner or without one; see `startReader` */
  read(options: DeskOptions): Promise<Desk>;
}

export const workerDesks: OpenDesks = { keep: keepDesk, read: startReader };
