import { minPassphrase } from '../../shared/settings/passphrase.ts';
import { problem } from '../../shared/contract/problem.ts';
import { readKeys, writeKeys, type CurrentKey, type HeldKeys } from '../encryption/key-file.ts';
import { makeLock } from '../encryption/lock.ts';
import { makeRecoveryKey, plainOf } from '../encryption/recovery-key.ts';
import { lockLines, type LinesOf, type LineSpan, type PlaceLines } from './locked-lines.ts';

/** How much of a recovery key proves that it is on paper: its last two groups. */
const provingCharacters = 10;

/** The passphrase of a data folder's copies: set, changed, ended, and its recovery key put on paper. The desk's one thread calls it. */
export function copiesLock(folder: string, now: () => number) {
  let held: HeldKeys | null = null;

  // what cannot be read locks nothing by accident, and leaves nothing open by accident either: it throws
  const keys = (): HeldKeys => (held ??= readKeys(folder));
  function keep(changed: HeldKeys): void {
    writeKeys(folder, changed);
    held = changed;
  }
  function demanded(): CurrentKey {
    const { current } = keys();
    if (current) return current;
    throw problem('bad-setting', 'No passphrase is set.', { reason: 'no-passphrase' });
  }
  const retired = ({ current, older }: HeldKeys): HeldKeys['older'] =>
    current ? [...older, { lock: current.lock, key: current.key }] : older;

  return {
    /** null: copies are open. `onPaper`: somebody has proved that the recovery key is. */
    state(): { at: number; onPaper: boolean } | null {
      const { current } = keys();
      return current && { at: current.at, onPaper: current.recoveryKey === null };
    },
    /** when copies began to be locked as they are (ms), and those made before are of another kind; 0 where they are open, or nothing can be read */
    since(): number {
      try {
        return keys().current?.at ?? 0;
      } catch {
        // making one tells it
        return 0;
      }
    },
    /** Lines of a journal as a place may have them that others may read. */
    lines: (of: LinesOf, text: string, span: LineSpan): PlaceLines => lockLines(of, text, span, keys()),
    /**
     * The same for days that are written whole: they begin with what opens them. Where lines are locked there is a box even without any, so
     * that those that were erased are not told as missing.
     */
    linesOfDay(of: LinesOf, text: string, span: LineSpan): string {
      if (!keys().current) return text;
      const locked = lockLines(of, text === '' ? '\n' : text, span, keys());
      return `${locked.opening}${locked.text}`;
    },
    /** Locks all copies from now on; those made before stay as they are. Throws ProblemError `bad-setting`. */
    async set(commandId: string, passphrase: string): Promise<void> {
      if (keys().current?.commandId === commandId) return;
      if ([...passphrase.trim()].length < minPassphrase)
        throw problem('bad-setting', `A passphrase has at least ${minPassphrase} characters.`, {
          name: 'passphrase',
          reason: 'passphrase-short',
        });
      const recoveryKey = makeRecoveryKey();
      const { lock, key } = await makeLock(passphrase, recoveryKey);
      // given twice at once: the first one's sheet may be on its way to the printer
      if (keys().current?.commandId === commandId) return;
      const current = { lock, key: key.toString('base64'), at: now(), commandId, recoveryKey };
      keep({ current, older: retired(keys()) });
    },
    /** What the sheet tells. Throws ProblemError `bad-setting` where it is on paper: nobody reads it from the desk any more. */
    sheet(): { recoveryKey: string; at: number } {
      const { recoveryKey, at } = demanded();
      if (recoveryKey !== null) return { recoveryKey, at };
      throw problem('bad-setting', 'The recovery sheet is on paper. Set a new passphrase to print a new one.', {
        reason: 'sheet-kept',
      });
    },
    /** Somebody types or scans the end of what is on paper, or all of it. Throws ProblemError `bad-setting`. */
    proveSheet(part: string): void {
      const current = demanded();
      if (current.recoveryKey === null) return;
      const typed = plainOf(part);
      if (typed.length < provingCharacters || !plainOf(current.recoveryKey).endsWith(typed))
        throw problem('bad-setting', 'That is not the end of the recovery key on the sheet.', {
          name: 'sheet',
          reason: 'sheet-part',
        });
      keep({ ...keys(), current: { ...current, recoveryKey: null } });
    },
    /** Copies are made open again; those that are locked stay so. */
    end: (): void => keep({ current: null, older: retired(keys()) }),
  };
}
export type CopiesLock = ReturnType<typeof copiesLock>;
