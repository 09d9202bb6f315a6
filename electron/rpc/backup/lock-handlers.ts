import type { CopiesLock } from '../../backup/copies-lock.ts';
import type { Handlers } from '../transport/answer.ts';

type Names = 'backup.lock' | 'backup.unlock' | 'backup.sheet' | 'backup.sheetKept';

export interface LockHandlersHost {
  lock: CopiesLock;
  state: () => ReturnType<Handlers<'desk'>['backup.state']>;
  /** which desk it is and where it lies, for its sheet */
  desk: () => { desk: string; folder: string };
  /** copies are locked otherwise now */
  onChange: () => void;
}

/** The passphrase of copies, and the sheet it is recovered by. */
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
      lock.proveSheet(part);
      onChange();
      return state();
    },
  };
}
