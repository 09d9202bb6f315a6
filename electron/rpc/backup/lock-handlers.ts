import type { CopyLock } from '../../backup/copies-lock.ts';
import type { Handlers } from '../transport/answer.ts';

type Names = 'backup.lock' | 'backup.unlock' | 'backup.sheet' | 'backup.sheetKept';

export interface LockHandlersHost {
  lock: CopyLock;
  state: () => ReturnType<Handlers<'desk'>['backup.state']>;
  /** the desk and its folder, for the recovery sheet */
  desk: () => { desk: string; folder: string };
  /** the lock has changed */
  onChange: () => void;
}

/** The passphrase of backups, and their recovery sheet. */
export function lockHandlers({ lock, state, desk, onChange }: LockHandlersHost): Pick<Handlers<'desk'>, Names> {
  return {
    async 'backup.lock'({ commandId, passphrase }) {
      await lock.set(commandId, passphrase);
      onChange();
      return state();
    },
    'backup.unlock'() {
      lock.end();
      onChange();
      return state();
    },
    'backup.sheet': () => ({ ...lock.sheet(), ...desk() }),
    'backup.sheetKept'({ part }) {
      lock.confirmSheet(part);
      onChange();
      return state();
    },
  };
}
