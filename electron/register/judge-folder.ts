import type { GenerationNote } from './generation-note.ts';
import type { Identity } from './identity.ts';

/** Why a folder is not the one to work in: its desk was restored into another one, or it is a copy of one that is still there. */
export interface Superseded {
  reason: 'restored' | 'copy';
  /** where the other lies; empty where only another machine knows */
  by: string;
  /** since when (ms) */
  at: number;
}

/**
 * Whether a folder may be worked on, by one note of which folder of its desk is. `isElsewhere` answers whether the same folder lies
 * at the note's path too, as a second one: a folder that was moved, or is reached by two paths, does not.
 */
export function judgeFolder(
  { folder, generation }: Identity,
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
  return note.path !== null && isElsewhere(note.path) ? { reason: 'copy', by, at: note.at } : null;
}
