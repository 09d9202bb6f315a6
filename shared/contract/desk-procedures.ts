import { z } from 'zod';
import type { DeskState } from './desk-state.ts';
import type { Problem } from './problem.ts';
import type { ConnectionTest } from './sync-procedures.ts';
import { asks } from './procedure.ts';
import { commandId, nothing } from './procedure-inputs.ts';
import { isScreenName } from './screen-names.ts';
import type { Settings } from '../settings/settings.ts';

/** Of a file, never of a path. */
const backupFileName = z.string().regex(/^[A-Za-z0-9.-]{1,100}$/);

/** What became of entries that were copied from practice as drafts. */
export interface DraftsBrought {
  made: number;
  already: number;
  problems: { key: string; problem: Problem }[];
}

/** A backup that can be restored. */
export interface ListedBackup {
  /** of its file, which is what a screen calls it by */
  name: string;
  /** when it was made (ms), as right as the clock was then */
  at: number;
  bytes: number;
  /** it holds most: newer than the others whatever the clock said */
  newest: boolean;
  /** it is open though copies of this desk are locked: `backup.restore` takes it only with `takeOpen` */
  openBesideLocked: boolean;
  /** only a passphrase or a recovery key opens it; those of this desk it opens itself */
  locked: boolean;
}

/** Times in ms of the desk's clock. */
export interface BackupState {
  /** empty where none is chosen */
  folder: string;
  last: { at: number; ok: boolean } | null;
  good: { at: number; path: string; entries: number } | null;
  /** a passphrase locks copies since then; `onPaper`: somebody has proved that its recovery sheet is printed. Null: copies are open */
  lock: { at: number; onPaper: boolean } | null;
  /** `failed`: what was wrong, in English, or null */
  rehearsal: { at: number; path: string; failed: string | null } | null;
  /** a file was set aside, and what stands in its place; null where nothing did happen, or a person has read it */
  rescued: {
    at: number;
    /** it was damaged, or a person chose a backup */
    why: 'damaged' | 'chosen';
    aside: string;
    from: string;
    madeAt: number;
    entries: number;
    fromJournal: number;
    maybeTaken: number;
    lost: number;
    /**
     * operators, rights, PINs, settings and erasures are those of before: how many operators and which settings are other than in the
     * backup, and how many entries were erased again; null: they could not be read, and those of the backup count
     */
    kept: { operators: number; settings: string[]; erased: number } | null;
    /** an older program did it, which read none of them: `kept` is null for that */
    byOlderProgram: boolean;
  } | null;
}

/** The desk itself: its settings, its two folders, what it keeps for the screens, its backups. Rows of the desk contract. */
export const deskProcedures = {
  /** a checked copy of the database in a folder, named by its time; the desk goes on working. `used`: only where a desk wrote before, `bad-file` elsewhere */
  'backup.make': asks<{ path: string; entries: number }>()('reader', () =>
    z.strictObject({ to: z.string().min(1).max(4096), used: z.boolean().optional() }),
  ),
  /**
   * the same into the folder of the setting `backupFolder`; where none is set into one that a person chooses in the host's own dialog, null where
   * they chose none; where the host has no dialog into the folder of the backup before, `bad-setting` where there was none
   */
  'backup.choose': asks<{ made: { path: string; entries: number } | null }>()('desk', () => nothing),
  /** reads everything; whole: the structure, the hash of every row of an entry, and every act the journal knows. Damage is told, never thrown */
  'backup.verify': asks<{
    whole: boolean;
    entries: number;
    structure: string[];
    damaged: string[];
    damages: { id: string | null; key: string | null; part: string; message: string; todo: string }[];
    uncovered: number;
    journal: { lines: number; missing: string[]; damagedLines: number };
  }>()('reader', () => nothing),
  'settings.get': asks<Settings>()('desk', () => nothing),
  /**
   * folders among them are made, and marked as chosen; rejects with `bad-file` where one cannot be, and stores nothing. `chosenBefore`: a person
   * named them earlier, and none is made
   */
  'settings.set': asks<Settings>()('desk', () =>
    z.strictObject({ values: z.record(z.string(), z.unknown()), chosenBefore: z.boolean().optional() }),
  ),
  /** lets a person choose the folder of the setting `journalCopy` in the host's own dialog; `bad-setting` where the host has none */
  'journal.choose': asks<Settings>()('desk', () => nothing),
  /** the same of the setting `backupFolder` */
  'backup.chooseFolder': asks<Settings>()('desk', () => nothing),
  /** where backups go by themselves, the newest that is whole, and how bringing one back to life ended */
  'backup.state': asks<BackupState>()('desk', () => nothing),
  /** makes one in that folder now; `bad-setting` where none is chosen */
  'backup.now': asks<{ path: string; entries: number }>()('desk', () => nothing),
  /** those in that folder, the one that holds most first, and those of which that is not known last; `bad-setting` where none is chosen, `bad-file` where it is away */
  'backup.list': asks<{ backups: ListedBackup[] }>()('desk', () => nothing),
  /**
   * copies one of them beside the data file, for the next start to open; `damaged` where it is not whole, or locked by another passphrase;
   * `locked` where it is open though copies are locked, unless a person has read that and takes it (`takeOpen`)
   */
  'backup.want': asks<{ at: number }>()('desk', () =>
    z.strictObject({ name: backupFileName, takeOpen: z.boolean().optional() }),
  ),
  /**
   * goes back to one of them: the data file is set aside, the backup opened in its place, and what people did since done again from the
   * journal; whatever was not settled for good is maybe taken. What of `backup.want` is refused changes nothing
   */
  'backup.restore': asks<DeskState>()('desk', () =>
    z.strictObject({ commandId, name: backupFileName, takeOpen: z.boolean().optional() }),
  ),
  /** locks copies with a passphrase from now on; `bad-setting` where it is too short */
  'backup.lock': asks<BackupState>()('desk', () => z.strictObject({ commandId, passphrase: z.string().max(1000) })),
  /** copies are made open again; those that are locked stay so */
  'backup.unlock': asks<BackupState>()('desk', () => nothing),
  /** what the recovery sheet tells: read for the paper alone, and `bad-setting` once it is on paper */
  'backup.sheet': asks<{ recoveryKey: string; at: number; desk: string; folder: string }>()('desk', () => nothing),
  /** proves by the end of the recovery key that it is on paper; `bad-setting` where it is not that */
  'backup.sheetKept': asks<BackupState>()('desk', () => z.strictObject({ part: z.string().max(200) })),
  /**
   * erases what the setting `retentionDays` says now, whatever it takes; nothing where none are set. `days`: so many instead, as it runs by itself.
   * `freed`: nothing of it lies on in free space
   */
  'retention.now': asks<{
    entries: number;
    memories: number;
    journalDays: number;
    backups: number;
    /** damaged files that were set aside, and orders at the practice service */
    damaged: number;
    practice: number;
    freed: boolean;
  }>()('desk', () => z.strictObject({ days: z.int().min(1).max(3650).optional() })),
  /** a person has read what happened to a damaged file */
  'rescue.seen': asks<BackupState>()('desk', () => nothing),
  'desk.state': asks<DeskState>()('desk', () => nothing),
  /** sets the service of the live folder; `other-target` when it is bound elsewhere, `bad-address` when it is none */
  'desk.setService': asks<DeskState>()('desk', () =>
    z.strictObject({ commandId, address: z.string().max(2000), account: z.string().max(200).default('') }),
  ),
  /**
   * whether a service answers at an address; `value`: the secret that was typed for it, else the one kept for this service goes along. An address
   * that is not saved is asked once a person has confirmed it in the host: `cancelled` where they do not, `bad-setting` (`test-saved`) where the
   * host has no dialogs
   */
  'desk.testService': asks<ConnectionTest>()('desk', () =>
    z.strictObject({
      address: z.string().max(2000),
      account: z.string().max(200).default(''),
      value: z.string().max(10_000).optional(),
    }),
  ),
  /**
   * null forgets it. Write-only: nothing reads a secret back. `target-unknown` where the folder brought the address of its service
   * along and nobody of this machine has typed it: a person who has read it gives the secret again, `confirmed`
   */
  'desk.setSecret': asks<DeskState>()('desk', () =>
    z.strictObject({ commandId, value: z.string().max(10_000).nullable(), confirmed: z.boolean().default(false) }),
  ),
  /** makes a refused folder the one to work in again, knowingly; `wrong-state` where none is refused */
  'desk.reopen': asks<{ generation: number; maybeTaken: number; notRegistered: string[] }>()('desk', () => nothing),
  /** goes to the other folder; `drafts` brings what was typed in practice along to live, as drafts */
  'desk.switch': asks<DeskState & { drafts?: DraftsBrought }>()('desk', () =>
    z.strictObject({ commandId, to: z.enum(['practice', 'live']), drafts: z.boolean().default(false) }),
  ),
  /** what a screen keeps at this desk under a name: a form half typed, a person's language; null forgets. Not for secrets, and under no name that is the desk's own */
  'desk.remember': asks<{ at: number }>()('desk', () =>
    z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9./-]{1,100}$/)
        .refine(isScreenName, 'Screens keep nothing under this name.'),
      value: z.unknown(),
    }),
  ),
  'desk.recall': asks<{ value: unknown; at: number | null }>()('desk', () =>
    z.strictObject({ name: z.string().regex(/^[a-z0-9./-]{1,100}$/) }),
  ),
  /** whether the system starts the program when this user's session begins; null where it cannot, as in a browser */
  'session.state': asks<{ startsDesk: boolean | null }>()('desk', () => nothing),
  /** `bad-setting` where the system does not let it */
  'session.set': asks<{ startsDesk: boolean | null }>()('desk', () => z.strictObject({ startsDesk: z.boolean() })),
  /** trouble of the folder that stops no delivery by itself */
  'desk.warnings': asks<{ warnings: DeskState['warnings'] }>()('desk', () => nothing),
} as const;
