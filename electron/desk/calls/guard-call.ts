import { rulesOf, type Input, type Output } from '../../../shared/contract/desk-contract.ts';
import {
  problem,
  type ProblemError,
  type Problem,
  type ProblemKind,
  type Result,
} from '../../../shared/contract/problem.ts';
import type { StartedAction } from '../../../shared/contract/rights-procedures.ts';
import { rightRequirementOf } from '../../operators/right-requirements.ts';
import { randomUUID } from 'node:crypto';

export type Call = (name: string, input: unknown) => Promise<Result<unknown>>;

/** A protected call and the input of its check. */
export interface ProtectedCall {
  name: string;
  /** the call's input, without PIN */
  input: Record<string, unknown>;
  /** input of `rights.begin`: not validated yet, as its PIN is whatever a screen sent */
  approvalInput: unknown;
}

/** Makes calls; protected ones with the check of the right in the same turn as the action. */
export interface GuardedDesk {
  call: Call;
  act: (asked: ProtectedCall) => Promise<Result<unknown>>;
}

/** Anything but a text counts as no name. */
const actorName = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');

/** Whether a call needs a right. */
export const isProtected = (name: string, input: unknown): boolean => rightRequirementOf(name, input) !== null;

/** Makes a call. A protected one goes to `act` with its PIN, which is passed only to the check. */
export async function callWithApproval(
  desk: GuardedDesk,
  name: string,
  input: unknown,
  by: { via: StartedAction['via']; operator?: string },
): Promise<Result<unknown>> {
  // invalid input, refused by the procedure itself
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return desk.call(name, input);
  const { approval, actor, stay, ...given } = input as Record<string, unknown>;
  const guarded = rightRequirementOf(name, given);
  if (!guarded) return desk.call(name, rulesOf(name).actor ? given : input);
  const { parts, asksEachTime = false, ...about } = guarded;
  const begin = {
    ...about,
    parts: parts.join(' ').slice(0, 1000),
    procedure: name,
    via: by.via,
    operator: by.operator ?? actorName(given['operator'] ?? actor),
    ...(approval !== undefined && { approval }),
    ...(stay !== undefined && !asksEachTime && { stay }),
  };
  return desk.act({ name, input: given, approvalInput: begin });
}

/**
 * Problems of the desk or the thread that checks rights: they say nothing about the right, or about what a person can
 * do.
 */
const uninformativeKinds: readonly ProblemKind[] = ['cancelled', 'desk-gone', 'internal'];
/** Reasons of `cancelled` that state that nothing was done, and how long that lasts. */
const informativeReasons: readonly unknown[] = ['going-back', 'reopening'];

/** The problem if the right to an action could not be checked. */
export const rightNotChecked = (): ProblemError =>
  problem(
    'cancelled',
    'The desk is changing to another folder or opening its data again, so it could not check who may do this. Nothing was done. Try again in a moment.',
    { reason: 'right-not-checked' },
  );

/** The answer to a protected call whose check failed with a problem of the desk. */
export const refusal = (why: Problem): { ok: false; problem: Problem } => ({
  ok: false,
  problem:
    uninformativeKinds.includes(why.kind) && !informativeReasons.includes(why.params?.['reason'])
      ? rightNotChecked().problem
      : why,
});

/**
 * Checks and records the right to an action through `call`, which asks only the desk that was open when the action was
 * requested, and then runs `act`. No answer means refusal. Only if the database shows that no operator has any right
 * does an action proceed that cannot be recorded first, such as on a full disk; it is recorded afterwards.
 */
export async function runApproved(
  call: Call,
  { approvalInput }: ProtectedCall,
  act: (begun: StartedAction) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const begun = await call('rights.begin', approvalInput);
  if (begun.ok) return act(begun.value as StartedAction);
  if (['needs-right', 'invalid'].includes(begun.problem.kind)) return begun;
  if (!(await isUnrestricted(call))) return refusal(begun.problem);
  const { of: _of, ...unwritten } = approvalInput as Input<'rights.begin'>;
  return act({ ...unwritten, id: randomUUID(), at: Date.now(), allowedBy: '' });
}

/** Checks the right to a started action again; null if it may proceed in this turn, else the answer. */
export async function recheckRight(call: Call, act: StartedAction): Promise<Result<never> | null> {
  const still = await call('rights.still', { act });
  if (still.ok) return null;
  if (still.problem.kind === 'needs-right' || !(await isUnrestricted(call))) return refusal(still.problem);
  return null;
}

/**
 * Runs an action in the thread that owns the database: it checks the right again in the same turn, and records the
 * outcome. `isPart`: it is one call of a longer action, whose outcome the caller records.
 */
export const runInThread = (
  call: Call,
  { name, input }: ProtectedCall,
  act: StartedAction,
  isPart = false,
): Promise<Result<unknown>> => call('rights.act', { act, procedure: name, input, ...(isPart && { isPart }) });

/** Unwraps the value of `rights.act`; an interrupted action is reported as unknown. */
export const unwrapResult = (answer: Result<unknown>): Result<unknown> =>
  answer.ok ? { ok: true, value: (answer.value as Output<'rights.act'>).value } : answer;

/** The calls of one data folder that stays open, with protected ones checked. */
export const guardedFolder = (call: Call): GuardedDesk => ({
  call,
  act: (asked) => runApproved(call, asked, async (begun) => unwrapResult(await runInThread(call, asked, begun))),
});

export const outcomeOf = (result: Result<unknown>): Pick<Input<'rights.end'>, 'outcome' | 'why'> => ({
  outcome: result.ok ? 'done' : 'failed',
  why: result.ok ? '' : result.problem.kind,
});

/** Whether the database shows that no operator has any right. */
async function isUnrestricted(call: Call): Promise<boolean> {
  const listed = await call('operators.list', {});
  return listed.ok && (listed.value as Output<'operators.list'>).operators.every(({ rights }) => rights.length === 0);
}
