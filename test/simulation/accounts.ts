import type { CreateNumber } from '../../shared/creates/create-kinds.ts';

/** One time that a request took effect, with the entry and version its content is of. */
export interface Effect {
  endpoint: CreateNumber;
  entry: string;
  version: string;
  /** the generation of the folder that sent it, as it left */
  generation: number;
}

/** What became of one key at the service: how often it took effect, and with what. */
export interface Account {
  endpoint: CreateNumber;
  key: string;
  effects: Effect[];
  at: number;
  madeAt: number;
  /** when its number is final, where it is provisional first */
  finalAt: number;
  /** why the service could not make it, once `madeAt` has come; it may be made after all at `healsAt` */
  failed: string | null;
  healsAt: number;
  unseenUntil: number;
  /** it was there before anybody at this desk entered it */
  foreign: boolean;
}
