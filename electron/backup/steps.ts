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

/** Does the work with a rest after each piece. Rejects with what `rest` throws; the work has then released what it held. */
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

/** The same steps as the share of a larger whole that lies between two parts of it. */
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
