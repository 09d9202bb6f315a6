import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import { byPassphrase, byRecoveryKey, type Lock } from './lock.ts';
import { mistypedGroup, readRecoveryKey } from './recovery-key.ts';

/** Opens locks; a lock that was opened once costs nothing the second time. */
export interface Opener {
  /** null where nothing given opens it */
  keyOf: (lock: Lock) => Buffer | null;
  /** why it may not have been opened, as a problem to throw */
  refusal: (what: string) => ProblemError;
}

/** `given`: passphrases and recovery keys, as people type them; `known`: keys by the id of their lock. */
export function openerOf(given: readonly string[], known: ReadonlyMap<string, Buffer> = new Map()): Opener {
  const opened = new Map<string, Buffer | null>(known);
  const words = given.filter((one) => one.trim() !== '');

  function look(lock: Lock): Buffer | null {
    for (const one of words) {
      const paper = readRecoveryKey(one);
      const key = (paper === null ? null : byRecoveryKey(lock, paper)) ?? byPassphrase(lock, one);
      if (key) return key;
    }
    return null;
  }

  return {
    keyOf(lock) {
      const before = opened.get(lock.id);
      if (before !== undefined) return before;
      const found = look(lock);
      opened.set(lock.id, found);
      return found;
    },
    refusal(what) {
      if (words.length === 0)
        return problem('locked', `${what} is locked. Give its passphrase, or the recovery key of its sheet.`, {
          reason: 'none-given',
        });
      const group = words.map(mistypedGroup).find((one) => one !== null);
      if (group !== undefined)
        return problem('locked', `Group ${group} of the recovery key is mistyped: its check character does not fit.`, {
          reason: 'mistyped',
          group,
        });
      return problem(
        'locked',
        `${what} is not opened by this passphrase or recovery key. One that was set later, or at another desk, opens other copies.`,
        { reason: 'wrong' },
      );
    },
  };
}
