import type { z } from 'zod';

export type WorkerName = 'desk' | 'reader';

/** One row of the desk contract. */
export interface Procedure<W extends WorkerName, I extends z.ZodType, O> {
  worker: W;
  /** created on first use: a program needs few of them, and creating all would take a tenth of its start-up */
  readonly input: I;
  /** type of the answer; the value is never set */
  output: O;
}

export function defineProcedure<O>() {
  return <W extends WorkerName, I extends z.ZodType>(worker: W, input: () => I): Procedure<W, I, O> => {
    let parsedInput: I | undefined;
    return {
      worker,
      get input() {
        return (parsedInput ??= input());
      },
      output: undefined as O,
    };
  };
}
