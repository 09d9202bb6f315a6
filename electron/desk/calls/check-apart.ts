import type { Input, Output } from '../../../shared/contract/desk-contract.ts';
import { fail, type Result } from '../../../shared/contract/problem.ts';
import { approval } from '../../../shared/contract/rights-procedures.ts';
import type { Call } from './guard-call.ts';

/**
 * `rights.begin` and `operators.named`, answered by the operators of a folder that is open for reading only (`ask`). Of
 * `rights.begin` it answers `allowedBy` alone, and writes nothing to the log.
 */
export const checkApart =
  (ask: Call): Call =>
  async (name, input) => {
    if (name === 'operators.named') return ask(name, input);
    if (name !== 'rights.begin') return fail('internal', `A folder that is only read does not answer ${name}.`);
    const { right, approval: given } = input as Input<'rights.begin'>;
    const read = approval.safeParse(given);
    const permitted = (await ask('operators.permit', {
      right,
      ...(read.success && { approval: read.data }),
    })) as Result<Output<'operators.permit'>>;
    return permitted.ok ? { ok: true, value: { allowedBy: permitted.value.name } } : permitted;
  };
