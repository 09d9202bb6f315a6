import type { Input, Output } from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent, NumberedEvent } from '../../../shared/contract/desk-events.ts';
import type { MigratedDrafts } from '../../../shared/contract/desk-procedures.ts';
import type { DeskState } from '../../../shared/contract/desk-state.ts';
import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { ProblemError, problem, type Problem, type Result } from '../../../shared/contract/problem.ts';
import type { Target } from '../../../shared/contract/sync-procedures.ts';
import { problemOf, reportFault } from '../../platform/link/failure.ts';
import { serialQueue } from '../../platform/link/serial-queue.ts';
import { type SecretStore, parseSecret } from '../../platform/secret-store.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import {
  folderOfMode,
  otherMode,
  writeWorkspaceState,
  type Mode,
  type WorkspaceState,
} from '../../storage/register/workspace-folders.ts';
import type { Desk } from '../threads/desk.ts';
import {
  closedDeskProblems,
  cutOffAnswer,
  switchedAnswer,
  reopeningAnswer,
  commandFolders,
  type ReopenReason,
} from './command-folders.ts';
import { createDeliveryStarter, type StartupIdle } from './delivery-starter.ts';
import { eraseOtherFolder } from './erase-other-folder.ts';
import { workerDesks, type OpenDesks, sharedReader } from './open-desks.ts';
import { assertSameService } from './open-workspace.ts';
import {
  targetNameOf,
  type Service,
  cannotSaveWarning,
  liveBinding,
  startDelivery,
  preferencesToCarry,
  holdsDesk,
  openFolder,
  carryPreferences,
  warningsOf,
  type FoldersHost,
  workspaceState,
  requireTrustedTarget,
  type TrustedTargets,
} from './workspace-desk.ts';
import { createHash } from 'node:crypto';

/** Entries read and captured together: captures that arrive together share one disk sync. */
const batchSize = 50;

/**
 * Copies the entries of one folder as drafts into another desk, oldest first, with their keys, each checked. Withdrawn
 * and replaced entries are left out. One command copies each entry once, even if it is interrupted and repeated.
 */
export async function migrateDrafts(
  sourceFolder: string,
  targetDesk: Desk,
  commandId: string,
  { openForReading }: OpenDesks = workerDesks,
): Promise<MigratedDrafts> {
  const migrated: MigratedDrafts = { made: 0, already: 0, problems: [] };
  const source = await openForReading({ folder: sourceFolder });

  async function migrateDraft({ id, key, operator }: EntryRow): Promise<void> {
    const { endpoint, request } = await source.ask('entries.get', { id });
    try {
      const { already } = await targetDesk.ask('entry.enqueue', {
        commandId: createHash('sha256').update(`${commandId} ${id}`).digest('hex'),
        request: { endpoint, query: request.query, body: request.body },
        operator,
        draft: true,
      });
      migrated[already ? 'already' : 'made'] += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      migrated.problems.push({ key, problem: error.problem });
    }
  }

  try {
    const { seqs } = await source.ask('entries.seqs', { list: 'all' });
    const oldestFirst = seqs.toReversed();
    for (let start = 0; start < oldestFirst.length; start += batchSize) {
      const { rows } = await source.ask('entries.rows', { seqs: oldestFirst.slice(start, start + batchSize) });
      const relevant = rows.filter(({ state, replacedBy }) => state !== 'withdrawn' && replacedBy === null);
      await Promise.all(relevant.map(migrateDraft));
    }
    return migrated;
  } finally {
    await source.close();
  }
}

interface RestoreHost {
  /** the open desk */
  desk: () => Desk;
  now: () => number;
  /** closes the desk, and opens its folder again */
  reopen: () => Promise<void>;
}

/**
 * Goes back to a backup, which the new worker opens in place of the current file. Throws ProblemError `damaged` if that
 * is not possible; the desk then continues with the data it had.
 */
export async function restoreBackup(
  { name, takeOpen }: Input<'backup.want'>,
  { desk, now, reopen }: RestoreHost,
): Promise<void> {
  await desk().ask('backup.want', { name, takeOpen });
  const startedAt = now();
  await reopen();
  const { rescued } = await desk().ask('backup.state', {});
  if (rescued?.why === 'chosen' && rescued.at >= startedAt) return;
  throw problem('damaged', `${name} could not be restored. The desk works on with the data it had.`, {
    reason: 'backup',
    name,
  });
}

/**
 * Sends a service a request that changes nothing, with the secret just entered or the one stored for this service,
 * never with one stored for another. `answerIfSwitched` returns the answer if the desk has switched to the other folder
 * meanwhile, else null.
 */
export async function testService(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  enteredSecret: string | null,
  answerIfSwitched: (desk: Desk) => { problem: Problem } | null,
): Promise<Output<'desk.testService'>> {
  try {
    return await sendTestRequest(desk, secrets, service, enteredSecret);
  } catch (error) {
    const switchAnswer = answerIfSwitched(desk);
    if (switchAnswer === null || !closedDeskProblems.includes(problemOf(error).kind)) throw error;
    throw new ProblemError(switchAnswer.problem);
  }
}

async function sendTestRequest(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  enteredSecret: string | null,
): Promise<Output<'desk.testService'>> {
  const { headerName } = await desk.ask('settings.get', {});
  const value = enteredSecret ?? (await secrets.read(targetNameOf(service)));
  const secret = value !== null && headerName !== '' ? { secret: { name: headerName, value } } : {};
  return desk.ask('service.try', { service: service.address, account: service.account, ...secret });
}

export interface ReopenHost {
  /** opens the folder that was open last; rejects if that fails */
  open: () => Promise<void>;
  /** whether no folder is open although one should be */
  isNeeded: () => boolean;
  /** runs an action in turn with all others that change which folder is open */
  runInTurn: (action: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  /** called after each attempt, whether it succeeded or failed */
  onChange: () => void;
}

/** First and longest wait before opening a folder is retried (ms). */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * Opens the folder that was open last. If that fails, as when the command line took its lock in between, retries with
 * backoff; calls meanwhile are answered with the reason. Nobody has to restart the program.
 */
export function createReopener({ open, isNeeded, runInTurn, after, onChange }: ReopenHost) {
  let lastProblem: Problem | null = null;

  async function reopen(waitMs: number): Promise<void> {
    try {
      await open();
      lastProblem = null;
    } catch (error) {
      lastProblem = problemOf(error);
      // A failed retry stores its reason, with which calls are answered.
      after(waitMs, () => void runInTurn(() => retry(Math.min(2 * waitMs, maxWaitMs))).catch(() => undefined));
      throw error;
    }
  }

  async function retry(waitMs: number): Promise<void> {
    if (isNeeded()) await reopen(waitMs).finally(onChange);
  }

  return {
    reopenNow: (): Promise<void> => reopen(firstWaitMs),
    /** the warnings for screens */
    warnings: (folder: string): DeskState['warnings'] => (lastProblem ? [cannotSaveWarning(lastProblem, folder)] : []),
    /** the answer to calls; null if there is no problem */
    answer: (): Result<never> | null => lastProblem && { ok: false, problem: lastProblem },
    /** `fallback`: the problem to throw if nothing failed, and a folder is only being opened */
    throwProblem(fallback: Problem): never {
      throw new ProblemError(lastProblem ?? fallback);
    },
  };
}

export interface SwitchingHost extends Pick<DeskState, 'host' | 'version' | 'printers'>, FoldersHost, StartupIdle {
  root: string;
  secrets: SecretStore;
  trustedTargets: TrustedTargets;
  now: () => number;
  emit: (event: DeskEvent) => void;
  /** runs a function once after `ms`, unless the desk is closed before */
  after: (ms: number, run: () => void) => void;
  /**
   * set if the start itself goes live: the desk was in practice before, or that is unknown. Rights of practice then
   * hold in live, unless live has rights of its own
   */
  goesLiveFrom?: 'practice' | 'unknown';
}

const maxCommands = 200;
/** Events that make screens reload everything. */
const refreshEvents: readonly DeskEvent[] = [{ kind: 'desk' }, { kind: 'settings' }, { kind: 'entries', ids: 'many' }];

/**
 * One desk at a time, practice or live, while the screens stay. Opens the folder that was open last, and starts
 * delivery. Captures are taken before delivery has started, and if it fails to start; the desk state shows why.
 */
export async function switchingDesk(host: SwitchingHost, initialState: WorkspaceState) {
  let state = initialState;
  let current: Desk | null = null;
  let closePromise: Promise<void> | null = null;
  const runInTurn = serialQueue();
  const folderOfCommands = commandFolders();
  let switchingTo: Mode | null = null;
  /** set while the open folder is closed and opened again */
  let reopening: { reason: ReopenReason; percent: number } | null = null;
  const reopenReasons = new WeakMap<object, ReopenReason>();
  const unavailableAnswer = () =>
    reopening ? reopeningAnswer(reopening.reason, reopening.percent) : switchedAnswer(switchingTo ?? state.mode);
  const folderOf = (mode: Mode): string => folderOfMode(host.root, state, mode);
  const binding = liveBinding(folderOf('live'), host.desks);

  async function open(mode: Mode): Promise<Desk> {
    // The desk may emit events while it is being opened.
    let openedDesk: Desk | null = null;
    const receive = (event: DeskEvent): void => {
      if (event.kind === 'going-back') {
        if (reopening) reopening.percent = event.percent;
        host.emit(event);
      } else if (openedDesk && current === openedDesk) host.emit(event);
    };
    const desk: Desk = await openFolder(folderOf(mode), host, receive);
    openedDesk = desk;
    desk.onStatusChange((trouble) => {
      if (current !== desk) return;
      if (trouble) host.emit({ kind: 'desk' });
      else void delivering.restart(desk, mode).finally(broadcastRefresh);
    });
    return desk;
  }

  const broadcastRefresh = (): void => refreshEvents.forEach((event) => host.emit(event));
  const delivering = createDeliveryStarter({
    ...host,
    runInTurn: runInTurn,
    currentDesk: () => current,
    deliver: (desk, mode) => startDelivery(desk, mode, state.service, host.secrets),
    onChange: () => host.emit({ kind: 'desk' }),
  });

  /** If `finishOpening` fails, the opened folder is closed again. */
  async function openAndStart(mode: Mode, finishOpening?: (openedDesk: Desk) => Promise<void>): Promise<Desk> {
    const openedDesk = await open(mode);
    try {
      await delivering.start(openedDesk, mode);
      await finishOpening?.(openedDesk);
      return openedDesk;
    } catch (error) {
      await openedDesk.close();
      throw error;
    }
  }

  const reopener = createReopener({
    ...host,
    runInTurn: runInTurn,
    open: async () => void (current = await openAndStart(state.mode)),
    isNeeded: () => !closePromise && !current,
    onChange: broadcastRefresh,
  });
  const desk = (): Desk => current ?? reopener.throwProblem(unavailableAnswer().problem);

  async function saveState(change: Partial<WorkspaceState>): Promise<void> {
    const newState = { ...state, ...change };
    await writeWorkspaceState(host.root, newState);
    state = newState;
  }

  /** Restarts delivery after the service, its secret or the name of its header changed. */
  async function restartDelivery(): Promise<void> {
    if (state.mode === 'live') await delivering.start(desk(), 'live');
    host.emit({ kind: 'desk' });
  }

  const boundTarget = (): Promise<Target | null> => binding.current(state.mode === 'live' ? current : null);

  /** Opens the folder again in a new worker, since a worker caches the identity of its folder. */
  async function reopen(reason: ReopenReason): Promise<void> {
    const previousDesk = desk();
    reopenReasons.set(previousDesk, reason);
    reopening = { reason, percent: 0 };
    current = null;
    try {
      await previousDesk.close();
      await reopener.reopenNow();
    } finally {
      reopening = null;
      broadcastRefresh();
    }
  }

  async function switchTo(to: Mode, allowedBy: string | null): Promise<void> {
    const previousDesk = desk();
    const preferences = await preferencesToCarry(previousDesk);
    await boundTarget();
    await otherFolderEraser.stop();
    const isNewFolder = !(await holdsDesk(folderOf(to)));
    // From here on, calls are answered that the desk is switching.
    current = null;
    switchingTo = to;
    await previousDesk.close();
    try {
      current = await openAndStart(to, async (newDesk) => {
        // If delivery cannot start there, the switch fails: the person learns it at once, and the old folder stays
        // open.
        const startProblem = delivering.startProblem();
        if (startProblem) throw new ProblemError(startProblem);
        const newFolder = isNewFolder ? { from: folderOf(state.mode), to: folderOf(to) } : null;
        const direction = to === 'live' ? { goesLive: { allowedBy } } : { comesFromLive: true as const };
        await carryPreferences(newDesk, preferences, newFolder, direction);
        await saveState({ mode: to });
      });
    } catch (error) {
      await reopener.reopenNow().catch(reportFault);
      throw error;
    } finally {
      switchingTo = null;
      broadcastRefresh();
    }
  }

  /**
   * Carries preferences from practice to live, as a switch does. Throws if it is unknown who has rights in practice,
   * and nobody has any in live.
   */
  async function carryFromPractice(live: Desk, isNewFolder: boolean): Promise<void> {
    const practice = folderOf('practice');
    if (!(await holdsDesk(practice))) return;
    const isGuarded = async (): Promise<boolean> =>
      (await live.ask('operators.list', {})).operators.some(({ rights }) => rights.length > 0);
    // the operators of live may be the newer ones
    if (host.goesLiveFrom === 'unknown' && (await isGuarded())) return;
    try {
      const practiceDesk = await (host.desks ?? workerDesks).openAsOwner({
        folder: practice,
        awaitsTargetSelection: true,
      });
      try {
        await carryPreferences(
          live,
          await preferencesToCarry(practiceDesk),
          isNewFolder ? { from: practice, to: folderOf('live') } : null,
        );
      } finally {
        await practiceDesk.close();
      }
    } catch (error) {
      if (!(await isGuarded())) throw error;
      reportFault(error);
    }
  }

  const isLiveNew = host.goesLiveFrom !== undefined && !(await holdsDesk(folderOf(state.mode)));
  const firstDesk = await binding.openWith(state.mode, open);
  if (host.goesLiveFrom !== undefined)
    await carryFromPractice(firstDesk, isLiveNew).catch(async (error: unknown) => {
      await firstDesk.close();
      throw error;
    });
  await saveState({}).catch(async (error: unknown) => {
    // Nothing is lost: the next start determines the state again.
    if (diskProblem(error, host.root)) return;
    await firstDesk.close();
    throw error;
  });
  current = firstDesk;

  const withLiveReader = sharedReader(() => (host.desks ?? workerDesks).openForReading({ folder: folderOf('live') }));
  const otherFolderEraser = eraseOtherFolder({
    ...host,
    runInTurn: runInTurn,
    mode: () => state.mode,
    openDesk: desk,
    folderOf,
  });

  return {
    /** settles when delivery has started, or has failed to start */
    deliveryReady: delivering.startWhenIdle(firstDesk, state.mode),
    folders: (): string[] => [folderOf(state.mode), folderOf(otherMode(state.mode))],
    /** Runs changes of this desk one at a time, in the order received; rejects once it is being closed. */
    runInTurn: <T>(action: () => Promise<T>): Promise<T> =>
      runInTurn(() => {
        if (closePromise) throw problem('cancelled', 'The desk is being closed.');
        return action();
      }),
    /** Runs `action` once per command, also across restarts. */
    async once(commandId: string, action: () => Promise<void>): Promise<void> {
      if (state.commands.includes(commandId)) return;
      await action();
      await saveState({ commands: [...state.commands, commandId].slice(-maxCommands) });
    },
    state: async (): Promise<DeskState> =>
      workspaceState(host, state, {
        folderOf,
        isBound: (await boundTarget()) !== null,
        warnings: (folder) => (current ? warningsOf(current, folder) : reopener.warnings(folder)),
        cannotDeliver: delivering.startProblem(),
      }),
    async setService(service: Service): Promise<void> {
      const { address, account } = state.service ?? {};
      if (address === service.address && account === service.account) return;
      await assertSameService(host.root, state, service, host.desks);
      host.trustedTargets.learn(targetNameOf(service));
      await saveState({ service });
      await restartDelivery();
    },
    /** Whether someone with the right has saved this address. */
    isSaved: ({ address }: Service): boolean => state.service?.address === address,
    testService: (service: Service, enteredSecret: string | null): Promise<Output<'desk.testService'>> =>
      testService(desk(), host.secrets, service, enteredSecret, (testedDesk) =>
        current === testedDesk ? null : unavailableAnswer(),
      ),
    /** `confirmed`: a person has read and confirmed where the secret goes. */
    async setSecret(value: string | null, confirmed: boolean): Promise<void> {
      if (!state.service)
        throw problem('bad-address', 'Set the address of the service first: a secret is for one service.');
      const secret = parseSecret(value);
      const target = targetNameOf(state.service);
      if (secret !== null) requireTrustedTarget(host.trustedTargets, target, confirmed);
      await host.secrets.write(target, secret);
      await restartDelivery();
    },
    /** Restarts delivery after the name of the header that carries the secret was set. */
    restartAfterHeaderChange: (): Promise<void> =>
      runInTurn(() => (closePromise ? undefined : restartDelivery())).catch(reportFault),
    async reopen(): Promise<Output<'desk.reopen'>> {
      const result = await desk().ask('desk.reopen', {});
      await reopen('reopening');
      return result;
    },
    restore: (input: Input<'backup.want'>): Promise<void> =>
      restoreBackup(input, { ...host, desk, reopen: () => reopen('going-back') }),
    /** `allowedBy`: the operator of the live folder who approved going live, if one of them did. */
    async switchTo(to: Mode, allowedBy: string | null = null): Promise<void> {
      if (to === 'live' && !state.service) throw problem('bad-address', 'Set the address of the service first.');
      if (to !== state.mode) await switchTo(to, allowedBy);
    },
    /**
     * Runs `action` on the live folder if that has rights of its own: going live then needs the right of one of its
     * operators. Null: the open folder decides.
     */
    async askLiveWithOwnRights<T>(action: (live: Desk) => Promise<T>): Promise<T | null> {
      if (state.mode === 'live' || !(await holdsDesk(folderOf('live')))) return null;
      const openOperators = await desk().ask('operators.hand', {});
      return withLiveReader(async (live) =>
        (await live.ask('operators.apart', { from: openOperators })).apart ? await action(live) : null,
      );
    },
    /** Copies the entries of practice as drafts; null if the practice folder holds no desk. */
    migratePracticeDrafts: async (commandId: string): Promise<MigratedDrafts | null> =>
      (await holdsDesk(folderOf('practice')))
        ? migrateDrafts(folderOf('practice'), desk(), commandId, host.desks)
        : null,
    /** the open desk; null between two folders, and if none can be opened */
    currentDesk: (): Desk | null => current,
    /** The answer to a command that was first received in the other folder; null if it belongs to the open one. */
    refusalFor: (input: unknown): Result<never> | null => folderOfCommands.refusalFor(input, state.mode),
    /** The answer while no desk is open, or to a call that was in progress at `closedDesk` when that was closed. */
    closedAnswer(closedDesk?: object): Result<never> {
      if (!closedDesk) return reopener.answer() ?? unavailableAnswer();
      const reason = reopenReasons.get(closedDesk);
      return reason ? cutOffAnswer(reason) : unavailableAnswer();
    },
    /** Waits for changes in progress, then closes the open desk. */
    close: (): Promise<void> =>
      (closePromise ??= runInTurn(async () => {
        const lastDesk = current;
        current = null;
        await Promise.all([otherFolderEraser.close(), lastDesk?.close()]);
      })),
  };
}
export type SwitchingDesk = Awaited<ReturnType<typeof switchingDesk>>;

/** Broadcasts the events of the open desk, numbered without a gap when the desk changes. */
export function broadcastToScreens() {
  const listeners: ((event: NumberedEvent) => void)[] = [];
  let lastNumber = 0;
  return {
    emit(event: DeskEvent): void {
      lastNumber += 1;
      for (const listener of listeners) listener({ n: lastNumber, event });
    },
    onEvent: (listener: (event: NumberedEvent) => void): void => void listeners.push(listener),
  };
}
