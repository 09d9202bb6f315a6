import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { BegunAct } from '../../../shared/contract/rights-procedures.ts';
import type { Result } from '../../../shared/contract/problem.ts';
import { namesNobody } from '../../../shared/rights/rights.ts';
import { guardedCall, type GuardedCall } from '../../rights/guarded-calls.ts';

type Call = (name: string, input: unknown) => Promise<Result<unknown>>;

/** Calls that a screen sends who is at the desk along with, though not each of them is one that not everybody may make. */
const mayName = (name: string): boolean => namesNobody.some((one) => one === name);

/** A name that is none is written as nobody's. */
const nameIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');

/**
 * Makes a call, and where not everybody may make it asks the desk first, with the PIN that came along, and has it written down. The PIN goes no
 * further than there. Where the desk cannot write, and nobody is named for rights as far as its file can be read, it works as a desk without rights.
 */
export async function callGuarded(
  call: Call,
  name: string,
  input: unknown,
  by: { via: BegunAct['via']; operator?: string },
): Promise<Result<unknown>> {
  // no input of any call: it is refused where it is answered
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return call(name, input);
  const { approval, actor, stay, ...given } = input as Record<string, unknown>;
  const guarded = guardedCall(name, given);
  if (!guarded) return call(name, mayName(name) ? given : input);
  const operator = by.operator ?? nameIn(given['operator'] ?? actor);
  const begun = await call('rights.begin', beginning(guarded, name, { via: by.via, operator }, { approval, stay }));
  if (!begun.ok && (begun.problem.kind === 'needs-right' || (await hasRights(call)))) return begun;
  const result = await call(name, given);
  if (begun.ok)
    await call('rights.end', {
      act: begun.value,
      outcome: result.ok ? 'done' : 'failed',
      why: result.ok ? '' : result.problem.kind,
    });
  return result;
}

function beginning(
  { right, about, of, parts }: GuardedCall,
  procedure: string,
  by: { via: BegunAct['via']; operator: string },
  proof: { approval: unknown; stay: unknown },
): unknown {
  const all = { right, about, of, parts: parts.join(' ').slice(0, 1000), procedure, ...by };
  const { approval, stay } = proof;
  return { ...all, ...(approval !== undefined && { approval }), ...(stay !== undefined && { stay }) };
}

async function hasRights(call: Call): Promise<boolean> {
  const listed = await call('operators.list', {});
  return listed.ok && (listed.value as Output<'operators.list'>).operators.some(({ rights }) => rights.length > 0);
}
