import type { z } from 'zod';

export type Answering = 'desk' | 'reader';

/** One row of the table of what can be asked of the desk. */
export interface Procedure<W extends Answering, I extends z.ZodType, O> {
  worker: W;
  input: I;
  /** only its type matters: what the procedure answers */
  output: O;
}

export function asks<O>() {
  return <W extends Answering, I extends z.ZodType>(worker: W, input: I): Procedure<W, I, O> => ({
    worker,
    input,
    output: undefined as O,
  });
}
