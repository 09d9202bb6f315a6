import type { FactStore } from '../outbox/facts.ts';
import { targetOf, unknownTarget } from '../outbox/target.ts';
import type { Handlers } from './answer.ts';
import { boundTarget, targetOfContract } from './choose-target.ts';

/** Where the folder is bound to deliver. */
export function targetHandlers(facts: FactStore): Pick<Handlers<'reader'>, 'target.get'> {
  const target = targetOf(facts);
  return {
    'target.get'() {
      const bound = target.bound();
      return {
        bound: bound === null ? null : targetOfContract(boundTarget(bound), ''),
        unknown: bound === null && facts.get(unknownTarget) !== null,
      };
    },
  };
}
