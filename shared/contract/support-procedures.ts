import type { SettingName } from '../settings/settings.ts';
import type { State } from '../outbox/states.ts';
import type { DeskFile } from './desk-state.ts';
import { asks } from './procedure.ts';
import { nothing } from './procedure-inputs.ts';

/** What a data folder tells those who help: numbers, words of lists, and whether a text is set; nothing that was entered. */
export interface SupportFacts {
  /** numbers and switches as they are; of a text only whether it is another than the default */
  settings: Record<SettingName, number | boolean | 'default' | 'set'>;
  entries: Record<State, number>;
  /** bytes of the file and of what is not yet in it; number of its last migration */
  database: { bytes: number; walBytes: number; version: number };
  target: 'none' | 'practice' | 'live' | 'unknown';
  /** what reading everything came to; null where the disk did not answer in time */
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

/** For those who help when something does not work. Rows of the desk contract. */
export const supportProcedures = {
  /** reads the whole folder, which takes as long as that takes */
  'support.facts': asks<SupportFacts>()('reader', () => nothing),
  /**
   * the file for those who help: `text` is what it holds, to be read before it leaves. `file` is null where the disk takes none: the text can
   * be copied
   */
  'support.file': asks<{ file: DeskFile | null; text: string }>()('desk', () => nothing),
} as const;
