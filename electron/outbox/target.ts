import { problem } from '../../shared/contract/problem.ts';
import type { FactStore } from '../storage/database/facts.ts';

/**
 * Fact of a folder restored or reopened before it had delivered: the other folder may have delivered since, to an
 * unknown target.
 */
export const unknownTarget = 'target-unknown';

/** The one target of a data folder: `practice`, or an origin with an account name. Bound by the first delivery. */
export function targetStore(facts: FactStore) {
  const bound = (): string | null => facts.get('target');
  return {
    bound,
    /** Throws `other-target` if the folder delivers elsewhere, `damaged` if its stored target is not intact. */
    assertSameTarget(name: string): void {
      if (!facts.isIntact('target')) {
        throw problem(
          'damaged',
          'Where this data folder delivers to is damaged on this disk. Nothing is sent: restore a backup.',
        );
      }
      const boundName = bound();
      if (boundName === null || boundName === name) return;
      throw problem(
        'other-target',
        `This data folder delivers to ${boundName}. It was not used for ${name}: take another folder for that, so that nothing reaches a service it was not meant for.`,
        { bound: boundName, asked: name },
      );
    },
    /**
     * Throws `bad-address` if a person must first name the target: checking the folder's unsure entries needs the right
     * service.
     */
    assertTargetKnown(): void {
      if (bound() !== null || facts.get(unknownTarget) === null) return;
      throw problem(
        'bad-address',
        'This data folder was restored from a backup or reopened before it had delivered anywhere, and the folder beside it may have delivered since. Say where it delivers: with the address of the service, or "practice".',
        { reason: 'restored' },
      );
    },
    bind(name: string): void {
      this.assertSameTarget(name);
      if (bound() === null) facts.set('target', name);
    },
  };
}
export type Target = ReturnType<typeof targetStore>;
