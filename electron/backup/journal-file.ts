import { closeSync, fstatSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openToAppend } from '../private-files/open-file.ts';
import { makeInnerFolder } from '../private-files/private-folder.ts';

/**
 * Puts lines at the end of a file a day, in one folder. What it throws is the disk's own error; the next try begins on a new line.
 * `sync` brings to the disk what was written, at once or a moment later, and `now` what waits for that, before its file is closed.
 */
export function journalFile(sync: (file: number, isOpen: () => boolean) => void, now: () => void = () => undefined) {
  /** `opening`: what was written into it before lines that need it, and `size` how long it was then (bytes) */
  let open: { path: string; file: number; opening: string; size: number } | null = null;

  function dispose(): void {
    if (!open) return;
    now();
    closeSync(open.file);
    open = null;
  }

  function fileFor(folder: string, day: string): NonNullable<typeof open> {
    const path = join(folder, `${day}.jsonl`);
    // somebody may have taken the file away, or another disk lies there now
    if (open?.path === path && isAt(path, open.file)) return open;
    dispose();
    makeInnerFolder(folder);
    const file = openToAppend(path);
    open = { path, file, opening: '', size: 0 };
    if (endsInMidLine(file)) writeWhole(file, '\n');
    return open;
  }

  return {
    /**
     * `text` is whole lines. `opening`, a line that they are of no use without, goes before them unless this very file took it before:
     * one that is new, was emptied, or once failed gets it again.
     */
    append(folder: string, day: string, text: string, opening = ''): void {
      try {
        const into = fileFor(folder, day);
        const { file } = into;
        const hasIt = opening === into.opening && fstatSync(file).size >= into.size;
        writeWhole(file, text === '' || hasIt ? text : `${opening}${text}`);
        sync(file, () => open?.file === file);
        if (text !== '') Object.assign(into, { opening, size: fstatSync(file).size });
      } catch (error) {
        dispose();
        throw error;
      }
    },
    close: dispose,
  };
}

function isAt(path: string, file: number): boolean {
  const [there, here] = [statSync(path, { throwIfNoEntry: false }), fstatSync(file)];
  return there?.ino === here.ino && there.dev === here.dev;
}

/** A write that was cut short, by a full disk or a crash, leaves half a line that would swallow the one put behind it. */
function endsInMidLine(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    const written = writeSync(file, bytes, at);
    if (written === 0) throw new Error('The disk takes nothing more.');
    at += written;
  }
}
