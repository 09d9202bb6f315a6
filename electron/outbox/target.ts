import { problem } from '../../shared/problem.ts';
import type { FactStore } from './facts.ts';

/** The one target of a data folder: `practice`, or an origin with an account name. Bound by the first delivery. */
export function targetOf(facts: FactStore) {
  const bound = (): string | null => facts.get('target');
  return {
    bound,
    /** Throws `other-target` where the folder delivers elsewhere. */
    refuseOther(name: string): void {
      const is = bound();
      if (is === null || is === name) return;
      throw problem(
        'other-target',
        `This data folder delivers to ${is}. It was not used for ${name}: take another folder for that, so that nothing reaches a service it was not meant for.`,
        { bound: is, asked: name },
      );
    },
    bind(name: string): void {
      this.refuseOther(name);
      if (bound() === null) facts.set('target', name);
    },
  };
}
export type Target = ReturnType<typeof targetOf>;
