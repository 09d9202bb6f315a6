/** Called during a long operation: the next call, or the end, comes within this time (ms). */
export type ExtendDeadline = (withinMs: number) => void;

/** Read rate of a slow disk (bytes per ms). */
const slowReadRate = 500;

/** Time in which a slow disk reads this many bytes (ms). */
export const slowReadMs = (bytes: number): number => bytes / slowReadRate;

/** A folder that does not respond to the first access within this time counts as not responding (ms). */
export const firstAccessMs = 10_000;

/** Longest duration of one step, apart from reading (ms). */
export const stepMs = 60_000;

/** The same, for some pages of a copy in progress (ms). */
export const copyStepMs = 30_000;

/** The same, for fetching a whole backup for a damaged desk (ms): too short a limit would leave that backup out. */
export const fetchStepMs = 120_000;

/** Work done in pieces: yields after each piece which part of the whole is done (0 to 1), and returns its result. */
export type Steps<T> = Generator<number, T, undefined>;

/** Awaited after each piece with the part that is done (0 to 1). Ends the work by throwing. */
export type AfterStep = (part: number) => Promise<void>;

/** Does the work without yielding. */
export function runAll<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * Does the work, and awaits `afterStep` after each piece. Rejects with what `afterStep` throws, after the work has
 * released what it held.
 */
export async function runSteps<T>(steps: Steps<T>, afterStep: AfterStep): Promise<T> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await afterStep(step.value);
    }
  } finally {
    steps.return(undefined as never);
  }
}

/** Scales the progress of steps to the part from `start` to `end` of a larger whole. */
export function* stepsWithin<T>(start: number, end: number, steps: Steps<T>): Steps<T> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      yield start + (end - start) * step.value;
    }
  } finally {
    steps.return(undefined as never);
  }
}
