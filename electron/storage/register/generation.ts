import { problem } from '../../../shared/contract/problem.ts';
import { lastGeneration } from '../../../shared/creates/package-id.ts';

/** A generation higher than the folder's own by more than this cannot come from restores: somebody else wrote it. */
const maxGenerationGap = 10_000;

/** Parses a stored generation: 1 if there is none; null if it is not a valid generation. */
export function parseGeneration(text: string | null): number | null {
  if (text === null) return 1;
  const generation = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  return generation !== null && generation <= lastGeneration ? generation : null;
}

/** Whether a generation read from a file that others may have written is plausible for a folder of `ownGeneration`. */
export const isPlausible = (generation: number, ownGeneration: number): boolean =>
  generation <= Math.min(ownGeneration + maxGenerationGap, lastGeneration);

/** The next generation. Throws ProblemError `damaged` if there is none. */
export function generationAfter(generation: number): number {
  if (generation < lastGeneration) return generation + 1;
  throw problem(
    'damaged',
    'This folder was begun anew more often than a desk can count, or its number was altered. Take an older backup, or a new folder.',
  );
}
