import { problem } from '../../../shared/contract/problem.ts';
import { minPassphrase } from '../../../shared/settings/settings.ts';
import { readKeys, writeKeys, type CurrentKey, type StoredKeys } from '../../platform/encryption/key-file.ts';
import { makeLock, makeRecoveryKey, normalizeRecoveryKey } from '../../platform/encryption/lock.ts';
import { lockLines, type LineOrigin, type ActionRange, type CopiedLines } from './locked-lines.ts';

/** Characters of a recovery key that prove it is on paper: its last two groups. */
const proofLength = 10;

/**
 * Manages the passphrase of a data folder's copies: set, change, end, and print its recovery key. Only called by the
 * desk's single thread.
 */
export function createCopyLock(folder: string, now: () => number) {
  let cachedKeys: StoredKeys | null = null;

  // throws if the keys cannot be read, so that copies are neither locked nor left open by accident
  const keys = (): StoredKeys => (cachedKeys ??= readKeys(folder));
  function saveKeys(changed: StoredKeys): void {
    writeKeys(folder, changed);
    cachedKeys = changed;
  }
  function requireCurrent(): CurrentKey {
    const { current } = keys();
    if (current) return current;
    throw problem('bad-setting', 'No passphrase is set.', { reason: 'no-passphrase' });
  }
  const olderKeys = ({ current, older }: StoredKeys): StoredKeys['older'] =>
    current ? [...older, { lock: current.lock, key: current.key }] : older;

  return {
    /** null: copies are open. `onPaper`: the user has proved that the recovery key is on paper. */
    state(): { at: number; onPaper: boolean } | null {
      const { current } = keys();
      return current && { at: current.at, onPaper: current.recoveryKey === null };
    },
    /**
     * when the current lock was set (ms), before which copies are of another kind; 0 if copies are open, or the keys
     * cannot be read
     */
    lockedSince(): number {
      try {
        return keys().current?.at ?? 0;
      } catch {
        // making a copy reports the error
        return 0;
      }
    },
    /** id of the lock of new copies; null if they are open, or the keys cannot be read */
    currentId(): string | null {
      try {
        return keys().current?.lock.id ?? null;
      } catch {
        return null;
      }
    },
    /** Formats lines of a journal for a folder that others can read. */
    lines: (origin: LineOrigin, text: string, range: ActionRange): CopiedLines =>
      lockLines(origin, text, range, keys()),
    /**
     * The same for a day that is written whole, which begins with its lock. If lines are locked, even a day without
     * lines gets a box, so that erased lines are not reported as missing.
     */
    lockedDay(origin: LineOrigin, text: string, range: ActionRange): string {
      if (!keys().current) return text;
      const locked = lockLines(origin, text === '' ? '\n' : text, range, keys());
      return `${locked.opening}${locked.text}`;
    },
    /** Locks all copies from now on; earlier ones stay as they are. Throws ProblemError `bad-setting`. */
    async setPassphrase(commandId: string, passphrase: string): Promise<void> {
      if (keys().current?.commandId === commandId) return;
      if ([...passphrase.trim()].length < minPassphrase)
        throw problem('bad-setting', `A passphrase has at least ${minPassphrase} characters.`, {
          name: 'passphrase',
          reason: 'passphrase-short',
        });
      const recoveryKey = makeRecoveryKey();
      const { lock, key } = await makeLock(passphrase, recoveryKey);
      // the same command may run twice at once, and the sheet of the first run may be printing already
      if (keys().current?.commandId === commandId) return;
      const current = { lock, key: key.toString('base64'), at: now(), commandId, recoveryKey };
      saveKeys({ current, older: olderKeys(keys()) });
    },
    /**
     * Content of the recovery sheet. Throws ProblemError `bad-setting` once it is on paper: the desk never shows it
     * again.
     */
    readSheet(): { recoveryKey: string; at: number } {
      const { recoveryKey, at } = requireCurrent();
      if (recoveryKey !== null) return { recoveryKey, at };
      throw problem('bad-setting', 'The recovery sheet is on paper. Set a new passphrase to print a new one.', {
        reason: 'sheet-kept',
      });
    },
    /**
     * Accepts the end of the printed recovery key, or all of it, as typed or scanned by the user. Throws ProblemError
     * `bad-setting`.
     */
    confirmSheet(part: string): void {
      const current = requireCurrent();
      if (current.recoveryKey === null) return;
      const typed = normalizeRecoveryKey(part);
      if (typed.length < proofLength || !normalizeRecoveryKey(current.recoveryKey).endsWith(typed))
        throw problem('bad-setting', 'That is not the end of the recovery key on the sheet.', {
          name: 'sheet',
          reason: 'sheet-part',
        });
      saveKeys({ ...keys(), current: { ...current, recoveryKey: null } });
    },
    /** Removes the passphrase: new copies are open again, locked ones stay locked. */
    removePassphrase: (): void => saveKeys({ current: null, older: olderKeys(keys()) }),
  };
}
export type CopyLock = ReturnType<typeof createCopyLock>;
