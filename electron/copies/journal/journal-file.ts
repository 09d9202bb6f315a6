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
export function mergeJournalFailures(onFailure: OnFailure): (place: JournalName) => OnFailure {
  const activeFailures = new Map<JournalName, JournalFailure>();
  return (place) => (trouble) => {
    if (trouble) activeFailures.set(place, trouble);
    else activeFailures.delete(place);
    onFailure(activeFailures.get('own') ?? activeFailures.get('copy') ?? null);
  };
}

/**
 * Appends lines to one file per day, in one folder. Throws the disk's own errors, and the next append begins on a new
 * line. `sync` syncs what was written, at once or a moment later; `now` completes pending syncs before their file is
 * closed.
 */
export function createJournalFile(
  sync: (file: number, isOpen: () => boolean) => void,
  syncNow: () => void = () => undefined,
) {
  /** `opening`: line written before the lines that need it; `size`: length of the file after the last append (bytes) */
  let open: { path: string; file: number; opening: string; size: number } | null = null;

  function close(): void {
    if (!open) return;
    syncNow();
    closeSync(open.file);
    open = null;
  }

  function openDay(folder: string, day: string): NonNullable<typeof open> {
    const path = join(folder, `${day}.jsonl`);
    // the file may have been removed or cut in the middle of a line, or another disk mounted there
    if (open?.path === path && isAt(path, open.file) && fstatSync(open.file).size >= open.size) return open;
    close();
    makePrivateSubfolder(folder);
    const file = openToAppend(path);
    open = { path, file, opening: '', size: 0 };
    if (endsInMidLine(file)) writeFully(file, '\n');
    return open;
  }

  return {
    /**
     * `text` is whole lines. `opening`, a line without which they are useless, is written before them unless this very
     * file already has it: a file that is new, was truncated, or once failed gets it again.
     */
    append(folder: string, day: string, text: string, opening = ''): void {
      try {
        const into = openDay(folder, day);
        const { file } = into;
        writeFully(file, text === '' || opening === into.opening ? text : `${opening}${text}`);
        sync(file, () => open?.file === file);
        if (text !== '') Object.assign(into, { opening, size: fstatSync(file).size });
      } catch (error) {
        close();
        throw error;
      }
    },
    close: close,
  };
}

function isAt(path: string, file: number): boolean {
  const [there, here] = [statSync(path, { throwIfNoEntry: false }), fstatSync(file)];
  return there?.ino === here.ino && there.dev === here.dev;
}

/** A write cut short by a full disk or a crash leaves half a line, which would spoil the line appended to it. */
function endsInMidLine(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}

function writeFully(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    const written = writeSync(file, bytes, at);
    if (written === 0) throw new Error('The disk takes nothing more.');
    at += written;
  }
}
