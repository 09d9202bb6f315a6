import { randomUUID } from 'node:crypto';
import type { Input, Output } from '../../../shared/contract/desk-contract.ts';
import type { BegunAct } from '../../../shared/contract/rights-procedures.ts';
import {
  problem,
  type ProblemError,
  type Problem,
  type ProblemKind,
  type Result,
} from '../../../shared/contract/problem.ts';
import { namesNobody } from '../../../shared/rights/rights.ts';
import { guardedCall } from '../../rights/guarded-calls.ts';

export type Call = (name: string, input: unknown) => Promise<Result<unknown>>;

/** A call that not everybody may make, and what its right is checked with. */
export interface AskedAct {
  name: string;
  /** the input of the call, without the PIN */
  input: Record<string, unknown>;
  /** what `rights.begin` is asked: not checked yet, as the PIN in it is whatever a screen sent */
  begin: unknown;
}

/** What makes calls, and those that not everybody may make by checking the right in the same turn as the act. */
export interface GuardingDesk {
  call: Call;
  act: (asked: AskedAct) => Promise<Result<unknown>>;
}

/** Calls that a screen sends who is at the desk along with, though not each of them is one that not everybody may make. */
const mayName = (name: string): boolean => namesNobody.some((one) => one === name);

/** A name that is none is written as nobody's. */
const nameIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');

/** Whether not everybody may make a call. */
export const isGuarded = (name: string, input: unknown): boolean => guardedCall(name, input) !== null;

/** Makes a call. One that not everybody may make goes to `act`, with the PIN that came along, which goes no further than to the check. */
export async function callGuarded(
  desk: GuardingDesk,
  name: string,
  input: unknown,
  by: { via: BegunAct['via']; operator?: string },
): Promise<Result<unknown>> {
  // no input of any call: it is refused where it is answered
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return desk.call(name, input);
  const { approval, actor, stay, ...given } = input as Record<string, unknown>;
  const guarded = guardedCall(name, given);
  if (!guarded) return desk.call(name, mayName(name) ? given : input);
  const { parts, ...about } = guarded;
  const begin = {
    ...about,
    parts: parts.join(' ').slice(0, 1000),
    procedure: name,
    via: by.via,
    operator: by.operator ?? nameIn(given['operator'] ?? actor),
    ...(approval !== undefined && { approval }),
    ...(stay !== undefined && { stay }),
  };
  return desk.act({ name, input: given, begin });
}

/** The desk or the part of it that checks rights did not answer: these say nothing of the right, nor of what a person can do. */
const saysNothing: readonly ProblemKind[] = ['cancelled', 'desk-gone', 'internal'];
/** Of what was cancelled, these say that nothing was done, and until when that is so. */
const saysUntilWhen: readonly unknown[] = ['going-back', 'reopening'];

/** Thrown, or answered, where the right to an act could not be checked. */
export const notChecked = (): ProblemError =>
  problem(
    'cancelled',
    'The desk is changing to another folder or opening its data again, so it could not check who may do this. Nothing was done. Try again in a moment.',
    { reason: 'right-not-checked' },
  );

/** What an act is answered with whose right could not be checked, since the desk answered so. */
export const refusedAct = (why: Problem): { ok: false; problem: Problem } => ({
  ok: false,
  problem:
    saysNothing.includes(why.kind) && !saysUntilWhen.includes(why.params?.['reason']) ? notChecked().problem : why,
});

/**
 * Has the right to an act checked by `call`, which asks the desk that was open when the act was asked for and no other, and written down; then
 * has it done by `act`. No answer is a refusal. Only where the file itself says that nobody is named for any right does an act go on that the
 * desk cannot write down before it, as on a full disk; it is written down after it.
 */
export async function beginAct(
  call: Call,
  { begin }: AskedAct,
  act: (begun: BegunAct) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const begun = await call('rights.begin', begin);
  if (begun.ok) return act(begun.value as BegunAct);
  if (['needs-right', 'invalid'].includes(begun.problem.kind)) return begun;
  if (!(await isOpenToAll(call))) return refusedAct(begun.problem);
  const { of: _of, ...unwritten } = begin as Input<'rights.begin'>;
  return act({ ...unwritten, id: randomUUID(), at: Date.now(), allowedBy: '' });
}

/** Has the right to an act that has begun checked again; null: it may be done in this turn, else the answer. */
export async function refuseUnlessAllowed(call: Call, act: BegunAct): Promise<Result<never> | null> {
  const still = await call('rights.still', { act });
  if (still.ok) return null;
  if (still.problem.kind === 'needs-right' || !(await isOpenToAll(call))) return refusedAct(still.problem);
  return null;
}

/** An act that the thread does which owns the file: it checks the right again in the same turn, and writes down how it ended. */
export const actInThread = (call: Call, { name, input }: AskedAct, act: BegunAct): Promise<Result<unknown>> =>
  call('rights.act', { act, procedure: name, input });

/** The value of `rights.act`; what is cut off is not known to have been done, and says so. */
export const unwrapped = (answer: Result<unknown>): Result<unknown> =>
  answer.ok ? { ok: true, value: (answer.value as Output<'rights.act'>).value } : answer;

/** The calls of one data folder that stays open, those that not everybody may make among them. */
export const guardFolder = (call: Call): GuardingDesk => ({
  call,
  act: (asked) => beginAct(call, asked, async (begun) => unwrapped(await actInThread(call, asked, begun))),
});

export const outcomeOf = (result: Result<unknown>): Pick<Input<'rights.end'>, 'outcome' | 'why'> => ({
  outcome: result.ok ? 'done' : 'failed',
  why: result.ok ? '' : result.problem.kind,
});

/** Whether the file itself says that nobody is named for any right. */
async function isOpenToAll(call: Call): Promise<boolean> {
  const listed = await call('operators.list', {});
  return listed.ok && (listed.value as Output<'operators.list'>).operators.every(({ rights }) => rights.length === 0);
}
