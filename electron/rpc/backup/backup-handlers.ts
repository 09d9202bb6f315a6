import { rmSync } from 'node:fs';
import type { BackupState, ListedBackup } from '../../../shared/contract/desk-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { readOpenHolds } from '../../backup/backup-holds.ts';
import { readBackupNote } from '../../backup/backup-note.ts';
import type { BackupMade } from '../../backup/backup.ts';
import type { Fetched } from '../../backup/fetch-newest.ts';
import {
  chosenCopy,
  forgetRescue,
  readRescueNote,
  wantChosen,
  writeRescueNote,
  type RescueNote,
} from '../../backup/rescue-note.ts';
import type { Handlers } from '../transport/answer.ts';

export interface BackupHandlersHost {
  data: string;
  /** the folder a person chose; empty: none */
  chosen: () => string;
  make: () => Promise<BackupMade>;
  list: () => Promise<ListedBackup[]>;
  /**
   * copies the backup of this name from that folder to a path; null if it is incomplete or cannot be opened. Rejects as
   * `fetchNewest`
   */
  fetch: (name: string, to: string, takeOpen: boolean) => Promise<Fetched | null>;
  /** `nameOfDesk` of the desk in this folder; null if the file does not name it */
  desk: () => string | null;
  onChange: () => void;
  lock: () => BackupState['lock'];
}

/** Automatic backups, and the outcome of a rescue. */
export function backupHandlers({
  data,
  chosen,
  make,
  list,
  fetch,
  desk,
  onChange,
  lock,
}: BackupHandlersHost): Pick<
  Handlers<'desk'>,
  'backup.state' | 'backup.now' | 'backup.list' | 'backup.want' | 'rescue.seen'
> {
  function state(): BackupState {
    const note = readBackupNote(data);
    const rescued = readRescueNote(data);
    return {
      folder: chosen(),
      last: note && { at: note.at, ok: note.ok },
      good: note?.good ?? null,
      lock: lock(),
      rehearsal: note?.rehearsal ?? null,
      rescued: rescued === null || rescued.seen ? null : toldOf(rescued),
    };
  }
  function demandFolder(): void {
    if (chosen() === '') throw problem('bad-setting', 'Choose a folder for backups first.', { reason: 'backup-first' });
  }
  function toldOf({ seen: _, kept, ...note }: RescueNote): NonNullable<BackupState['rescued']> {
    return { ...note, kept: kept ?? null, byOlderProgram: kept === undefined };
  }
  return {
    'backup.state': state,
    async 'backup.now'() {
      demandFolder();
      return make();
    },
    async 'backup.list'() {
      demandFolder();
      return { backups: await list() };
    },
    async 'backup.want'({ name, takeOpen = false }) {
      demandFolder();
      forgetRescue(data);
      const fetched = await fetch(name, chosenCopy(data), takeOpen);
      if (!fetched) {
        throw problem(
          'damaged',
          `${name} is not whole, or another passphrase locks it. Nothing was changed. Take another backup, or restore this one on the command line: restore --from FILE --data DIR.`,
          { reason: 'backup', name },
        );
      }
      const [own, from] = [desk(), readOpenHolds(chosenCopy(data)).desk];
      // the practice folder of the same desk counts as another one: its orders must not reach the live service
      if (own !== null && from !== null && own !== from) {
        rmSync(chosenCopy(data), { force: true });
        throw problem(
          'bad-file',
          `${name} is a backup of another desk, or of the other folder of this one. Nothing was changed. Choose another backup, or restore this one into a folder of its own on the command line: restore --from FILE --data DIR.`,
          { reason: 'other-desk', name },
        );
      }
      wantChosen(data, fetched);
      return { at: fetched.at };
    },
    'rescue.seen'() {
      const note = readRescueNote(data);
      if (note) writeRescueNote(data, { ...note, seen: true });
      onChange();
      return state();
    },
  };
}
