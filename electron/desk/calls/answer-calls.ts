import { rulesOf, type Input, type Output, type ProcedureWith } from '../../../shared/contract/desk-contract.ts';
import type { Result } from '../../../shared/contract/problem.ts';
import type { StartedAction } from '../../../shared/contract/rights-procedures.ts';
import { answer, type Handlers } from '../../platform/link/answer.ts';
import { problemOf } from '../../platform/link/failure.ts';
import type { Desk } from '../threads/desk.ts';
import type { SwitchingDesk } from '../workspaces/switching-desk.ts';
import { checkApart } from './check-apart.ts';
import {
  runInThread,
  runApproved,
  isProtected,
  rightNotChecked,
  outcomeOf,
  refusal,
  recheckRight,
  unwrapResult,
  type ProtectedCall,
  type Call,
  type GuardedDesk,
} from './guard-call.ts';
import { throttlePins, type PinThrottle } from './pin-throttle.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/**
 * The operator of the live folder who approved the change of folder in progress. No input of a call contains it, so
 * that no page can forge it.
 */
const approverStore = new AsyncLocalStorage<string>();

export const goLiveApprover = (): string | null => approverStore.getStore() ?? null;
export const withGoLiveApprover = <T>(name: string, act: () => Promise<T>): Promise<T> => approverStore.run(name, act);

type Workspaces = Pick<SwitchingDesk, 'withOpenDesk' | 'whenDelivering' | 'here' | 'inTurn' | 'askLiveWithOwnRights'>;

/** Calls to the open workspace; `only`: answered by this desk or not at all. */
export const callWorkspace =
  ({ withOpenDesk, whenDelivering }: Pick<Workspaces, 'withOpenDesk' | 'whenDelivering'>, only?: Desk): Call =>
  async (name, input) => {
    if (rulesOf(name).waits === 'delivery') await whenDelivering;
    return withOpenDesk(input, (desk) => desk.call(name, input), only);
  };

/** Calls to the open workspace for handlers of the host; within a protected call they are made as part of that call. */
export function createCallScope(desk: Pick<Workspaces, 'withOpenDesk' | 'whenDelivering'>) {
  const callStore = new AsyncLocalStorage<Call>();
  const defaultCall = callWorkspace(desk);
  return {
    ask: ((name, input) => (callStore.getStore() ?? defaultCall)(name, input)) satisfies Call,
    within: <T>(call: Call, act: () => Promise<T>): Promise<T> => callStore.run(call, act),
  };
}

/** Handlers of the host itself: one for each procedure that its row says the host answers. */
export type HostHandlers = Pick<Handlers<'desk'>, ProcedureWith<'by', 'host'>>;

interface HostAnswers {
  own: Partial<HostHandlers>;
  /** the error to answer with in place of one that they threw */
  mapError?: (error: unknown) => unknown;
  within: ReturnType<typeof createCallScope>['within'];
  pins: PinThrottle;
  report: (error: unknown) => void;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
}

/**
 * Delay before the outcome of an action that no desk could log is written again (ms), and how many are kept at most.
 */
const rewriteDelayMs = 15_000;
const maxUnwritten = 1000;

/**
 * The first of three hops of a call: the host answers it itself (`own`), or the desk of the open workspace takes it to
 * one of its threads (`threads/desk.ts`), where it is checked and answered (`platform/link/serve.ts`). A call that
 * needs a right is made at the desk that was open when it was received, which has checked the right; calls that the
 * host answers in turn have it checked again in that turn.
 */
export function answerCalls(
  desk: Workspaces,
  { own, mapError, within, pins, report, after }: HostAnswers,
): GuardedDesk {
  const call = throttlePins(callWorkspace(desk), pins);
  const answerAsHost: Call = (name, input) =>
    answer({ handlers: own, ...(mapError && { mapError }) }, name, input, report);
  const unloggedOutcomes: { act: StartedAction; outcome: 'done' | 'failed'; why: string }[] = [];

  async function inTurn(act: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    try {
      return await desk.inTurn(act);
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  }

  /**
   * Writes to the log of the folder that is open now: after going live the live one, after a restore the restored one.
   */
  async function writeOutcomes(): Promise<void> {
    for (let end = unloggedOutcomes[0]; end !== undefined; end = unloggedOutcomes[0]) {
      const written = await call('rights.end', end);
      if (!written.ok) return after(rewriteDelayMs, () => void writeOutcomes());
      if (unloggedOutcomes[0] === end) unloggedOutcomes.shift();
    }
  }

  async function callProtected(protectedCall: ProtectedCall): Promise<Result<unknown>> {
    const { name, input, approvalInput } = protectedCall;
    const here = desk.here();
    // between two folders it is unknown who may do this
    if (!here) return refusalBetweenFolders(await call('operators.list', {}));
    const callHere = throttlePins(callWorkspace(desk, here), pins);
    const answerInThread = async (begun: StartedAction) => unwrapResult(await runHere(protectedCall, begun));
    const runHere = async (one: ProtectedCall, begun: StartedAction, isPart = false): Promise<Result<unknown>> => {
      if (rulesOf(one.name).waits === 'delivery') await desk.whenDelivering;
      if (desk.here() !== here) return { ok: false, problem: rightNotChecked().problem };
      return desk.withOpenDesk(one.input, (open) => runInThread((n, i) => open.call(n, i), one, begun, isPart), here);
    };

    async function finish(begun: StartedAction, done: Result<unknown>): Promise<Result<unknown>> {
      unloggedOutcomes.push({ act: begun, ...outcomeOf(done) });
      if (unloggedOutcomes.length > maxUnwritten) unloggedOutcomes.shift();
      await writeOutcomes();
      return done;
    }

    async function runAsHost(begun: StartedAction): Promise<Result<unknown>> {
      const callInAction: Call = async (one, given) =>
        !isProtected(one, given)
          ? callHere(one, given)
          : unwrapResult(
              await runHere({ ...protectedCall, name: one, input: given as ProtectedCall['input'] }, begun, true),
            );
      const done =
        rulesOf(name).waits === 'turn'
          ? await inTurn(async () => (await recheckRight(callHere, begun)) ?? answerAsHost(name, input))
          : await within(callInAction, () => answerAsHost(name, input));
      return finish(begun, done);
    }

    /**
     * Goes live if the live folder has rights of its own, as when practice has none. The operator who approved is
     * checked again as that folder is opened (`operators.take`), in the turn of the change itself. Null if the open
     * folder decides.
     */
    async function goLiveWithOwnRights(): Promise<Result<unknown> | null> {
      const { of: _of, approval: _pin, stay: _stay, ...given } = approvalInput as Input<'rights.begin'>;
      const allowed = await desk.askLiveWithOwnRights((live) =>
        throttlePins(checkApart(live.call), pins)('rights.begin', approvalInput),
      );
      if (!allowed) return null;
      const allowedBy = allowed.ok ? (allowed.value as Pick<StartedAction, 'allowedBy'>).allowedBy : '';
      const begun = { ...given, id: randomUUID(), at: Date.now(), allowedBy };
      const why = allowed.ok ? '' : String(allowed.problem.params?.['reason'] ?? allowed.problem.kind);
      // without a PIN nothing was tried: the screen asks for it now
      if (why === 'none-given') return allowed;
      const noted = await callHere('rights.note', { act: begun, outcome: allowed.ok ? 'allowed' : 'denied', why });
      if (!allowed.ok) return allowed;
      if (!noted.ok) return refusal(noted.problem);
      return finish(begun, await inTurn(() => withGoLiveApprover(allowedBy, () => answerAsHost(name, input))));
    }

    if (name === 'desk.switch') {
      try {
        const done = await goLiveWithOwnRights();
        if (done) return done;
      } catch (error) {
        return refusal(problemOf(error));
      }
    }
    const done = await runApproved(callHere, protectedCall, (begun) => {
      if (Object.hasOwn(own, name)) return runAsHost(begun);
      return rulesOf(name).waits === 'turn' ? inTurn(() => answerInThread(begun)) : answerInThread(begun);
    });
    if (name === 'operators.save' && done.ok) await pins.forget((done.value as Output<'operators.save'>).name);
    return done;
  }

  return {
    act: callProtected,
    call(name, input) {
      if (!Object.hasOwn(own, name)) return call(name, input);
      return rulesOf(name).waits === 'turn' ? inTurn(() => answerAsHost(name, input)) : answerAsHost(name, input);
    },
  };
}

/** A problem that prevents opening a folder says what to do; that one is being opened does not. */
const refusalBetweenFolders = (answered: Result<unknown>): Result<never> =>
  refusal(answered.ok ? rightNotChecked().problem : answered.problem);
