import type { CreateNumber } from '../../shared/creates/create-kinds.ts';

/** One time a request took effect, with the entry and version of its content. */
export interface Effect {
  endpoint: CreateNumber;
  entry: string;
  version: string;
  /** generation of the folder that sent it, at the time of sending */
  generation: number;
}

/** The service's record of one key: how often it took effect, and with what content. */
export interface Account {
  endpoint: CreateNumber;
  key: string;
  effects: Effect[];
  at: number;
  madeAt: number;
  /** time at which its number becomes final, if it is provisional at first */
  finalAt: number;
  /** why the service could not make it, valid from `madeAt`; it may be made after all at `healsAt` */
  failed: string | null;
  healsAt: number;
  unseenUntil: number;
  /** the service had it before anyone entered it at this desk */
  foreign: boolean;
}
