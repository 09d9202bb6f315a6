import type { z } from 'zod';

export type Answering = 'desk' | 'reader';

/** One row of the desk contract. */
export interface Procedure<W extends Answering, I extends z.ZodType, O> {
  worker: W;
  /** created on first use: a program needs few of them, and creating all would take a tenth of its start-up */
  readonly input: I;
  /** type of the answer; the value is never set */
  output: O;
}

export function asks<O>() {
  return <W extends Answering, I extends z.ZodType>(worker: W, input: () => I): Procedure<W, I, O> => {
    let made: I | undefined;
    return {
      worker,
      get input() {
        return (made ??= input());
      },
      output: undefined as O,
    };
  };
}
