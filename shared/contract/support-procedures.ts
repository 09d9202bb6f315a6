import type { State } from '../outbox/states.ts';
import type { SettingName } from '../settings/settings.ts';
import type { DeskFile } from './desk-state.ts';
import { defineProcedure, noInput } from './procedure.ts';

/** Facts about a data folder for support: numbers, codes, and whether a text is set; never entered data. */
export interface SupportFacts {
  /** numbers and switches by value; for a text only whether it differs from the default */
  settings: Record<SettingName, number | boolean | 'default' | 'set'>;
  entries: Record<State, number>;
  /** sizes in bytes of the file and its WAL; `version`: number of the last migration */
  database: { bytes: number; walBytes: number; version: number };
  target: 'none' | 'practice' | 'live' | 'unknown';
  /** result of a full verification; null if the disk did not answer in time */
  check: {
    whole: boolean;
    entries: number;
    structure: number;
    damaged: number;
    uncovered: number;
    journalLines: number;
    journalMissing: number;
    journalDamaged: number;
  } | null;
}

/** For support. Rows of the desk contract. */
export const supportProcedures = {
  /** reads the whole folder, without a time limit */
  'support.facts': defineProcedure<SupportFacts>()('reader', { from: 'host' }, () => noInput),
  /**
   * the support file: `text` is its content, to be read before it is sent. `file` is null if the disk refuses the file;
   * the text can still be copied
   */
  'support.file': defineProcedure<{ file: DeskFile | null; text: string }>()('desk', { by: 'host' }, () => noInput),
} as const;
