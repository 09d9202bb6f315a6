import { problemOf } from './failure.ts';
import { ended, type KeptLink } from './kept-link.ts';

/**
 * A worker that begins when it is first asked something; until then nothing is wrong with it, and there is nothing to end. Where that
 * fails, who asked is told, and who asks next has it tried anew.
 */
export function linkWhenAsked(begin: () => Promise<KeptLink>): KeptLink {
  let begun: Promise<KeptLink> | undefined;
  let link: KeptLink | undefined;
  let closed = false;
  const hearers: ((link: KeptLink) => void)[] = [];

  function hear(add: (link: KeptLink) => void): void {
    hearers.push(add);
    if (link) add(link);
  }

  async function first(): Promise<KeptLink> {
    try {
      link = await begin();
    } catch (error) {
      begun = undefined;
      throw error;
    }
    for (const add of hearers) add(link);
    return link;
  }

  /** Nothing where it has not begun, or could not. */
  const whatBegan = (): Promise<KeptLink | undefined> => Promise.resolve(begun).catch(() => undefined);

  return {
    async call(name, input) {
      if (closed && !begun) return { ok: false, problem: ended };
      begun ??= first();
      let there: KeptLink;
      try {
        there = await begun;
      } catch (error) {
        return { ok: false, problem: problemOf(error) };
      }
      return there.call(name, input);
    },
    onEvent: (listener) => hear((one) => one.onEvent(listener)),
    trouble: () => link?.trouble() ?? null,
    onTurn: (listener) => hear((one) => one.onTurn(listener)),
    renew: async () => (await whatBegan())?.renew(),
    async close() {
      closed = true;
      await (await whatBegan())?.close();
    },
  };
}
