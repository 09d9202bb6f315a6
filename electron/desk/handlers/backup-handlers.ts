import type { BackupState, ListedBackup } from '../../../shared/contract/desk-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { readBackupNote } from '../../copies/backup/backup-note.ts';
import type { CopyLock } from '../../copies/backup/copy-lock.ts';
import type { BackupResult } from '../../copies/backup/make-backup.ts';
import { readUnlockedContents } from '../../copies/backup/rank-backups.ts';
import type { FetchedBackup } from '../../copies/restore/fetch-newest-backup.ts';
import {
  chosenCopyPath,
  clearRescueRequest,
  readRescueNote,
  requestChosenBackup,
  writeRescueNote,
  type RescueNote,
} from '../../copies/restore/rescue-note.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { rmSync } from 'node:fs';

type Names = 'backup.lock' | 'backup.unlock' | 'backup.sheet' | 'backup.sheetKept';

export interface LockHandlersHost {
  lock: CopyLock;
  state: () => ReturnType<Handlers<'desk'>['backup.state']>;
  /** the desk and its folder, for the recovery sheet */
  deskAndFolder: () => { desk: string; folder: string };
  /** the lock has changed */
  onChange: () => void;
}

/** The passphrase of backups, and their recovery sheet. */
export function lockHandlers({
  lock,
  state,
  deskAndFolder,
  onChange,
}: LockHandlersHost): Pick<Handlers<'desk'>, Names> {
  return {
    async 'backup.lock'({ commandId, passphrase }) {
      await lock.setPassphrase(commandId, passphrase);
      onChange();
      return state();
    },
    'backup.unlock'() {
      lock.removePassphrase();
      onChange();
      return state();
    },
    'backup.sheet': () => ({ ...lock.readSheet(), ...deskAndFolder() }),
    'backup.sheetKept'({ part }) {
      lock.confirmSheet(part);
      onChange();
      return state();
    },
  };
}

export interface BackupHandlersHost {
  dataFolder: string;
  /** the folder a person chose; empty: none */
  backupFolder: () => string;
  makeBackup: () => Promise<BackupResult>;
  listBackups: () => Promise<ListedBackup[]>;
  /**
   * copies the backup of this name from the backup folder to a path; null if it is incomplete or cannot be opened.
   * Rejects as `fetchNewestBackup`
   */
  fetchBackup: (name: string, path: string, takeOpen: boolean) => Promise<FetchedBackup | null>;
  /** `deskFileName` of the desk in this folder; null if the database does not name its desk */
  deskName: () => string | null;
  onChange: () => void;
  lockState: () => BackupState['lock'];
}

/** Automatic backups, and the outcome of a rescue. */
export function backupHandlers({
  dataFolder,
  backupFolder,
  makeBackup,
  listBackups,
  fetchBackup,
  deskName,
  onChange,
  lockState,
}: BackupHandlersHost): Pick<
  Handlers<'desk'>,
  'backup.state' | 'backup.now' | 'backup.list' | 'backup.want' | 'rescue.seen'
> {
  function state(): BackupState {
    const note = readBackupNote(dataFolder);
    const rescued = readRescueNote(dataFolder);
    return {
      folder: backupFolder(),
      last: note && { at: note.at, ok: note.ok },
      good: note?.good ?? null,
      lock: lockState(),
      rehearsal: note?.rehearsal ?? null,
      rescued: rescued === null || rescued.seen ? null : rescueInfo(rescued),
    };
  }
  function requireFolder(): void {
    if (backupFolder() === '')
      throw problem('bad-setting', 'Choose a folder for backups first.', { reason: 'backup-first' });
  }
  function rescueInfo({ seen: _, kept, ...note }: RescueNote): NonNullable<BackupState['rescued']> {
    return { ...note, kept: kept ?? null, byOlderProgram: kept === undefined };
  }
  return {
    'backup.state': state,
    async 'backup.now'() {
      requireFolder();
      return makeBackup();
    },
    async 'backup.list'() {
      requireFolder();
      return { backups: await listBackups() };
    },
    async 'backup.want'({ name, takeOpen = false }) {
      requireFolder();
      clearRescueRequest(dataFolder);
      const backup = await fetchBackup(name, chosenCopyPath(dataFolder), takeOpen);
      if (!backup) {
        throw problem(
          'damaged',
          `${name} is not whole, or another passphrase locks it. Nothing was changed. Take another backup, or restore this one on the command line: restore --from FILE --data DIR.`,
          { reason: 'backup', name },
        );
      }
      const [ownDesk, backupDesk] = [deskName(), readUnlockedContents(chosenCopyPath(dataFolder)).desk];
      // The practice folder of this desk counts as another desk: its orders must not reach the live service.
      if (ownDesk !== null && backupDesk !== null && ownDesk !== backupDesk) {
        rmSync(chosenCopyPath(dataFolder), { force: true });
        throw problem(
          'bad-file',
          `${name} is a backup of another desk, or of the other folder of this one. Nothing was changed. Choose another backup, or restore this one into a folder of its own on the command line: restore --from FILE --data DIR.`,
          { reason: 'other-desk', name },
        );
      }
      requestChosenBackup(dataFolder, backup);
      return { at: backup.at };
    },
    'rescue.seen'() {
      const note = readRescueNote(dataFolder);
      if (note) writeRescueNote(dataFolder, { ...note, seen: true });
      onChange();
      return state();
    },
  };
}
