import type { Output } from '../../../shared/contract/desk-contract.ts';
import { targetStore, unknownTarget } from '../../outbox/target.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { FactStore } from '../../storage/database/facts.ts';
import { parseTargetName, toContractTarget } from './choose-target.ts';

/** The target the folder is bound to. */
export function boundTargetReader(facts: FactStore): () => Output<'target.get'> {
  const target = targetStore(facts);
  return () => {
    const bound = target.bound();
    return {
      bound: bound === null ? null : toContractTarget(parseTargetName(bound), ''),
      unknown: bound === null && facts.get(unknownTarget) !== null,
    };
  };
}

export const targetHandlers = (facts: FactStore): Pick<Handlers<'reader'>, 'target.get'> => ({
  'target.get': boundTargetReader(facts),
});
