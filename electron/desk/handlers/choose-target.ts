import { ProblemError } from '../../../shared/contract/problem.ts';
import type { Target } from '../../../shared/contract/sync-procedures.ts';
import { checkAddress } from '../../delivery/service/check-address.ts';

/**
 * The target of a run: `name` is what the folder is bound to; `base` is null for practice, whose address changes at
 * each start.
 */
export interface ChosenTarget {
  name: string;
  base: string | null;
  account: string;
}

/**
 * Chooses the target of a run: a service by its address, practice by its name, else the one the folder is bound to,
 * else practice. Throws ProblemError `bad-address`.
 */
export function chooseTarget(service: string | undefined, account: string, bound: string | null): ChosenTarget {
  if (service === undefined || service === 'practice') return parseTargetName(service ?? bound ?? 'practice');
  const address = checkAddress(service);
  if (!address.ok) throw new ProblemError(address.problem);
  const { base } = address.value;
  return { name: account === '' ? base : `${base} ${account}`, base, account };
}

/** Parses the name of a target; an address has no spaces, so the account is everything after the first. */
export function parseTargetName(name: string): ChosenTarget {
  if (name === 'practice') return { name, base: null, account: '' };
  const [base = '', ...account] = name.split(' ');
  return { name, base, account: account.join(' ') };
}

export function toContractTarget({ name, base, account }: ChosenTarget, practiceUrl: string): Target {
  return { kind: base === null ? 'practice' : 'live', name, origin: base ?? practiceUrl, account };
}
