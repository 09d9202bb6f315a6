import type { Target } from '../../../shared/contract/sync-procedures.ts';
import { ProblemError } from '../../../shared/contract/problem.ts';
import { checkAddress } from '../../service/check-address.ts';

/** Where a run delivers to: `name` is what the folder is bound to; `base` is null for practice, whose address is made at each start. */
export interface Chosen {
  name: string;
  base: string | null;
  account: string;
}

/**
 * The target a run is asked for: a service by its address, practice by its name, else what the folder is bound to, else practice. Throws ProblemError
 * `bad-address`.
 */
export function chooseTarget(service: string | undefined, account: string, bound: string | null): Chosen {
  if (service === undefined || service === 'practice') return boundTarget(service ?? bound ?? 'practice');
  const address = checkAddress(service);
  if (!address.ok) throw new ProblemError(address.problem);
  const { base } = address.value;
  return { name: account === '' ? base : `${base} ${account}`, base, account };
}

/** What the name of a target says; an address has no space, so the account is all after the first. */
export function boundTarget(name: string): Chosen {
  if (name === 'practice') return { name, base: null, account: '' };
  const [base = '', ...account] = name.split(' ');
  return { name, base, account: account.join(' ') };
}

export function targetOfContract({ name, base, account }: Chosen, practiceUrl: string): Target {
  return { kind: base === null ? 'practice' : 'live', name, origin: base ?? practiceUrl, account };
}
