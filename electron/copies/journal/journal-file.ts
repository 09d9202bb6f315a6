import { openToAppend, makePrivateSubfolder } from '../../platform/private-files.ts';
import { closeSync, fstatSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of the journal that cannot be written, and the disk's error. */
export interface JournalFailure {
  folder: string;
  message: string;
  /** the folder is not the one that was chosen, for example because a share is not connected */
  isAway?: boolean;
}
type JournalName = 'own' | 'copy';
type OnFailure = (trouble: JournalFailure | null) => void;

/**
 * One warning for two folders that fail independently: it lasts until both can be written, and names the data folder's
 * own first.
 */
export function mergeJournalFailures(onFailure: OnFailure): (journal: JournalName) => OnFailure {
  const activeFailures = new Map<JournalName, JournalFailure>();
  return (journal) => (trouble) => {
    if (trouble) activeFailures.set(journal, trouble);
    else activeFailures.delete(journal);
    onFailure(activeFailures.get('own') ?? activeFailures.get('copy') ?? null);
  };
}

/**
 * Appends lines to one file per day, in one folder. Throws the disk's own errors, and the next append begins on a new
 * line. `sync` syncs what was written, at once or a moment later; `syncNow` completes pending syncs before their file
 * is closed.
 */
export function createJournalFile(
  sync: (file: number, isOpen: () => boolean) => void,
  syncNow: () => void = () => undefined,
) {
  /** `opening`: line written before the lines that need it; `size`: length of the file after the last append (bytes) */
  let current: { path: string; file: number; opening: string; size: number } | null = null;

  function close(): void {
    if (!current) return;
    syncNow();
    closeSync(current.file);
    current = null;
  }

  function openDay(folder: string, day: string): NonNullable<typeof current> {
    const path = join(folder, `${day}.jsonl`);
    // the file may have been removed or truncated, or another disk mounted there
    if (current?.path === path && isAt(path, current.file) && fstatSync(current.file).size >= current.size)
      return current;
    close();
    makePrivateSubfolder(folder);
    const file = openToAppend(path);
    current = { path, file, opening: '', size: 0 };
    if (endsInMidLine(file)) writeFully(file, '\n');
    return current;
  }

  return {
    /**
     * Appends whole lines. They are useless without the line `opening`, which is written before them unless this file
     * already has it: a file that is new, was truncated, or once failed gets it again.
     */
    append(folder: string, day: string, text: string, opening = ''): void {
      try {
        const dayFile = openDay(folder, day);
        const { file } = dayFile;
        writeFully(file, text === '' || opening === dayFile.opening ? text : `${opening}${text}`);
        sync(file, () => current?.file === file);
        if (text !== '') Object.assign(dayFile, { opening, size: fstatSync(file).size });
      } catch (error) {
        close();
        throw error;
      }
    },
    close: close,
  };
}

function isAt(path: string, file: number): boolean {
  const [atPath, opened] = [statSync(path, { throwIfNoEntry: false }), fstatSync(file)];
  return atPath?.ino === opened.ino && atPath.dev === opened.dev;
}

/** A write cut short by a full disk or a crash leaves half a line, which would spoil the line appended to it. */
function endsInMidLine(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}

function writeFully(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length;) {
    const written = writeSync(file, bytes, offset);
    if (written === 0) throw new Error('The disk takes nothing more.');
    offset += written;
  }
}
