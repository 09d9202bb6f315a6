import type { GenerationNote } from './generation-note.ts';
import type { Identity } from './identity.ts';

/**
 * Why a folder is not the active one: its desk was restored into another folder, it is a copy of one that still exists,
 * or it is an older state of itself, as a copy of a folder that is gone.
 */
export interface Superseded {
  reason: 'restored' | 'copy' | 'older';
  /** path of the other folder; empty if only another machine knows it, or if it was at this path */
  by: string;
  /** since when (ms) */
  at: number;
}

/**
 * Judges by one note whether a folder, whose history ends at `step`, may be used. `isElsewhere` returns whether a
 * second copy of the folder is at the note's path: false for a folder that was moved or is reachable by two paths.
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
