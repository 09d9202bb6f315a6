import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import type { BegunAct } from '../../shared/contract/rights-procedures.ts';
import {
  actInThread,
  beginAct,
  isGuarded,
  notChecked,
  outcomeOf,
  refusedAct,
  refuseUnlessAllowed,
  unwrapped,
  type AskedAct,
  type Call,
  type GuardingDesk,
} from '../rpc/rights/guard-call.ts';
import { answer, type Handlers } from '../rpc/transport/answer.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import type { Desk } from '../threads/desk.ts';
import { checkApart } from '../rpc/rights/check-apart.ts';
import { asAllowedBy } from './going-live.ts';
import { slowPins } from './slow-pins.ts';
import type { SwitchingDesk } from './switching-desk.ts';
import type { WrongPins } from './wrong-pins.ts';

type Workspaces = Pick<SwitchingDesk, 'ofOpen' | 'begun' | 'here' | 'inTurn' | 'askLiveApart'>;

/**
 * Calls answered only once delivery has started: before that, delivery would seem stopped, and a practice desk would
 * seem not to practise.
 */
const ofDeliveries: ReadonlySet<string> = new Set<ProcedureName>(['sync.status', 'drill.list', 'drill.begin']);

/**
 * Calls that the host answers itself, one at a time in the order received: they change which folder is open, or what
 * its desk is started with.
 */
const ofHostInTurn: ReadonlySet<string> = new Set<ProcedureName>([
  'desk.setService',
  'desk.setSecret',
  'desk.switch',
  'desk.reopen',
  'backup.restore',
  'session.set',
]);
/**
 * Calls that the open desk answers, but not during a change of folder: the other folder takes over its operators as
 * they are at that moment.
 */
const ofDeskInTurn: ReadonlySet<string> = new Set<ProcedureName>(['operators.save', 'operators.forget']);

/** Calls to the open workspace; `only`: answered by this desk or not at all. */
export const callWorkspace =
  ({ ofOpen, begun }: Pick<Workspaces, 'ofOpen' | 'begun'>, only?: Desk): Call =>
  async (name, input) => {
    if (ofDeliveries.has(name)) await begun;
    return ofOpen(input, (desk) => desk.call(name, input), only);
  };

/** Calls to the open workspace for handlers of the host; within a protected call they are made as part of that call. */
export function callsWithin(desk: Pick<Workspaces, 'ofOpen' | 'begun'>) {
  const acts = new AsyncLocalStorage<Call>();
  const outside = callWorkspace(desk);
  return {
    ask: ((name, input) => (acts.getStore() ?? outside)(name, input)) satisfies Call,
    within: <T>(call: Call, act: () => Promise<T>): Promise<T> => acts.run(call, act),
  };
}

interface OwnAnswers {
  /** handlers of the host itself */
  own: Partial<Handlers<'desk'>>;
  within: ReturnType<typeof callsWithin>['within'];
  pins: WrongPins;
  report: (error: unknown) => void;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
}

/**
 * Delay before the outcome of an action that no desk could log is written again (ms), and how many are kept at most.
 */
const writeAgainMs = 15_000;
const maxUnwritten = 1000;

/**
 * The first of three hops of a call: the host answers it itself (`own`), or the desk of the open workspace takes it to
 * one of its threads (`threads/desk.ts`), where it is checked and answered (`rpc/transport/serve.ts`). A call that
 * needs a right is made at the desk that was open when it was received, which has checked the right; calls that the
 * host answers in turn have it checked again in that turn.
 */
export function answerCalls(desk: Workspaces, { own, within, pins, report, after }: OwnAnswers): GuardingDesk {
  const call = slowPins(callWorkspace(desk), pins);
  const answerOwn: Call = (name, input) => answer(own, name, input, report);
  const unwritten: { act: BegunAct; outcome: 'done' | 'failed'; why: string }[] = [];

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
  async function writeEnds(): Promise<void> {
    for (let end = unwritten[0]; end !== undefined; end = unwritten[0]) {
      const written = await call('rights.end', end);
      if (!written.ok) return after(writeAgainMs, () => void writeEnds());
      if (unwritten[0] === end) unwritten.shift();
    }
  }

  async function act(asked: AskedAct): Promise<Result<unknown>> {
    const { name, input, begin } = asked;
    const here = desk.here();
    // between two folders it is unknown who may do this
    if (!here) return refusedBetween(await call('operators.list', {}));
    const ofHere = slowPins(callWorkspace(desk, here), pins);
    const inThread = async (begun: BegunAct) => unwrapped(await inHere(asked, begun));
    const inHere = async (one: AskedAct, begun: BegunAct, isPart = false): Promise<Result<unknown>> => {
      if (ofDeliveries.has(one.name)) await desk.begun;
      if (desk.here() !== here) return { ok: false, problem: notChecked().problem };
      return desk.ofOpen(one.input, (open) => actInThread((n, i) => open.call(n, i), one, begun, isPart), here);
    };

    async function finish(begun: BegunAct, done: Result<unknown>): Promise<Result<unknown>> {
      unwritten.push({ act: begun, ...outcomeOf(done) });
      if (unwritten.length > maxUnwritten) unwritten.shift();
      await writeEnds();
      return done;
    }

    async function inOwn(begun: BegunAct): Promise<Result<unknown>> {
      const ofAct: Call = async (one, given) =>
        !isGuarded(one, given)
          ? ofHere(one, given)
          : unwrapped(await inHere({ ...asked, name: one, input: given as AskedAct['input'] }, begun, true));
      const done = ofHostInTurn.has(name)
        ? await inTurn(async () => (await refuseUnlessAllowed(ofHere, begun)) ?? answerOwn(name, input))
        : await within(ofAct, () => answerOwn(name, input));
      return finish(begun, done);
    }

    /**
     * Goes live if the live folder has rights of its own, as when practice has none. The operator who approved is
     * checked again as that folder is opened (`operators.take`), in the turn of the change itself. Null if the open
     * folder decides.
     */
    async function goLiveApart(): Promise<Result<unknown> | null> {
      const { of: _of, approval: _pin, stay: _stay, ...given } = begin as Input<'rights.begin'>;
      const allowed = await desk.askLiveApart((live) => slowPins(checkApart(live.call), pins)('rights.begin', begin));
      if (!allowed) return null;
      const allowedBy = allowed.ok ? (allowed.value as Pick<BegunAct, 'allowedBy'>).allowedBy : '';
      const begun = { ...given, id: randomUUID(), at: Date.now(), allowedBy };
      const why = allowed.ok ? '' : String(allowed.problem.params?.['reason'] ?? allowed.problem.kind);
      // without a PIN nothing was tried: the screen asks for it now
      if (why === 'none-given') return allowed;
      const noted = await ofHere('rights.note', { act: begun, outcome: allowed.ok ? 'allowed' : 'denied', why });
      if (!allowed.ok) return allowed;
      if (!noted.ok) return refusedAct(noted.problem);
      return finish(begun, await inTurn(() => asAllowedBy(allowedBy, () => answerOwn(name, input))));
    }

    if (name === 'desk.switch') {
      try {
        const done = await goLiveApart();
        if (done) return done;
      } catch (error) {
        return refusedAct(problemOf(error));
      }
    }
    const done = await beginAct(ofHere, asked, (begun) => {
      if (Object.hasOwn(own, name)) return inOwn(begun);
      return ofDeskInTurn.has(name) ? inTurn(() => inThread(begun)) : inThread(begun);
    });
    if (name === 'operators.save' && done.ok) await pins.forget((done.value as Output<'operators.save'>).name);
    return done;
  }

  return {
    act,
    call(name, input) {
      if (!Object.hasOwn(own, name)) return call(name, input);
      return ofHostInTurn.has(name) ? inTurn(() => answerOwn(name, input)) : answerOwn(name, input);
    },
  };
}

/** A problem that prevents opening a folder says what to do; that one is being opened does not. */
const refusedBetween = (answered: Result<unknown>): Result<never> =>
  refusedAct(answered.ok ? notChecked().problem : answered.problem);
