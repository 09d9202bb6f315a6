/** Work done in pieces: yields after each piece which part of the whole is done (0 to 1), and returns its result. */
export type Steps<T> = Generator<number, T, undefined>;

/** Awaited after each piece with the part that is done (0 to 1). Ends the work by throwing. */
export type Rest = (part: number) => Promise<void>;

/** Does the work without a rest. */
export function runAll<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Does the work with a rest after each piece. Rejects with what `rest` throws, after the work released what it held. */
export async function runSteps<T>(steps: Steps<T>, rest: Rest): Promise<T> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await rest(step.value);
    }
  } finally {
    steps.return(undefined as never);
  }
}

/** Scales the progress of steps to the share `from` to `to` of a larger whole. */
export function* stepsWithin<T>(from: number, to: number, steps: Steps<T>): Steps<T> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      yield from + (to - from) * step.value;
    }
  } finally {
    steps.return(undefined as never);
  }
}
