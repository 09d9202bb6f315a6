import type { Input, Output } from '../../shared/contract/desk-contract.ts';
import { fail, type Result } from '../../shared/contract/problem.ts';
import { approval } from '../../shared/contract/rights-procedures.ts';
import { callerNow } from '../rpc/rights/caller.ts';
import type { Call } from '../rpc/rights/guard-call.ts';
import type { PinResult, PinThrottle } from './wrong-pins.ts';

interface PinAttempt {
  code: string;
  of: 'right' | 'desk';
}

/** The code that a call sends with a PIN to check; null: the call checks no PIN. */
function pinAttemptIn(name: string, input: unknown): PinAttempt | null {
  const given = (input ?? {}) as { approval?: unknown };
  const read = approval.safeParse(name === 'operators.enter' ? input : given.approval);
  if (!read.success) return null;
  if (name === 'operators.enter') return { code: read.data.code, of: 'desk' };
  return name === 'rights.begin' ? { code: read.data.code, of: 'right' } : null;
}

/**
 * The same calls, with each PIN checked in its turn. The answer to a wrong one reports how long the next
 * one waits (`waits`, s).
 */
export const throttlePins =
  (call: Call, pins: PinThrottle): Call =>
  async (name, input) => {
    const given = pinAttemptIn(name, input);
    if (!given) return call(name, input);
    const named = await call('operators.named', given);
    if (!named.ok) return named;
    const operator = (named.value as Output<'operators.named'>).name;
    // no operator has this code, so no PIN is checked
    if (operator === null) return call(name, input);
    const answer = await pins.check(operator, callerNow(), () => call(name, input), pinResultOf(operator, given.of));
    if (answer === null) {
      // an attempt leaves a line in the log, though its PIN was not checked
      if (given.of === 'right') await call(name, { ...withoutPin(input), unchecked: true });
      return tooManyAttempts(given.of, operator, input);
    }
    if (pinResultOf(operator, given.of)(answer) !== 'wrong' || answer.ok) return answer;
    const { params, ...said } = answer.problem;
    return { ok: false, problem: { ...said, params: { ...params, waits: pins.nextWait(operator) / 1000 } } };
  };

function withoutPin(input: unknown): object {
  const { approval: _pin, ...rest } = input as Input<'rights.begin'>;
  return rest;
}

const pinResultOf =
  (operator: string, of: PinAttempt['of']) =>
  (answered: Result<unknown>): PinResult => {
    if (!answered.ok) {
      const reason = answered.problem.params?.['reason'];
      return reason === 'pin-wrong' ? 'wrong' : reason === 'not-allowed' ? 'right' : 'unseen';
    }
    // if no operator has rights, an action starts without a PIN being checked
    if (of === 'right') return (answered.value as Output<'rights.begin'>).allowedBy === operator ? 'right' : 'unseen';
    return 'right';
  };

const tooManyAttempts = (of: PinAttempt['of'], name: string, input: unknown): Result<never> =>
  of === 'right'
    ? fail('needs-right', 'Too many PINs are being tried for this operator. Nothing was done.', {
        right: (input as Input<'rights.begin'>).right,
        reason: 'wait',
        name,
        lasts: 0,
      })
    : fail('invalid', 'Too many PINs are being tried for this operator.', { reason: 'pin-wait' });
