import {
  deskContract,
  rulesOf,
  type Input,
  type Output,
  type ProcedureWith,
} from '../../../shared/contract/desk-contract.ts';
import { fail, type Problem, type ProblemKind, type Result } from '../../../shared/contract/problem.ts';
import { approval, type StartedAction } from '../../../shared/contract/rights-procedures.ts';
import { folderSettings } from '../../../shared/settings/settings.ts';
import { isTooDeep, levelsOf, maxDepth } from '../../../shared/text/nesting-depth.ts';
import { outcomeOf, rightNotChecked, rightRequirementOf } from '../../operators/right-requirements.ts';
import { answer, type Answerer, type Handlers } from '../../platform/link/answer.ts';
import { problemOf, reportFault } from '../../platform/link/failure.ts';
import { folderAdvice } from '../handlers/choose-folders.ts';
import type { Desk } from '../threads/desk.ts';
import { closedDeskProblems } from '../workspaces/command-folders.ts';
import type { PinResult, PinThrottle } from './pin-throttle.ts';
import type { Call } from './screen-desk.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type CallableDesk = Pick<Desk, 'call'>;

/** The open data folder as its calls need it: that of a host with screens, which may change, or one that stays open. */
interface OpenFolder {
  /** the open desk; null between two folders, and if none can be opened */
  here: () => CallableDesk | null;
  /** the answer to a command that was first received in the other folder; null if it belongs to this one */
  refusalFor: (input: unknown) => Result<never> | null;
  /** the answer while no desk is open, or to a call that was in progress at `left` when that desk was closed */
  closedAnswer: (left?: object) => Result<never>;
  /** settles when delivery has started, or cannot */
  whenDelivering: Promise<void>;
  /** runs one at a time, in the order received */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
  /** runs `ask` on the live folder if that has rights of its own, else answers null */
  askLiveWithOwnRights<T>(ask: (live: CallableDesk) => Promise<T>): Promise<T | null>;
}

/** A folder that stays open as long as its calls are made. */
export function fixedFolder(call: Call): OpenFolder {
  const desk = { call };
  return {
    here: () => desk,
    refusalFor: () => null,
    closedAnswer: () => ({ ok: false, problem: rightNotChecked().problem }),
    whenDelivering: Promise.resolve(),
    inTurn: (act) => act(),
    askLiveWithOwnRights: () => Promise.resolve(null),
  };
}

/** Handlers of the host itself: one for each procedure that its row says the host answers. */
export type HostHandlers = Pick<Handlers<'desk'>, ProcedureWith<'by', 'host'>>;

interface HostAnswers {
  own: Partial<HostHandlers>;
  /** the error to answer with in place of one that they threw */
  mapError?: Answerer['mapError'];
  within: ReturnType<typeof createCallScope>['within'];
  /** null: no PIN is ever sent */
  pins: PinThrottle | null;
  report: (error: unknown) => void;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
}

/** The calls of a folder without a host around it answer nothing themselves. */
const noHost: HostAnswers = {
  own: {},
  within: (_call, act) => act(),
  pins: null,
  report: reportFault,
  after: () => undefined,
};

/** A call on its way to its handler, with what the steps before have found. */
interface CallInProgress {
  name: string;
  input: unknown;
  via: StartedAction['via'];
  /**
   * the window, or the page of a browser; empty: the host itself. It decides nothing: a caller only has a turn of its
   * own where callers wait for each other
   */
  caller: string;
  /** who acts, if the caller knows; null: the input names the operator */
  operator: string | null;
  /** the input of `rights.begin`, whose PIN is whatever a screen sent; null: everyone may make this call */
  toApprove: Record<string, unknown> | null;
  /** the desk at which the right was checked: the call is made there, or not at all */
  here?: CallableDesk;
  /** the answer of `rights.begin` */
  begun?: StartedAction;
  /** a call that an action makes, whose outcome is logged with that action */
  isPart?: true;
  /** the live folder decided: as it is opened, it checks its operator again */
  isAllowedByLive?: true;
}

type Next = (call: CallInProgress) => Promise<Result<unknown>>;
/** Answers a call, or passes it on to the next step. */
type Step = (call: CallInProgress, next: Next) => Promise<Result<unknown>>;

const through = (steps: readonly Step[]): Next =>
  steps.reduceRight<Next>(
    (next, step) => (call) => step(call, next),
    ({ name }) => Promise.resolve(fail('unknown-command', `Nobody answers ${JSON.stringify(name)}.`)),
  );

/** Whether a page may make this call, by whatever name it sent. */
export const isOpenToScreens = (name: string): boolean =>
  Object.hasOwn(deskContract, name) && rulesOf(name).from !== 'host';

const refuseClosed: Step = async (call, next) =>
  isOpenToScreens(call.name) ? next(call) : fail('unknown-command', 'The desk has no such procedure for screens.');

/**
 * An input that is invalid for any procedure. No keyboard writes a lone surrogate, and neither an address nor a disk
 * stores one.
 */
const refuseMalformed: Step = async (call, next) => {
  if (isTooDeep(call.input)) return fail('invalid', `A call is nested at most ${String(maxDepth)} levels deep.`);
  for (const level of levelsOf(call.input))
    if (level.some((value) => typeof value === 'string' && !value.isWellFormed()))
      return fail('invalid', 'A text of the call holds half a character. Enter it again.');
  return next(call);
};

const settingValues = z.object({ values: z.record(z.string(), z.unknown()) });

/** A screen may clear a folder setting but not name a folder: it could be any on the disk. */
const refuseFolderPath: Step = async (call, next) => {
  const values = call.name === 'settings.set' ? settingValues.safeParse(call.input).data?.values : undefined;
  const named = values && folderSettings.find((one) => ![undefined, ''].includes(values[one] as string | undefined));
  return named ? fail('bad-setting', folderAdvice, { name: named, reason: 'chosen-in-host' }) : next(call);
};

/** Anything but a text counts as no name. */
const actorName = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');

/** Takes the PIN, the visit to the settings and who acts out of the input: only the check of the right gets them. */
const takeApprovalApart: Step = async (call, next) => {
  // invalid input, refused by the procedure itself
  if (typeof call.input !== 'object' || call.input === null || Array.isArray(call.input)) return next(call);
  const { approval: pin, actor, stay, ...input } = call.input as Record<string, unknown>;
  const requirement = rightRequirementOf(call.name, input);
  if (!requirement) return next(rulesOf(call.name).actor ? { ...call, input } : call);
  const { parts, asksEachTime = false, ...about } = requirement;
  const toApprove = {
    ...about,
    parts: parts.join(' ').slice(0, 1000),
    procedure: call.name,
    via: call.via,
    operator: call.operator ?? actorName(input['operator'] ?? actor),
    ...(pin !== undefined && { approval: pin }),
    ...(stay !== undefined && !asksEachTime && { stay }),
  };
  return next({ ...call, input, toApprove });
};

/**
 * The operator of the live folder who approved the change of folder in progress. No input of a call contains it, so
 * that no page can forge it.
 */
const approverStore = new AsyncLocalStorage<string>();
export const goLiveApprover = (): string | null => approverStore.getStore() ?? null;

/** Calls to the open workspace for handlers of the host; within a protected call they are made as part of that call. */
export function createCallScope(folder: OpenFolder) {
  const callStore = new AsyncLocalStorage<Call>();
  const defaultCall: Call = (name, input) => callOpenDesk(folder, name, input);
  return {
    ask: ((name, input) => (callStore.getStore() ?? defaultCall)(name, input)) satisfies Call,
    within: <T>(call: Call, act: () => Promise<T>): Promise<T> => callStore.run(call, act),
  };
}

async function callOpenDesk(
  folder: OpenFolder,
  name: string,
  input: unknown,
  only?: CallableDesk,
): Promise<Result<unknown>> {
  if (rulesOf(name).waits === 'delivery') await folder.whenDelivering;
  return withOpenDesk(folder, input, (desk) => desk.call(name, input), only);
}

/**
 * Asks the open desk, if that is `only` and the command belongs to its folder. If the desk was closed before it
 * answered, whether it did anything is unknown, and the answer says so.
 */
async function withOpenDesk(
  folder: OpenFolder,
  input: unknown,
  ask: (desk: CallableDesk) => Promise<Result<unknown>>,
  only?: CallableDesk,
): Promise<Result<unknown>> {
  const here = folder.here();
  if (!here || (only && only !== here)) return folder.closedAnswer();
  const refused = folder.refusalFor(input);
  if (refused) return refused;
  const result = await ask(here);
  const isCutOff = folder.here() !== here && !result.ok && closedDeskProblems.includes(result.problem.kind);
  return isCutOff ? folder.closedAnswer(here) : result;
}

/**
 * Delay before the outcome of an action that no desk could log is written again (ms), and how many are kept at most.
 */
const rewriteDelayMs = 15_000;
const maxUnwritten = 1000;

export type AnsweredCalls = ReturnType<typeof answerCalls>;

/**
 * Answers calls: those of screens and of the command line after all checks, those of the host itself without a right.
 * A call that needs a right is made at the desk that was open when it was received, which has checked the right; calls
 * that the host answers in turn have it checked again in that turn. No call rejects.
 */
export function answerCalls(folder: OpenFolder, host: HostAnswers = noHost) {
  const { own, mapError, within, pins, report, after } = host;
  const isOwn = (name: string): boolean => Object.hasOwn(own, name);
  const hostAnswerer: Answerer = { handlers: own, ...(mapError && { mapError }) };

  const waitForTurn: Step = async (call, next) => {
    if (rulesOf(call.name).waits !== 'turn' || !(isOwn(call.name) || call.begun)) return next(call);
    try {
      return await folder.inTurn(() => next(call));
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  };

  const answerAsHost: Step = async (call, next) => {
    const { name, input, begun } = call;
    if (!isOwn(name)) return next(call);
    const answered = (): Promise<Result<unknown>> => answer(hostAnswerer, name, input, report);
    if (!begun) return answered();
    if (call.isAllowedByLive) return approverStore.run(begun.allowedBy, answered);
    // what was allowed when it was asked may be forbidden by the time its turn comes
    if (rulesOf(name).waits === 'turn') return (await recheckRight(asksOf(call), begun)) ?? answered();
    return within(callsWithin(call, begun), answered);
  };

  /** A PIN is checked in its turn. The answer to a wrong one reports how long the next one waits (`waits`, s). */
  const checkPinInTurn: Step = async (call, next) => {
    const given = pinAttemptIn(call.name, call.input);
    if (!given || !pins) return next(call);
    const named = await next({ ...call, name: 'operators.named', input: given });
    if (!named.ok) return named;
    const { name: operator, pinId } = named.value as Output<'operators.named'>;
    // no operator has this code, or no PIN that could be guessed
    if (operator === null || pinId === null) return next(call);
    const answered = await pins.check(pinId, call.caller, () => next(call), pinResultOf(operator, given.of));
    if (answered === null) {
      // an attempt leaves a line in the log, though its PIN was not checked
      if (given.of === 'right') await next({ ...call, input: { ...withoutPin(call.input), unchecked: true } });
      return tooManyAttempts(given.of, operator, call.input);
    }
    if (pinResultOf(operator, given.of)(answered) !== 'wrong' || answered.ok) return answered;
    const { params, ...said } = answered.problem;
    return { ok: false, problem: { ...said, params: { ...params, waits: pins.nextWait(pinId) / 1000 } } };
  };

  const answerInThread: Step = async ({ name, input, here, begun, isPart }) => {
    if (!begun) return callOpenDesk(folder, name, input, here);
    if (rulesOf(name).waits === 'delivery') await folder.whenDelivering;
    if (folder.here() !== here) return { ok: false, problem: rightNotChecked().problem };
    // the thread checks the right again in the turn of the act itself, and logs the outcome
    const act = { act: begun, procedure: name, input, ...(isPart && { isPart }) };
    const done = await withOpenDesk(folder, input, (desk) => desk.call('rights.act', act), here);
    return done.ok ? { ok: true, value: (done.value as Output<'rights.act'>).value } : done;
  };

  const checkRight: Step = async (call, next) => {
    if (!call.toApprove) return next(call);
    const here = folder.here();
    // between two folders it is unknown who may do this
    if (!here) return refusalBetweenFolders(await asksOf(call)('operators.list', {}));
    const checked = await begin({ ...call, here }, call.toApprove);
    if ('answer' in checked) return checked.answer;
    const done = await next(checked.call);
    if (isOwn(call.name)) await logOutcome(checked.begun, done);
    if (call.name === 'operators.save' && done.ok && checked.begun.allowedBy !== '')
      await endDelay(checked.call, done.value as Output<'operators.save'>);
    return done;
  };

  /**
   * Ends the delay for the PIN of an operator whom a supervisor saved. A supervisor of practice has no say about a live
   * folder with rights of its own, which may have the same PIN: there the delay stays. A new PIN has no delay anyway.
   */
  async function endDelay(call: CallInProgress, saved: Output<'operators.save'>): Promise<void> {
    const isApart = await folder.askLiveWithOwnRights(() => Promise.resolve(true)).catch(() => true);
    if (isApart) return;
    const named = await asksOf(call)('operators.named', { code: saved.code, of: 'desk' });
    const { name, pinId } = named.ok ? (named.value as Output<'operators.named'>) : { name: null, pinId: null };
    if (name === saved.name && pinId !== null) await pins?.forget(pinId);
  }

  /**
   * What a call goes through, in this order. A call of a screen begins at the first step; one of the command line,
   * which is not hostile, at its right; one of the host itself, which needs no right, at its turn.
   */
  const steps: readonly Step[] = [
    refuseClosed,
    refuseMalformed,
    refuseFolderPath,
    takeApprovalApart,
    checkRight,
    waitForTurn,
    answerAsHost,
    checkPinInTurn,
    answerInThread,
  ];
  const from = (first: Step): Next => through(steps.slice(steps.indexOf(first)));
  const callThread = from(checkPinInTurn);

  /** Further calls for this one, such as those of its right: to the same desk, and not part of a started action. */
  const asksOf =
    ({ begun: _begun, ...call }: CallInProgress): Call =>
    (name, input) =>
      callThread({ ...call, name, input });

  /** The calls that a handler of the host makes during an action: protected ones are part of it. */
  const callsWithin =
    (call: CallInProgress, begun: StartedAction): Call =>
    (name, input) =>
      rightRequirementOf(name, input) === null
        ? asksOf(call)(name, input)
        : answerInThread({ ...call, name, input, begun, isPart: true }, callThread);

  type Checked = { call: CallInProgress; begun: StartedAction } | { answer: Result<unknown> };

  async function begin(call: CallInProgress, toApprove: object): Promise<Checked> {
    const live = call.name === 'desk.switch' ? await beginAtLive(call, toApprove) : null;
    if (live) return live;
    const checked = await beginAction(asksOf(call), toApprove);
    return 'answer' in checked ? checked : { ...checked, call: { ...call, begun: checked.begun } };
  }

  /**
   * Begins going live if the live folder has rights of its own, as when practice has none. The operator who approved is
   * checked again as that folder is opened (`operators.take`), in the turn of the change itself. Null if the open
   * folder decides.
   */
  async function beginAtLive(call: CallInProgress, toApprove: object): Promise<Checked | null> {
    const { of: _of, approval: _pin, stay: _stay, ...given } = toApprove as Input<'rights.begin'>;
    try {
      const allowed = await folder.askLiveWithOwnRights((live) => permitAtLive(call, live.call, toApprove));
      if (!allowed) return null;
      const allowedBy = allowed.ok ? allowed.value : '';
      const begun = { ...given, id: randomUUID(), at: Date.now(), allowedBy };
      const why = allowed.ok ? '' : String(allowed.problem.params?.['reason'] ?? allowed.problem.kind);
      // without a PIN nothing was tried: the screen asks for it now
      if (!allowed.ok && why === 'none-given') return { answer: allowed };
      const outcome = allowed.ok ? 'allowed' : 'denied';
      const noted = await asksOf(call)('rights.note', { act: begun, outcome, why });
      if (!allowed.ok) return { answer: allowed };
      if (!noted.ok) return { answer: refusal(noted.problem) };
      return { begun, call: { ...call, begun, isAllowedByLive: true } };
    } catch (error) {
      return { answer: refusal(problemOf(error)) };
    }
  }

  /** Who of the live folder, which is open for reading only, allows this; its PIN has its turn like any other. */
  async function permitAtLive(call: CallInProgress, ask: Call, toApprove: object): Promise<Result<string>> {
    const permit: Step = async ({ name, input }) => {
      if (name === 'operators.named') return ask(name, input);
      const { right, approval: given } = input as Input<'rights.begin'>;
      const read = approval.safeParse(given);
      const permitted = (await ask('operators.permit', {
        right,
        ...(read.success && { approval: read.data }),
      })) as Result<Output<'operators.permit'>>;
      return permitted.ok ? { ok: true, value: { allowedBy: permitted.value.name } } : permitted;
    };
    const allowed = await through([checkPinInTurn, permit])({ ...call, name: 'rights.begin', input: toApprove });
    return allowed.ok ? { ok: true, value: (allowed.value as Pick<StartedAction, 'allowedBy'>).allowedBy } : allowed;
  }

  const unloggedOutcomes: { act: StartedAction; outcome: 'done' | 'failed'; why: string }[] = [];

  async function logOutcome(begun: StartedAction, done: Result<unknown>): Promise<void> {
    unloggedOutcomes.push({ act: begun, ...outcomeOf(done) });
    if (unloggedOutcomes.length > maxUnwritten) unloggedOutcomes.shift();
    await writeOutcomes();
  }

  /**
   * Writes to the log of the folder that is open now: after going live the live one, after a restore the restored one.
   */
  async function writeOutcomes(): Promise<void> {
    for (let end = unloggedOutcomes[0]; end !== undefined; end = unloggedOutcomes[0]) {
      const written = await callOpenDesk(folder, 'rights.end', end);
      if (!written.ok) return after(rewriteDelayMs, () => void writeOutcomes());
      if (unloggedOutcomes[0] === end) unloggedOutcomes.shift();
    }
  }

  const received = { via: 'screen', caller: '', operator: null, toApprove: null } as const;
  const answerScreen = from(refuseClosed);
  const answerCommandLine = from(takeApprovalApart);
  const answerHost = from(waitForTurn);

  return {
    /** a call of a screen, on any host; `caller`: its window or page */
    callFromScreen(name: string, input: unknown, caller = ''): Promise<Result<unknown>> {
      pins?.notice(caller);
      return answerScreen({ ...received, name, input, caller });
    },
    /** a call of a program; `operator`: the user of the machine */
    callFromCommandLine: (name: string, input: unknown, operator: string): Promise<Result<unknown>> =>
      answerCommandLine({ ...received, name, input, via: 'command-line', operator }),
    /** logs an act that the host did by itself */
    logDone: (act: StartedAction): Promise<void> => logOutcome(act, { ok: true, value: null }),
    /** a call of the host itself */
    call: (name: string, input: unknown): Promise<Result<unknown>> => answerHost({ ...received, name, input }),
  };
}

/** A problem that prevents opening a folder says what to do; that one is being opened does not. */
const refusalBetweenFolders = (answered: Result<unknown>): Result<never> =>
  refusal(answered.ok ? rightNotChecked().problem : answered.problem);

/**
 * Problems of the desk or the thread that checks rights: they say nothing about the right, or about what a person can
 * do.
 */
const uninformativeKinds: readonly ProblemKind[] = ['cancelled', 'desk-gone', 'internal'];
/** Reasons of `cancelled` that state that nothing was done, and how long that lasts. */
const informativeReasons: readonly unknown[] = ['going-back', 'reopening'];

/** The answer to a protected call whose check failed with a problem of the desk. */
const refusal = (why: Problem): { ok: false; problem: Problem } => ({
  ok: false,
  problem:
    uninformativeKinds.includes(why.kind) && !informativeReasons.includes(why.params?.['reason'])
      ? rightNotChecked().problem
      : why,
});

/**
 * Checks and records the right to an action through `call`, which asks only the desk that was open when the action was
 * requested. No answer means refusal. Only if the database shows that no operator has any right does an action proceed
 * that cannot be recorded first, such as on a full disk; it is recorded afterwards.
 */
async function beginAction(
  call: Call,
  toApprove: object,
): Promise<{ begun: StartedAction } | { answer: Result<unknown> }> {
  const begun = await call('rights.begin', toApprove);
  if (begun.ok) return { begun: begun.value as StartedAction };
  if (['needs-right', 'invalid'].includes(begun.problem.kind)) return { answer: begun };
  if (!(await isUnrestricted(call))) return { answer: refusal(begun.problem) };
  const { of: _of, ...unwritten } = toApprove as Input<'rights.begin'>;
  return { begun: { ...unwritten, id: randomUUID(), at: Date.now(), allowedBy: '' } };
}

/** Checks the right to a started action again; null if it may proceed in this turn, else the answer. */
async function recheckRight(call: Call, act: StartedAction): Promise<Result<never> | null> {
  const still = await call('rights.still', { act });
  if (still.ok) return null;
  if (still.problem.kind === 'needs-right' || !(await isUnrestricted(call))) return refusal(still.problem);
  return null;
}

/** Whether the database shows that no operator has any right. */
async function isUnrestricted(call: Call): Promise<boolean> {
  const listed = await call('operators.list', {});
  return listed.ok && (listed.value as Output<'operators.list'>).operators.every(({ rights }) => rights.length === 0);
}

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
