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
import { answerCall, type Answerer, type Handlers } from '../../platform/link/answer.ts';
import { problemOf, reportFault } from '../../platform/link/failure.ts';
import { folderAdvice } from '../handlers/folder-choice-handlers.ts';
import type { Desk } from '../threads/desk.ts';
import { closedDeskProblems } from '../workspaces/command-folders.ts';
import type { PinResult, PinThrottle } from './pin-throttle.ts';
import type { Call } from './screen-desk.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type CallableDesk = Pick<Desk, 'call'>;

/** What calls need of the open data folder. In a host with screens the folder may change, else see `fixedFolder`. */
interface OpenFolder {
  /** the open desk; null between two folders, and if none can be opened */
  currentDesk: () => CallableDesk | null;
  /** the refusal of a command that was first received in the other folder; null if it belongs to this one */
  refusalFor: (input: unknown) => Result<never> | null;
  /** the answer while no desk is open, or to a call that was in progress at `closedDesk` when that was closed */
  closedAnswer: (closedDesk?: object) => Result<never>;
  /** settles when delivery has started, or has failed to start */
  deliveryReady: Promise<void>;
  /** runs actions one at a time, in the order received */
  runInTurn<T>(action: () => Promise<T>): Promise<T>;
  /** runs `action` on the live folder if that folder has rights of its own, else resolves to null */
  askLiveWithOwnRights<T>(action: (live: CallableDesk) => Promise<T>): Promise<T | null>;
}

/** A folder that stays open as long as its calls are made. */
export function fixedFolder(call: Call): OpenFolder {
  const desk = { call };
  return {
    currentDesk: () => desk,
    refusalFor: () => null,
    closedAnswer: () => ({ ok: false, problem: rightNotChecked().problem }),
    deliveryReady: Promise.resolve(),
    runInTurn: (action) => action(),
    askLiveWithOwnRights: () => Promise.resolve(null),
  };
}

/** Handlers of the host itself: one for each procedure that the contract assigns to the host (`by: 'host'`). */
export type HostHandlers = Pick<Handlers<'desk'>, ProcedureWith<'by', 'host'>>;

interface HostAnswers {
  ownHandlers: Partial<HostHandlers>;
  /** maps an error that a handler threw to the error of the answer */
  mapError?: Answerer['mapError'];
  runWithinCall: ReturnType<typeof createCallScope>['runWithinCall'];
  /** null: no PIN is ever sent */
  pinThrottle: PinThrottle | null;
  report: (error: unknown) => void;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
}

/** For a folder without a host: the desk answers every call. */
const noHost: HostAnswers = {
  ownHandlers: {},
  runWithinCall: (_call, action) => action(),
  pinThrottle: null,
  report: reportFault,
  after: () => undefined,
};

/** A call on its way to its handler, with the results of earlier steps. */
interface CallInProgress {
  name: string;
  input: unknown;
  via: StartedAction['via'];
  /**
   * the window, or the page of a browser; empty: the host itself. It gives no rights: it only distinguishes callers
   * where they wait for each other
   */
  caller: string;
  /** who acts, if the caller knows; null: the input names the operator */
  operator: string | null;
  /** the input of `rights.begin`, with the PIN unchecked as a screen sent it; null: the call needs no right */
  approvalRequest: Record<string, unknown> | null;
  /** the desk at which the right was checked: the call is made there, or not at all */
  checkedDesk?: CallableDesk;
  /** the answer of `rights.begin` */
  startedAction?: StartedAction;
  /** an action makes this call, and the outcome is logged with that action */
  isPartOfAction?: true;
  /** the live folder allowed the call; it checks the operator again when it is opened */
  isAllowedByLive?: true;
}

type NextStep = (call: CallInProgress) => Promise<Result<unknown>>;
/** Answers a call, or passes it on to the next step. */
type Step = (call: CallInProgress, next: NextStep) => Promise<Result<unknown>>;

const chainSteps = (steps: readonly Step[]): NextStep =>
  steps.reduceRight<NextStep>(
    (next, step) => (call) => step(call, next),
    ({ name }) => Promise.resolve(fail('unknown-command', `Nobody answers ${JSON.stringify(name)}.`)),
  );

/** Whether a page may call a procedure; the name is unchecked. */
export const isOpenToScreens = (name: string): boolean =>
  Object.hasOwn(deskContract, name) && rulesOf(name).from !== 'host';

const refuseClosed: Step = async (call, next) =>
  isOpenToScreens(call.name) ? next(call) : fail('unknown-command', 'The desk has no such procedure for screens.');

/**
 * Refuses an input that is invalid for every procedure: one nested too deeply, or with a lone surrogate, which no
 * keyboard writes and neither an address nor a disk stores.
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
  const namedFolder =
    values && folderSettings.find((one) => ![undefined, ''].includes(values[one] as string | undefined));
  return namedFolder ? fail('bad-setting', folderAdvice, { name: namedFolder, reason: 'chosen-in-host' }) : next(call);
};

/** A value that is no text counts as no name. */
const actorName = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');

/**
 * Moves the PIN, the visit to the settings (`stay`) and the operator from the input to the approval request: only the
 * check of the right gets them.
 */
const extractApproval: Step = async (call, next) => {
  // The procedure itself refuses an invalid input.
  if (typeof call.input !== 'object' || call.input === null || Array.isArray(call.input)) return next(call);
  const { approval: pin, actor, stay, ...input } = call.input as Record<string, unknown>;
  const requirement = rightRequirementOf(call.name, input);
  if (!requirement) return next(rulesOf(call.name).actor ? { ...call, input } : call);
  const { parts, needsPinEachTime: asksEachTime = false, ...loggedFields } = requirement;
  const approvalRequest = {
    ...loggedFields,
    parts: parts.join(' ').slice(0, 1000),
    procedure: call.name,
    via: call.via,
    operator: call.operator ?? actorName(input['operator'] ?? actor),
    ...(pin !== undefined && { approval: pin }),
    ...(stay !== undefined && !asksEachTime && { stay }),
  };
  return next({ ...call, input, approvalRequest });
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
    callInScope: ((name, input) => (callStore.getStore() ?? defaultCall)(name, input)) satisfies Call,
    runWithinCall: <T>(call: Call, action: () => Promise<T>): Promise<T> => callStore.run(call, action),
  };
}

async function callOpenDesk(
  folder: OpenFolder,
  name: string,
  input: unknown,
  requiredDesk?: CallableDesk,
): Promise<Result<unknown>> {
  if (rulesOf(name).waits === 'delivery') await folder.deliveryReady;
  return withOpenDesk(folder, input, (desk) => desk.call(name, input), requiredDesk);
}

/**
 * Asks the open desk, if that is `requiredDesk` and the command belongs to its folder. If the desk is closed before it
 * answers, the answer says that the outcome is unknown.
 */
async function withOpenDesk(
  folder: OpenFolder,
  input: unknown,
  ask: (desk: CallableDesk) => Promise<Result<unknown>>,
  requiredDesk?: CallableDesk,
): Promise<Result<unknown>> {
  const desk = folder.currentDesk();
  if (!desk || (requiredDesk && requiredDesk !== desk)) return folder.closedAnswer();
  const refusedAnswer = folder.refusalFor(input);
  if (refusedAnswer) return refusedAnswer;
  const result = await ask(desk);
  const isCutOff = folder.currentDesk() !== desk && !result.ok && closedDeskProblems.includes(result.problem.kind);
  return isCutOff ? folder.closedAnswer(desk) : result;
}

/** Delay before an outcome that no desk could log is written again (ms), and the maximum number of such outcomes. */
const relogDelayMs = 15_000;
const maxUnlogged = 1000;

export type AnsweredCalls = ReturnType<typeof answerCalls>;

/**
 * Answers calls: those of screens and of the command line after all checks, those of the host itself without a check of
 * rights. A call that needs a right is made at the desk that checked the right: the one that was open when the call was
 * received. If the host answers a call in turn, the right is checked again in that turn. No call rejects.
 */
export function answerCalls(folder: OpenFolder, host: HostAnswers = noHost) {
  const { ownHandlers, mapError, runWithinCall, pinThrottle, report, after } = host;
  const isOwn = (name: string): boolean => Object.hasOwn(ownHandlers, name);
  const hostAnswerer: Answerer = { handlers: ownHandlers, ...(mapError && { mapError }) };

  const waitForTurn: Step = async (call, next) => {
    if (rulesOf(call.name).waits !== 'turn' || !(isOwn(call.name) || call.startedAction)) return next(call);
    try {
      return await folder.runInTurn(() => next(call));
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  };

  const answerAsHost: Step = async (call, next) => {
    const { name, input, startedAction } = call;
    if (!isOwn(name)) return next(call);
    const callHandler = (): Promise<Result<unknown>> => answerCall(hostAnswerer, name, input, report);
    if (!startedAction) return callHandler();
    if (call.isAllowedByLive) return approverStore.run(startedAction.allowedBy, callHandler);
    // The right may have been revoked before the turn came.
    if (rulesOf(name).waits === 'turn') return (await recheckRight(callsOf(call), startedAction)) ?? callHandler();
    return runWithinCall(callsOfAction(call, startedAction), callHandler);
  };

  /** Checks a PIN in its turn. The answer to a wrong one says how long the next attempt waits (`waits`, in seconds). */
  const checkPinInTurn: Step = async (call, next) => {
    const attempt = pinAttemptIn(call.name, call.input);
    if (!attempt || !pinThrottle) return next(call);
    const operatorAnswer = await next({ ...call, name: 'operators.named', input: attempt });
    if (!operatorAnswer.ok) return operatorAnswer;
    const { name: operator, pinId } = operatorAnswer.value as Output<'operators.named'>;
    // No operator has this code, or the operator has no PIN that could be guessed.
    if (operator === null || pinId === null) return next(call);
    const result = await pinThrottle.check(pinId, call.caller, () => next(call), pinResultOf(operator, attempt.of));
    if (result === null) {
      // The attempt is logged although its PIN was not checked.
      if (attempt.of === 'right') await next({ ...call, input: { ...withoutPin(call.input), unchecked: true } });
      return tooManyAttempts(attempt.of, operator, call.input);
    }
    if (pinResultOf(operator, attempt.of)(result) !== 'wrong' || result.ok) return result;
    const { params, ...withoutParams } = result.problem;
    return {
      ok: false,
      problem: { ...withoutParams, params: { ...params, waits: pinThrottle.nextWaitMs(pinId) / 1000 } },
    };
  };

  const answerInThread: Step = async ({ name, input, checkedDesk, startedAction, isPartOfAction }) => {
    if (!startedAction) return callOpenDesk(folder, name, input, checkedDesk);
    if (rulesOf(name).waits === 'delivery') await folder.deliveryReady;
    if (folder.currentDesk() !== checkedDesk) return { ok: false, problem: rightNotChecked().problem };
    // The desk's thread checks the right again right before the action, and logs the outcome.
    const actionInput = {
      act: startedAction,
      procedure: name,
      input,
      ...(isPartOfAction && { isPart: isPartOfAction }),
    };
    const result = await withOpenDesk(folder, input, (desk) => desk.call('rights.act', actionInput), checkedDesk);
    return result.ok ? { ok: true, value: (result.value as Output<'rights.act'>).value } : result;
  };

  const checkRight: Step = async (call, next) => {
    if (!call.approvalRequest) return next(call);
    const desk = folder.currentDesk();
    // between two folders it is unknown who may do this
    if (!desk) return refusalBetweenFolders(await callsOf(call)('operators.list', {}));
    const approved = await beginProtectedCall({ ...call, checkedDesk: desk }, call.approvalRequest);
    if ('answer' in approved) return approved.answer;
    const result = await next(approved.call);
    if (isOwn(call.name)) await logOutcome(approved.startedAction, result);
    if (call.name === 'operators.save' && result.ok && approved.startedAction.allowedBy !== '')
      await endDelay(approved.call, result.value as Output<'operators.save'>);
    return result;
  };

  /**
   * Ends the delay for the PIN of an operator whom a supervisor saved, unless the live folder has rights of its own: it
   * may contain the same PIN, and a supervisor of practice does not decide about it. A new PIN has no delay anyway.
   */
  async function endDelay(call: CallInProgress, saved: Output<'operators.save'>): Promise<void> {
    const liveDecides = await folder.askLiveWithOwnRights(() => Promise.resolve(true)).catch(() => true);
    if (liveDecides) return;
    const operatorAnswer = await callsOf(call)('operators.named', { code: saved.code, of: 'desk' });
    const { name, pinId } = operatorAnswer.ok
      ? (operatorAnswer.value as Output<'operators.named'>)
      : { name: null, pinId: null };
    if (name === saved.name && pinId !== null) await pinThrottle?.forget(pinId);
  }

  /**
   * The steps of a call, in order. A call of a screen starts at the first step; a call of the command line, which is
   * trusted, at `extractApproval`; a call of the host itself, which needs no right, at `waitForTurn`.
   */
  const steps: readonly Step[] = [
    refuseClosed,
    refuseMalformed,
    refuseFolderPath,
    extractApproval,
    checkRight,
    waitForTurn,
    answerAsHost,
    checkPinInTurn,
    answerInThread,
  ];
  const stepsFrom = (first: Step): NextStep => chainSteps(steps.slice(steps.indexOf(first)));
  const callThread = stepsFrom(checkPinInTurn);

  /** Makes further calls for this one, such as those about its right: at the same desk, outside a started action. */
  const callsOf =
    ({ startedAction: _begun, ...call }: CallInProgress): Call =>
    (name, input) =>
      callThread({ ...call, name, input });

  /** Makes the calls of a host's handler during an action: protected ones are part of the action. */
  const callsOfAction =
    (call: CallInProgress, startedAction: StartedAction): Call =>
    (name, input) =>
      rightRequirementOf(name, input) === null
        ? callsOf(call)(name, input)
        : answerInThread({ ...call, name, input, startedAction, isPartOfAction: true }, callThread);

  type BeginResult = { call: CallInProgress; startedAction: StartedAction } | { answer: Result<unknown> };

  async function beginProtectedCall(call: CallInProgress, approvalRequest: object): Promise<BeginResult> {
    const begunAtLive = call.name === 'desk.switch' ? await beginAtLive(call, approvalRequest) : null;
    if (begunAtLive) return begunAtLive;
    const approved = await beginAction(callsOf(call), approvalRequest);
    return 'answer' in approved ? approved : { ...approved, call: { ...call, startedAction: approved.startedAction } };
  }

  /**
   * Begins going live if the live folder has rights of its own, as when practice has none. The operator who approved is
   * checked again when that folder is opened (`operators.take`), in the turn of the change. Null: the open folder
   * decides.
   */
  async function beginAtLive(call: CallInProgress, approvalRequest: object): Promise<BeginResult | null> {
    const { of: _of, approval: _pin, stay: _stay, ...actionFields } = approvalRequest as Input<'rights.begin'>;
    try {
      const permission = await folder.askLiveWithOwnRights((live) => permitAtLive(call, live.call, approvalRequest));
      if (!permission) return null;
      const allowedBy = permission.ok ? permission.value : '';
      const startedAction = { ...actionFields, id: randomUUID(), at: Date.now(), allowedBy };
      const reason = permission.ok ? '' : String(permission.problem.params?.['reason'] ?? permission.problem.kind);
      // No PIN was tried, so nothing is logged: the screen asks for a PIN now.
      if (!permission.ok && reason === 'none-given') return { answer: permission };
      const outcome = permission.ok ? 'allowed' : 'denied';
      const logAnswer = await callsOf(call)('rights.note', { act: startedAction, outcome, why: reason });
      if (!permission.ok) return { answer: permission };
      if (!logAnswer.ok) return { answer: refusal(logAnswer.problem) };
      return { startedAction, call: { ...call, startedAction, isAllowedByLive: true } };
    } catch (error) {
      return { answer: refusal(problemOf(error)) };
    }
  }

  /**
   * The operator of the live folder who allows this. That folder is open for reading only; its PINs wait in turn too.
   */
  async function permitAtLive(call: CallInProgress, askLive: Call, approvalRequest: object): Promise<Result<string>> {
    const permit: Step = async ({ name, input }) => {
      if (name === 'operators.named') return askLive(name, input);
      const { right, approval: approvalInput } = input as Input<'rights.begin'>;
      const parsedApproval = approval.safeParse(approvalInput);
      const liveAnswer = (await askLive('operators.permit', {
        right,
        ...(parsedApproval.success && { approval: parsedApproval.data }),
      })) as Result<Output<'operators.permit'>>;
      return liveAnswer.ok ? { ok: true, value: { allowedBy: liveAnswer.value.name } } : liveAnswer;
    };
    const permission = await chainSteps([checkPinInTurn, permit])({
      ...call,
      name: 'rights.begin',
      input: approvalRequest,
    });
    return permission.ok
      ? { ok: true, value: (permission.value as Pick<StartedAction, 'allowedBy'>).allowedBy }
      : permission;
  }

  const unloggedOutcomes: { act: StartedAction; outcome: 'done' | 'failed'; why: string }[] = [];

  async function logOutcome(startedAction: StartedAction, result: Result<unknown>): Promise<void> {
    unloggedOutcomes.push({ act: startedAction, ...outcomeOf(result) });
    if (unloggedOutcomes.length > maxUnlogged) unloggedOutcomes.shift();
    await writeOutcomes();
  }

  /**
   * Writes to the log of the folder open now: after going live that is the live one, after a restore the restored one.
   */
  async function writeOutcomes(): Promise<void> {
    for (let unlogged = unloggedOutcomes[0]; unlogged !== undefined; unlogged = unloggedOutcomes[0]) {
      const logAnswer = await callOpenDesk(folder, 'rights.end', unlogged);
      if (!logAnswer.ok) return after(relogDelayMs, () => void writeOutcomes());
      if (unloggedOutcomes[0] === unlogged) unloggedOutcomes.shift();
    }
  }

  const callDefaults = { via: 'screen', caller: '', operator: null, approvalRequest: null } as const;
  const answerScreen = stepsFrom(refuseClosed);
  const answerCommandLine = stepsFrom(extractApproval);
  const answerHost = stepsFrom(waitForTurn);

  return {
    /** a call of a screen, on any host; `caller`: its window or page */
    callFromScreen(name: string, input: unknown, caller = ''): Promise<Result<unknown>> {
      pinThrottle?.notice(caller);
      return answerScreen({ ...callDefaults, name, input, caller });
    },
    /** a call of a program; `operator`: the user of the machine */
    callFromCommandLine: (name: string, input: unknown, operator: string): Promise<Result<unknown>> =>
      answerCommandLine({ ...callDefaults, name, input, via: 'command-line', operator }),
    /** logs an action that the host took automatically */
    logDone: (act: StartedAction): Promise<void> => logOutcome(act, { ok: true, value: null }),
    /** a call of the host itself */
    call: (name: string, input: unknown): Promise<Result<unknown>> => answerHost({ ...callDefaults, name, input }),
  };
}

/** The refusal between two folders: the problem that prevents opening a folder, unless that says nothing useful. */
const refusalBetweenFolders = (listAnswer: Result<unknown>): Result<never> =>
  refusal(listAnswer.ok ? rightNotChecked().problem : listAnswer.problem);

/**
 * Problems of the desk or the thread that checks rights: they say nothing about the right, or about what a person can
 * do.
 */
const uninformativeKinds: readonly ProblemKind[] = ['cancelled', 'desk-gone', 'internal'];
/** Reasons of `cancelled` that state that nothing was done, and how long that lasts. */
const informativeReasons: readonly unknown[] = ['going-back', 'reopening'];

/** The answer to a protected call whose check failed with a problem of the desk. */
const refusal = (cause: Problem): { ok: false; problem: Problem } => ({
  ok: false,
  problem:
    uninformativeKinds.includes(cause.kind) && !informativeReasons.includes(cause.params?.['reason'])
      ? rightNotChecked().problem
      : cause,
});

/**
 * Checks and records the right to an action through `call`, which asks only the desk that was open when the action was
 * requested. Without an answer, the action is refused. An action that cannot be recorded first, such as on a full disk,
 * proceeds only if the database shows that no operator has any right; it is recorded afterwards.
 */
async function beginAction(
  call: Call,
  approvalRequest: object,
): Promise<{ startedAction: StartedAction } | { answer: Result<unknown> }> {
  const beginAnswer = await call('rights.begin', approvalRequest);
  if (beginAnswer.ok) return { startedAction: beginAnswer.value as StartedAction };
  if (['needs-right', 'invalid'].includes(beginAnswer.problem.kind)) return { answer: beginAnswer };
  if (!(await isUnrestricted(call))) return { answer: refusal(beginAnswer.problem) };
  const { of: _of, ...actionFields } = approvalRequest as Input<'rights.begin'>;
  return { startedAction: { ...actionFields, id: randomUUID(), at: Date.now(), allowedBy: '' } };
}

/** Checks the right to a started action again; null if it may proceed in this turn, else the answer. */
async function recheckRight(call: Call, action: StartedAction): Promise<Result<never> | null> {
  const recheck = await call('rights.still', { act: action });
  if (recheck.ok) return null;
  if (recheck.problem.kind === 'needs-right' || !(await isUnrestricted(call))) return refusal(recheck.problem);
  return null;
}

/** Whether the database shows that no operator has any right. */
async function isUnrestricted(call: Call): Promise<boolean> {
  const listAnswer = await call('operators.list', {});
  return (
    listAnswer.ok && (listAnswer.value as Output<'operators.list'>).operators.every(({ rights }) => rights.length === 0)
  );
}

/** An operator's code and what its PIN is for: a right, or entering the desk. */
interface PinAttempt {
  code: string;
  of: 'right' | 'desk';
}

/** The code that a call sends with a PIN to check; null: the call checks no PIN. */
function pinAttemptIn(name: string, input: unknown): PinAttempt | null {
  const fields = (input ?? {}) as { approval?: unknown };
  const parsedApproval = approval.safeParse(name === 'operators.enter' ? input : fields.approval);
  if (!parsedApproval.success) return null;
  if (name === 'operators.enter') return { code: parsedApproval.data.code, of: 'desk' };
  return name === 'rights.begin' ? { code: parsedApproval.data.code, of: 'right' } : null;
}

function withoutPin(input: unknown): object {
  const { approval: _pin, ...rest } = input as Input<'rights.begin'>;
  return rest;
}

const pinResultOf =
  (operator: string, of: PinAttempt['of']) =>
  (result: Result<unknown>): PinResult => {
    if (!result.ok) {
      const reason = result.problem.params?.['reason'];
      return reason === 'pin-wrong' ? 'wrong' : reason === 'not-allowed' ? 'right' : 'unseen';
    }
    // if no operator has rights, an action starts without a PIN being checked
    if (of === 'right') return (result.value as Output<'rights.begin'>).allowedBy === operator ? 'right' : 'unseen';
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
