import type { z } from 'zod';

export type Answering = 'desk' | 'reader';

/** One row of the table of what can be asked of the desk. */
export interface Procedure<W extends Answering, I extends z.ZodType, O> {
  worker: W;
  /** made when it is first asked for: a program needs few of them, and all would be a tenth of its start */
  readonly input: I;
  /** only its type matters: what the procedure answers */
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
