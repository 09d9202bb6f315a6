import {
  deskContract,
  type Input,
  type Output,
  type ParsedInput,
  type ProcedureName,
} from '../../../shared/contract/desk-contract.ts';
import { fail, ok, ProblemError, type FieldIssue, type Result } from '../../../shared/contract/problem.ts';
import { problemOf } from './failure.ts';
import type { z } from 'zod';

type ServedBy<W extends 'desk' | 'reader'> = {
  [N in ProcedureName]: (typeof deskContract)[N]['worker'] extends W ? N : never;
}[ProcedureName];

/** The desk contract as the calls of a link. */
export type ContractCalls = { [N in ProcedureName]: { in: Input<N>; out: Output<N> } };

/** The procedures of one worker, with validated input. A handler throws a `ProblemError` to answer with a problem. */
export type Handlers<W extends 'desk' | 'reader'> = {
  [N in ServedBy<W>]: (input: ParsedInput<N>) => Output<N> | Promise<Output<N>>;
};

/** Answers the calls of a thread or a host. */
export interface Answerer {
  handlers: Partial<Handlers<'desk' | 'reader'>>;
  /** runs a handler; throws a ProblemError if its changes could not be, or were not, saved; default: just runs it */
  guard?: (name: ProcedureName, runHandler: () => unknown) => unknown;
  /** replaces a thrown error, for example by the disk problem that caused it */
  mapError?: (error: unknown) => unknown;
}

/**
 * Answers one call: finds the procedure, validates its input, runs it. Never throws; `report` is called with internal
 * faults.
 */
export async function answerCall(
  { handlers, guard = (_name, runHandler) => runHandler(), mapError = (error) => error }: Answerer,
  name: string,
  input: unknown,
  report: (error: unknown) => void,
): Promise<Result<unknown>> {
  if (!Object.hasOwn(deskContract, name) || !Object.hasOwn(handlers, name))
    return fail('unknown-command', `The desk has no procedure ${JSON.stringify(name)}.`);
  const parsed = deskContract[name as ProcedureName].input.safeParse(input);
  if (!parsed.success)
    return {
      ok: false,
      problem: {
        kind: 'invalid',
        message: `${name} was called with an input it does not take.`,
        issues: parsed.error.issues.map(fieldIssue),
      },
    };
  try {
    const handler = handlers[name as ProcedureName] as (input: unknown) => unknown;
    return ok(await guard(name as ProcedureName, () => handler(parsed.data)));
  } catch (thrown) {
    const error = mapError(thrown);
    if (!(error instanceof ProblemError)) report(error);
    return { ok: false, problem: problemOf(error) };
  }
}

function fieldIssue(issue: z.core.$ZodIssue): FieldIssue {
  const steps = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return { in: 'request', path: `$${steps.join('')}`, code: issue.code, params: {}, message: issue.message };
}
