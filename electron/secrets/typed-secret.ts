import { problem } from '../../shared/contract/problem.ts';
import { headerAdvice, headerValueFault } from '../../shared/settings/secret-header.ts';

/** The value of a secret header as a person typed or pasted it; null where there is none. Throws ProblemError `bad-setting`. */
export function typedSecret(value: string | null): string | null {
  // a pasted one often ends with a line's end
  const secret = value?.trim() ?? '';
  const reason = headerValueFault(secret);
  if (reason) throw problem('bad-setting', headerAdvice[reason], { name: 'secret', reason });
  return secret === '' ? null : secret;
}
