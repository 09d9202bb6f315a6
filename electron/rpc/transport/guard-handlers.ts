import type { Handlers } from './answer.ts';

/** Wraps handlers so that an error thrown by one is replaced by `reasonOf` it. */
export function mapHandlerErrors<H extends Partial<Handlers<'desk' | 'reader'>>>(
  handlers: H,
  mapError: (error: unknown) => unknown,
): H {
  const guarded = Object.entries(handlers).map(([name, handle]) => {
    const run = handle as (input: unknown) => unknown;
    const act = async (input: unknown): Promise<unknown> => {
      try {
        return await run(input);
      } catch (error) {
        throw mapError(error);
      }
    };
    return [name, act];
  });
  return Object.fromEntries(guarded) as H;
}
