import type { Page } from 'playwright';

/** What a page on the fake desk has asked it by this name, in order. */
export const callsOf = <Input = unknown>(page: Page, name: string): Promise<Input[]> =>
  page.evaluate(
    (wanted) =>
      (globalThis as unknown as { fake: { calls: { name: string; input: Input }[] } }).fake.calls
        .filter((call) => call.name === wanted)
        .map(({ input }) => input),
    name,
  );
