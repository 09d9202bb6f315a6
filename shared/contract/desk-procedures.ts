import type { Settings } from '../settings/settings.ts';
import type { DeskState } from './desk-state.ts';
import type { Problem } from './problem.ts';
import { defineProcedure, commandId, noInput } from './procedure.ts';
import { isScreenName } from './screen-names.ts';
import type { ConnectionTest } from './sync-procedures.ts';
import { z } from 'zod';

/** A file name, never a path. */
const backupFileName = z.string().regex(/^[A-Za-z0-9.-]{1,100}$/);

/** Result of copying practice entries to live as drafts. */
export interface MigratedDrafts {
  made: number;
  already: number;
  problems: { key: string; problem: Problem }[];
}

/** A backup that can be restored. */
export interface ListedBackup {
  /** file name, by which screens refer to the backup */
  name: string;
  /** when it was made (ms), by a clock that may have been wrong */
  at: number;
  bytes: number;
  /** it has the most recent data, whatever its timestamp says */
  newest: boolean;
  /** it is unencrypted although this desk encrypts its backups: `backup.restore` needs `takeOpen` to accept it */
  openBesideLocked: boolean;
  /**
   * a replaced passphrase encrypts it, so that whoever knows that one may have made it; `takeOpen` accepts it as well
   */
  olderKey: boolean;
  /** only a passphrase or a recovery key opens it; the desk can open its own */
  locked: boolean;
}

/** Times in ms of the desk's clock. */
export interface BackupState {
  /** empty if none is chosen */
  folder: string;
  last: { at: number; ok: boolean } | null;
  good: { at: number; path: string; entries: number } | null;
  /**
   * backups are encrypted with a passphrase since `at`; `onPaper`: a person proved that the recovery sheet is printed.
   * Null: backups are not encrypted
   */
  lock: { at: number; onPaper: boolean } | null;
  /** `failed`: what went wrong, in English, or null */
  rehearsal: { at: number; path: string; failed: string | null } | null;
  /** a data file was set aside and replaced by a backup; null if that did not happen or a person has acknowledged it */
  rescued: {
    at: number;
    /** the file was damaged, or a person chose to restore a backup */
    why: 'damaged' | 'chosen';
    /** path of the replaced file */
    aside: string;
    /** path of the backup, and when that was made (ms) */
    from: string;
    madeAt: number;
    entries: number;
    fromJournal: number;
    /** entries marked possibly sent */
    maybeTaken: number;
    /** entries of the journal that could not be entered, plus its unreadable lines */
    lost: number;
    /**
     * operators, rights, PINs, settings and erasures of the replaced file are still in force: how many operators and
     * which settings differ from the backup, and how many entries were erased again; null: they could not be read, and
     * the backup's are in force
     */
    kept: { operators: number; settings: string[]; erased: number } | null;
    /** an older program did it, which read none of them: `kept` is null for that */
    byOlderProgram: boolean;
  } | null;
}

/**
 * The desk itself: settings, practice and live folder, values stored for screens, backups. Rows of the desk contract.
 */
export const deskProcedures = {
  /**
   * writes a checked copy of the database to a folder, named by its time, while the desk keeps working. `used`: accept
   * only a folder a desk has written to before, `bad-file` otherwise
   */
  'backup.make': defineProcedure<{ path: string; entries: number }>()('reader', { from: 'host' }, () =>
    z.strictObject({ to: z.string().min(1).max(4096), used: z.boolean().optional() }),
  ),
  /**
   * writes a backup to the folder in the setting `backupFolder`. If none is set, a person chooses one in the host's
   * dialog (null if they cancel); on a host without a dialog the folder of the last backup is used, `bad-setting` if
   * there was none
   */
  'backup.choose': defineProcedure<{ made: { path: string; entries: number } | null }>()(
    'desk',
    { by: 'host' },
    () => noInput,
  ),
  /**
   * reads everything, with progress in events `verifying`. `whole` covers the structure, the seal of every row of an
   * entry, and every action in the journal. Damage is reported, never thrown; `cancelled` (reason `stopped`) if
   * `backup.stopVerify` ended it
   */
  'backup.verify': defineProcedure<{
    whole: boolean;
    entries: number;
    structure: string[];
    damaged: string[];
    damages: { id: string | null; key: string | null; part: string; message: string; todo: string }[];
    uncovered: number;
    journal: { lines: number; missing: string[]; damagedLines: number };
  }>()('reader', () => noInput),
  /** stops every `backup.verify` under way; nothing of it is left on the disk */
  'backup.stopVerify': defineProcedure<{ ended: true }>()('reader', () => noInput),
  'settings.get': defineProcedure<Settings>()('desk', { whenStopped: 'always' }, () => noInput),
  /**
   * creates the folders among the values and marks them as chosen; `bad-file` if one cannot be created, and nothing is
   * stored. `chosenBefore`: a person chose the folders earlier, so none is created
   */
  'settings.set': defineProcedure<Settings>()('desk', { by: 'host', actor: true, stay: true }, () =>
    z.strictObject({ values: z.record(z.string(), z.unknown()), chosenBefore: z.boolean().optional() }),
  ),
  /**
   * lets a person choose the folder for the setting `journalCopy` in the host's dialog; `bad-setting` if the host has
   * none
   */
  'journal.choose': defineProcedure<Settings>()('desk', { by: 'host', actor: true, stay: true }, () => noInput),
  /** the same for the setting `backupFolder` */
  'backup.chooseFolder': defineProcedure<Settings>()('desk', { by: 'host', actor: true, stay: true }, () => noInput),
  /** the folder of automatic backups, the newest intact backup, and the result of the last backup test */
  'backup.state': defineProcedure<BackupState>()('desk', () => noInput),
  /** makes a backup in that folder now; `bad-setting` if none is chosen */
  'backup.now': defineProcedure<{ path: string; entries: number }>()('desk', () => noInput),
  /**
   * the backups in that folder, most recent data first, those whose age is unknown last; `bad-setting` if no folder is
   * chosen, `bad-file` if it is missing
   */
  'backup.list': defineProcedure<{ backups: ListedBackup[] }>()('desk', () => noInput),
  /**
   * copies a backup next to the data file, to be opened at the next start. `damaged` if it is not intact or encrypted
   * with another passphrase; `locked` if it is unencrypted although this desk encrypts backups, unless a person
   * confirmed that (`takeOpen`)
   */
  'backup.want': defineProcedure<{ at: number }>()('desk', { from: 'host' }, () =>
    z.strictObject({ name: backupFileName, takeOpen: z.boolean().optional() }),
  ),
  /**
   * restores a backup: the data file is set aside, the backup opened in its place, and later actions are replayed from
   * the journal; every entry without a final result is marked possibly sent. Changes nothing where `backup.want` would
   * refuse
   */
  'backup.restore': defineProcedure<DeskState>()('desk', { by: 'host', waits: 'turn', actor: true }, () =>
    z.strictObject({ commandId, name: backupFileName, takeOpen: z.boolean().optional() }),
  ),
  /** encrypts backups with a passphrase from now on; `bad-setting` if it is too short */
  'backup.lock': defineProcedure<BackupState>()('desk', { actor: true }, () =>
    z.strictObject({ commandId, passphrase: z.string().max(1000) }),
  ),
  /** stops encrypting; existing encrypted backups stay encrypted */
  'backup.unlock': defineProcedure<BackupState>()('desk', { actor: true }, () => noInput),
  /** content of the recovery sheet, for printing only; `bad-setting` once the sheet is confirmed as printed */
  'backup.sheet': defineProcedure<{ recoveryKey: string; at: number; desk: string; folder: string }>()(
    'desk',
    { actor: true },
    () => noInput,
  ),
  /** confirms that the sheet is printed, by the last part of the recovery key; `bad-setting` if it does not match */
  'backup.sheetKept': defineProcedure<BackupState>()('desk', () => z.strictObject({ part: z.string().max(200) })),
  /**
   * erases what is older than the setting `retentionDays` now, however long it takes; does nothing if no days are set.
   * `days` is used instead of the setting, as the scheduled run does. `freed`: no erased data is left in free space
   */
  'retention.now': defineProcedure<{
    entries: number;
    memories: number;
    journalDays: number;
    backups: number;
    /** damaged files that were set aside, and orders of the practice service */
    damaged: number;
    practice: number;
    freed: boolean;
  }>()('desk', { actor: true }, () => z.strictObject({ days: z.int().min(1).max(3650).optional() })),
  /** a person has acknowledged what happened to a damaged file */
  'rescue.seen': defineProcedure<BackupState>()('desk', () => noInput),
  'desk.state': defineProcedure<DeskState>()('desk', { by: 'host' }, () => noInput),
  /**
   * sets the service of the live folder; `other-target` if the folder is bound to another, `bad-address` if it is not a
   * service address
   */
  'desk.setService': defineProcedure<DeskState>()('desk', { by: 'host', waits: 'turn', actor: true, stay: true }, () =>
    z.strictObject({ commandId, address: z.string().max(2000), account: z.string().max(200).default('') }),
  ),
  /**
   * whether a service answers at an address. `value`: the secret typed for it; if omitted, the stored secret for this
   * service is sent. An address that is not saved is called only after a person confirms it in the host: `cancelled` if
   * they do not, `bad-setting` (`test-saved`) if the host has no dialogs
   */
  'desk.testService': defineProcedure<ConnectionTest>()('desk', { by: 'host', actor: true, stay: true }, () =>
    z.strictObject({
      address: z.string().max(2000),
      account: z.string().max(200).default(''),
      value: z.string().max(10_000).optional(),
    }),
  ),
  /**
   * null deletes it. Write-only: no procedure returns a secret. `target-unknown` if the address of the service came
   * with the folder and was never typed on this machine: a person who has read it sends the secret again with
   * `confirmed`
   */
  'desk.setSecret': defineProcedure<DeskState>()('desk', { by: 'host', waits: 'turn', actor: true, stay: true }, () =>
    z.strictObject({ commandId, value: z.string().max(10_000).nullable(), confirmed: z.boolean().default(false) }),
  ),
  /** makes a refused folder the active one again, at the person's explicit request; `wrong-state` if none is refused */
  'desk.reopen': defineProcedure<{
    generation: number;
    maybeTaken: number;
    notRegistered: string[];
    notBelieved: string[];
  }>()('desk', { by: 'host', waits: 'turn', whenStopped: 'always', actor: true }, () => noInput),
  /** switches to the other folder; `drafts` copies the entries of practice to live as drafts */
  'desk.switch': defineProcedure<DeskState & { drafts?: MigratedDrafts }>()(
    'desk',
    { by: 'host', waits: 'turn', actor: true },
    () => z.strictObject({ commandId, to: z.enum(['practice', 'live']), drafts: z.boolean().default(false) }),
  ),
  /**
   * stores a value for the screens under a name, such as a half-typed form or the language; null deletes it. Not for
   * secrets, and not under names the desk itself uses
   */
  'desk.remember': defineProcedure<{ at: number }>()('desk', () =>
    z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9./-]{1,100}$/)
        .refine(isScreenName, 'Screens keep nothing under this name.'),
      value: z.unknown(),
    }),
  ),
  'desk.recall': defineProcedure<{ value: unknown; at: number | null }>()(
    'desk',
    { by: 'either', whenStopped: 'always' },
    () => z.strictObject({ name: z.string().regex(/^[a-z0-9./-]{1,100}$/) }),
  ),
  /** whether the operating system starts the program when this user logs in; null if it cannot, as in a browser */
  'session.state': defineProcedure<{ startsDesk: boolean | null }>()('desk', { by: 'host' }, () => noInput),
  /** `bad-setting` if the operating system refuses */
  'session.set': defineProcedure<{ startsDesk: boolean | null }>()(
    'desk',
    { by: 'host', waits: 'turn', actor: true, stay: true },
    () => z.strictObject({ startsDesk: z.boolean() }),
  ),
  /** problems of the folder that do not stop delivery */
  'desk.warnings': defineProcedure<{ warnings: DeskState['warnings'] }>()(
    'desk',
    { whenStopped: 'always' },
    () => noInput,
  ),
} as const;
