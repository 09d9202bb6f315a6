import type { Page } from 'playwright';

/** Inputs of all calls of a procedure that a page made on the fake desk, in order. */
export const callsOf = <Input = unknown>(page: Page, name: string): Promise<Input[]> =>
  page.evaluate(
    (procedure) =>
      (globalThis as unknown as { fake: { calls: { name: string; input: Input }[] } }).fake.calls
        .filter((call) => call.name === procedure)
        .map(({ input }) => input),
    name,
  );
