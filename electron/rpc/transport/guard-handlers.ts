import type { Handlers } from './answer.ts';

/** The same handlers, where what one throws is answered with what `reasonOf` makes of it. */
export function guardHandlers<H extends Partial<Handlers<'desk' | 'reader'>>>(
  handlers: H,
  reasonOf: (error: unknown) => unknown,
): H {
  const guarded = Object.entries(handlers).map(([name, handle]) => {
    const run = handle as (input: unknown) => unknown;
    const act = async (input: unknown): Promise<unknown> => {
      try {
        return await run(input);
      } catch (error) {
        throw reasonOf(error);
      }
    };
    return [name, act];
  });
  return Object.fromEntries(guarded) as H;
}
