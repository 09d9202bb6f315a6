import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import { openByPassphrase, openByRecoveryKey, type Lock } from './lock.ts';
import { findMistypedGroup, readRecoveryKey } from './recovery-key.ts';

/** Opens locks and caches the results: opening a lock again is free. */
export interface Opener {
  /**
   * Returns null if none of the given passphrases and keys opens the lock. `isProven`: a known key has proved that the
   * lock is the desk's; of unproven locks only some are tried.
   */
  keyOf: (lock: Lock, isProven?: boolean) => Buffer | null;
  /** key of the lock with this id, if already known or found; otherwise null */
  known: (id: string) => Buffer | null;
  /** a problem to throw that explains why opening failed */
  lockedProblem: (what: string) => ProblemError;
}

/** Most unproven locks tried with passphrases: each takes up to a second, and crafted files can contain any number. */
const maxUnprovenLocks = 6;

/** `given`: passphrases and recovery keys as typed; `known`: keys by lock id. */
export function createOpener(given: readonly string[], known: ReadonlyMap<string, Buffer> = new Map()): Opener {
  // keyed by the whole lock, since another lock may have the same id
  const resultByLock = new Map<string, Buffer | null>();
  const keys = new Map<string, Buffer>(known);
  const secrets = given.filter((one) => one.trim() !== '');
  let triedCount = 0;
  let hasUntriedLocks = false;

  function tryOpen(lock: Lock, isProven: boolean): Buffer | null {
    const recoveryKeys = secrets.map(readRecoveryKey).filter((paper) => paper !== null);
    for (const paper of recoveryKeys) {
      const key = openByRecoveryKey(lock, paper);
      if (key) return key;
    }
    if (!isProven && triedCount >= maxUnprovenLocks) {
      hasUntriedLocks = true;
      return null;
    }
    if (!isProven) triedCount += 1;
    for (const one of secrets) {
      const key = openByPassphrase(lock, one);
      if (key) return key;
    }
    return null;
  }

  return {
    keyOf(lock, isProven = false) {
      const key = keys.get(lock.id);
      if (key) return key;
      const id = JSON.stringify([lock, isProven]);
      const before = resultByLock.get(id);
      if (before !== undefined) return before;
      const found = tryOpen(lock, isProven);
      resultByLock.set(id, found);
      if (found) keys.set(lock.id, found);
      return found;
    },
    known: (id) => keys.get(id) ?? null,
    lockedProblem(what) {
      if (secrets.length === 0)
        return problem('locked', `${what} is locked. Give its passphrase, or the recovery key of its sheet.`, {
          reason: 'none-given',
        });
      const group = secrets.map(findMistypedGroup).find((one) => one !== null);
      if (group !== undefined)
        return problem('locked', `Group ${group} of the recovery key is mistyped: its check character does not fit.`, {
          reason: 'mistyped',
          group,
        });
      return problem(
        'locked',
        `${what} is not opened by this passphrase or recovery key. One that was set later, or at another desk, opens other copies.${hasUntriedLocks ? ` Only ${maxUnprovenLocks} of the locks that lie there were tried: move days away that are not of this desk.` : ''}`,
        { reason: 'wrong' },
      );
    },
  };
}
