import { problem } from '../../../shared/contract/problem.ts';
import { lastGeneration } from '../../../shared/creates/package-id.ts';

/** A generation that is further from the own one than any number of restores was written by somebody else. */
const maxLater = 10_000;

/** Reads the generation of a stored text: 1 where there is none, null where it is no number that a desk gives. */
export function parseGeneration(text: string | null): number | null {
  if (text === null) return 1;
  const generation = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  return generation !== null && generation <= lastGeneration ? generation : null;
}

/** Whether a desk of generation `own` believes what names `generation`, in a file that others may have written. */
export const isBelievable = (generation: number, own: number): boolean =>
  generation <= Math.min(own + maxLater, lastGeneration);

/** The generation after one. Throws ProblemError `damaged` where there is none. */
export function generationAfter(generation: number): number {
  if (generation < lastGeneration) return generation + 1;
  throw problem(
    'damaged',
    'This folder was begun anew more often than a desk can count, or its number was altered. Take an older backup, or a new folder.',
  );
}
