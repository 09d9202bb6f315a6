import type { GenerationNote } from './generation-note.ts';
import type { Identity } from './identity.ts';

/**
 * Why a folder is not the one to work in: its desk was restored into another one, it is a copy of one that is still there, or an older
 * state of itself, as a copy of a folder that is gone.
 */
export interface Superseded {
  reason: 'restored' | 'copy' | 'older';
  /** where the other lies; empty where only another machine knows, or where it lay here itself */
  by: string;
  /** since when (ms) */
  at: number;
}

/**
 * Whether a folder, whose history goes to `step`, may be worked on, by one note of which folder of its desk is. `isElsewhere` answers
 * whether the same folder lies at the note's path too, as a second one: one that was moved, or is reached by two paths, does not.
 */
export function judgeFolder(
  { folder, generation }: Identity,
  step: number,
  note: GenerationNote | null,
  isElsewhere: (path: string) => boolean,
): Superseded | null {
  if (note === null) return null;
  const by = note.path ?? '';
  if (note.folder !== folder && note.generation < generation) return null;
  if (note.folder !== folder) {
    const reason = note.generation > generation ? 'restored' : 'copy';
    return { reason, by, at: note.at };
  }
  if (note.path !== null && isElsewhere(note.path)) return { reason: 'copy', by, at: note.at };
  return note.generation === generation && note.step > step ? { reason: 'older', by, at: note.at } : null;
}
