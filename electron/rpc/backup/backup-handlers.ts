import type { BackupState } from '../../../shared/contract/desk-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { readBackupNote } from '../../backup/backup-note.ts';
import type { BackupMade } from '../../backup/backup.ts';
import { readRescueNote, writeRescueNote } from '../../backup/rescue-note.ts';
import type { Handlers } from '../transport/answer.ts';

export interface BackupHandlersHost {
  data: string;
  /** the folder a person chose; empty for none */
  chosen: () => string;
  make: () => Promise<BackupMade>;
  onChange: () => void;
  lock: () => BackupState['lock'];
}

/** Backups that are made by themselves, and what came of a damaged file. */
export function backupHandlers({
  data,
  chosen,
  make,
  onChange,
  lock,
}: BackupHandlersHost): Pick<Handlers<'desk'>, 'backup.state' | 'backup.now' | 'rescue.seen'> {
  function state(): BackupState {
    const note = readBackupNote(data);
    const { seen = true, ...rescued } = readRescueNote(data) ?? {};
    return {
      folder: chosen(),
      last: note && { at: note.at, ok: note.ok },
      good: note?.good ?? null,
      lock: lock(),
      rehearsal: note?.rehearsal ?? null,
      rescued: seen ? null : (rescued as BackupState['rescued']),
    };
  }
  return {
    'backup.state': state,
    async 'backup.now'() {
      if (chosen() === '')
        throw problem('bad-setting', 'Choose a folder for backups first.', { reason: 'backup-first' });
      return make();
    },
    'rescue.seen'() {
      const note = readRescueNote(data);
      if (note) writeRescueNote(data, { ...note, seen: true });
      onChange();
      return state();
    },
  };
}
