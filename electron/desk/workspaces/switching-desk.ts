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
  from: string,
  to: Desk,
  commandId: string,
  { read }: OpenDesks = workerDesks,
): Promise<MigratedDrafts> {
  const migrated: MigratedDrafts = { made: 0, already: 0, problems: [] };
  const source = await read({ folder: from });

  async function migrateDraft({ id, key, operator }: EntryRow): Promise<void> {
    const { endpoint, request } = await source.ask('entries.get', { id });
    try {
      const { already } = await to.ask('entry.enqueue', {
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
    for (let at = 0; at < oldestFirst.length; at += batchSize) {
      const { rows } = await source.ask('entries.rows', { seqs: oldestFirst.slice(at, at + batchSize) });
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
  /** closes it, and opens its folder again */
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
 * Sends a service a request that changes nothing. The secret just entered goes along, or else the one stored for this
 * very service; one stored for another never does. The last parameter gives the answer if the desk switched to the
 * other folder meanwhile, and null while it has not.
 */
export async function testService(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  typed: string | null,
  answerIfSwitched: (desk: Desk) => { problem: Problem } | null,
): Promise<Output<'desk.testService'>> {
  try {
    return await sendTestRequest(desk, secrets, service, typed);
  } catch (error) {
    const elsewhere = answerIfSwitched(desk);
    if (elsewhere === null || !closedDeskProblems.includes(problemOf(error).kind)) throw error;
    throw new ProblemError(elsewhere.problem);
  }
}

async function sendTestRequest(
  desk: Desk,
  secrets: SecretStore,
  service: Service,
  typed: string | null,
): Promise<Output<'desk.testService'>> {
  const { headerName } = await desk.ask('settings.get', {});
  const value = typed ?? (await secrets.read(targetNameOf(service)));
  const secret = value !== null && headerName !== '' ? { secret: { name: headerName, value } } : {};
  return desk.ask('service.try', { service: service.address, account: service.account, ...secret });
}

export interface ReopenHost {
  /** opens the folder that was left; rejects if it cannot */
  open: () => Promise<void>;
  /** whether no folder is open although one should be */
  isNeeded: () => boolean;
  /** runs one at a time with everything else that changes which folder is open */
  inTurn: (act: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  /** an attempt has ended, either way */
  onChange: () => void;
}

/** First and longest wait before opening a folder is retried (ms). */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * Opens the folder that was left. If it cannot, as when the command line took its lock in between, it retries with
 * backoff, and calls meanwhile are answered with the reason: nobody has to restart the program.
 */
export function createReopener({ open, isNeeded, inTurn, after, onChange }: ReopenHost) {
  let lastProblem: Problem | null = null;

  async function reopen(waitMs: number): Promise<void> {
    try {
      await open();
      lastProblem = null;
    } catch (error) {
      lastProblem = problemOf(error);
      // calls meanwhile are answered with the reason
      after(waitMs, () => void inTurn(() => retry(Math.min(2 * waitMs, maxWaitMs))).catch(() => undefined));
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
    /** `meanwhile`: the problem to throw if there is no other, and a folder is only being opened */
    throwProblem(meanwhile: Problem): never {
      throw new ProblemError(lastProblem ?? meanwhile);
    },
  };
}

export interface SwitchingHost extends Pick<DeskState, 'host' | 'version' | 'printers'>, FoldersHost, StartupIdle {
  root: string;
  secrets: SecretStore;
  named: TrustedTargets;
  now: () => number;
  emit: (event: DeskEvent) => void;
  /** runs a function once after `ms`, unless the desk is closed before */
  after: (ms: number, run: () => void) => void;
  /**
   * the start itself goes live, and the desk was left in practice, or it is unknown where: rights of practice hold in
   * live unless live has rights of its own
   */
  goesLiveFrom?: 'practice' | 'unknown';
}

const maxCommands = 200;
/** Events that make screens reload everything. */
const refreshEvents: readonly DeskEvent[] = [{ kind: 'desk' }, { kind: 'settings' }, { kind: 'entries', ids: 'many' }];

/**
 * One desk at a time, of practice or of live, while the screens stay. Opens the folder that was left, and starts
 * delivery: captures are taken before it has started and if it cannot, and the desk state shows why.
 */
export async function switchingDesk(host: SwitchingHost, initialState: WorkspaceState) {
  let state = initialState;
  let current: Desk | null = null;
  let closed: Promise<void> | null = null;
  const runInTurn = serialQueue();
  const folders = commandFolders();
  let switchingTo: Mode | null = null;
  /** set while the open folder is closed and opened again */
  let reopening: { why: ReopenReason; percent: number } | null = null;
  const reopenReasons = new WeakMap<object, ReopenReason>();
  const unavailableAnswer = () =>
    reopening ? reopeningAnswer(reopening.why, reopening.percent) : switchedAnswer(switchingTo ?? state.mode);
  const folderOf = (mode: Mode): string => folderOfMode(host.root, state, mode);
  const binding = liveBinding(folderOf('live'), host.desks);

  async function open(mode: Mode): Promise<Desk> {
    // it may emit events while it is being opened
    let opened: Desk | null = null;
    const receive = (event: DeskEvent): void => {
      if (event.kind === 'going-back') {
        if (reopening) reopening.percent = event.percent;
        host.emit(event);
      } else if (opened && current === opened) host.emit(event);
    };
    const desk: Desk = await openFolder(folderOf(mode), host, receive);
    opened = desk;
    desk.onStatusChange((trouble) => {
      if (current !== desk) return;
      if (trouble) host.emit({ kind: 'desk' });
      else void delivering.again(desk, mode).finally(broadcastRefresh);
    });
    return desk;
  }

  const broadcastRefresh = (): void => refreshEvents.forEach((event) => host.emit(event));
  const delivering = createDeliveryStarter({
    ...host,
    inTurn: runInTurn,
    current: () => current,
    deliver: (desk, mode) => startDelivery(desk, mode, state.service, host.secrets),
    onChange: () => host.emit({ kind: 'desk' }),
  });

  /** If `settle` fails, the folder that was opened is closed again. */
  async function openAndStart(mode: Mode, settle?: (opened: Desk) => Promise<void>): Promise<Desk> {
    const opened = await open(mode);
    try {
      await delivering.begin(opened, mode);
      await settle?.(opened);
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  const reopener = createReopener({
    ...host,
    inTurn: runInTurn,
    open: async () => void (current = await openAndStart(state.mode)),
    isNeeded: () => !closed && !current,
    onChange: broadcastRefresh,
  });
  const desk = (): Desk => current ?? reopener.throwProblem(unavailableAnswer().problem);

  async function saveState(change: Partial<WorkspaceState>): Promise<void> {
    const changed = { ...state, ...change };
    await writeWorkspaceState(host.root, changed);
    state = changed;
  }

  /** Restarts delivery after the service, its secret or the name of its header changed. */
  async function restartDelivery(): Promise<void> {
    if (state.mode === 'live') await delivering.begin(desk(), 'live');
    host.emit({ kind: 'desk' });
  }

  const boundTarget = (): Promise<Target | null> => binding.current(state.mode === 'live' ? current : null);

  /** The worker caches the identity of its folder, so a new one replaces it. */
  async function reopen(why: ReopenReason): Promise<void> {
    const from = desk();
    reopenReasons.set(from, why);
    reopening = { why, percent: 0 };
    current = null;
    try {
      await from.close();
      await reopener.reopenNow();
    } finally {
      reopening = null;
      broadcastRefresh();
    }
  }

  async function switchTo(to: Mode, allowedBy: string | null): Promise<void> {
    const from = desk();
    const preferences = await preferencesToCarry(from);
    await boundTarget();
    await otherFolderEraser.stop();
    const isNewFolder = !(await holdsDesk(folderOf(to)));
    // from here on calls are answered that the desk is switching
    current = null;
    switchingTo = to;
    await from.close();
    try {
      current = await openAndStart(to, async (next) => {
        // a person who switches on purpose learns of it at once, and stays where delivery works
        const cannot = delivering.cannot();
        if (cannot) throw new ProblemError(cannot);
        const newFolder = isNewFolder ? { from: folderOf(state.mode), to: folderOf(to) } : null;
        const way = to === 'live' ? { goesLive: { allowedBy } } : { comesFromLive: true as const };
        await carryPreferences(next, preferences, newFolder, way);
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

  /** As a change of folder does. Throws if it is unknown who has rights in practice, and nobody has any in live. */
  async function carryFromPractice(live: Desk, isFresh: boolean): Promise<void> {
    const practice = folderOf('practice');
    if (!(await holdsDesk(practice))) return;
    const isGuarded = async (): Promise<boolean> =>
      (await live.ask('operators.list', {})).operators.some(({ rights }) => rights.length > 0);
    // the operators of live may be the newer ones
    if (host.goesLiveFrom === 'unknown' && (await isGuarded())) return;
    try {
      const from = await (host.desks ?? workerDesks).keep({ folder: practice, awaitsTargetSelection: true });
      try {
        await carryPreferences(
          live,
          await preferencesToCarry(from),
          isFresh ? { from: practice, to: folderOf('live') } : null,
        );
      } finally {
        await from.close();
      }
    } catch (error) {
      if (!(await isGuarded())) throw error;
      reportFault(error);
    }
  }

  const isFresh = host.goesLiveFrom !== undefined && !(await holdsDesk(folderOf(state.mode)));
  const first = await binding.openWith(state.mode, open);
  if (host.goesLiveFrom !== undefined)
    await carryFromPractice(first, isFresh).catch(async (error: unknown) => {
      await first.close();
      throw error;
    });
  await saveState({}).catch(async (error: unknown) => {
    // nothing is lost: the next start finds out again how to begin
    if (diskProblem(error, host.root)) return;
    await first.close();
    throw error;
  });
  current = first;

  const withLiveReader = sharedReader(() => (host.desks ?? workerDesks).read({ folder: folderOf('live') }));
  const otherFolderEraser = eraseOtherFolder({
    ...host,
    inTurn: runInTurn,
    mode: () => state.mode,
    openDesk: desk,
    folderOf,
  });

  return {
    /** settles when delivery has started, or cannot */
    whenDelivering: delivering.soon(first, state.mode),
    folders: (): string[] => [folderOf(state.mode), folderOf(otherMode(state.mode))],
    /** Runs changes of all this one at a time, in the order received; rejects once the desk is being closed. */
    inTurn: <T>(act: () => Promise<T>): Promise<T> =>
      runInTurn(() => {
        if (closed) throw problem('cancelled', 'The desk is being closed.');
        return act();
      }),
    /** Runs `act` once per command, also across restarts. */
    async once(commandId: string, act: () => Promise<void>): Promise<void> {
      if (state.commands.includes(commandId)) return;
      await act();
      await saveState({ commands: [...state.commands, commandId].slice(-maxCommands) });
    },
    state: async (): Promise<DeskState> =>
      workspaceState(host, state, {
        folderOf,
        isBound: (await boundTarget()) !== null,
        warnings: (folder) => (current ? warningsOf(current, folder) : reopener.warnings(folder)),
        cannotDeliver: delivering.cannot(),
      }),
    async setService(service: Service): Promise<void> {
      const { address, account } = state.service ?? {};
      if (address === service.address && account === service.account) return;
      await assertSameService(host.root, state, service, host.desks);
      host.named.learn(targetNameOf(service));
      await saveState({ service });
      await restartDelivery();
    },
    /** Whether someone with the right has saved this address. */
    isSaved: ({ address }: Service): boolean => state.service?.address === address,
    testService: (service: Service, typed: string | null): Promise<Output<'desk.testService'>> =>
      testService(desk(), host.secrets, service, typed, (asked) => (current === asked ? null : unavailableAnswer())),
    /** `confirmed`: a person has read and confirmed where it goes. */
    async setSecret(value: string | null, confirmed: boolean): Promise<void> {
      if (!state.service)
        throw problem('bad-address', 'Set the address of the service first: a secret is for one service.');
      const secret = parseSecret(value);
      const target = targetNameOf(state.service);
      if (secret !== null) requireTrustedTarget(host.named, target, confirmed);
      await host.secrets.write(target, secret);
      await restartDelivery();
    },
    /** Restarts delivery after the name of the header that carries the secret was set. */
    restartAfterHeaderChange: (): Promise<void> =>
      runInTurn(() => (closed ? undefined : restartDelivery())).catch(reportFault),
    async reopen(): Promise<Output<'desk.reopen'>> {
      const reopened = await desk().ask('desk.reopen', {});
      await reopen('reopening');
      return reopened;
    },
    restore: (wanted: Input<'backup.want'>): Promise<void> =>
      restoreBackup(wanted, { ...host, desk, reopen: () => reopen('going-back') }),
    /** `allowedBy`: the operator of that folder who approved going live, if one of them did. */
    async switchTo(to: Mode, allowedBy: string | null = null): Promise<void> {
      if (to === 'live' && !state.service) throw problem('bad-address', 'Set the address of the service first.');
      if (to !== state.mode) await switchTo(to, allowedBy);
    },
    /**
     * Runs `ask` on the live folder if that has rights of its own: going there needs the right of one of its operators.
     * Null if the open folder decides.
     */
    async askLiveWithOwnRights<T>(ask: (live: Desk) => Promise<T>): Promise<T | null> {
      if (state.mode === 'live' || !(await holdsDesk(folderOf('live')))) return null;
      const from = await desk().ask('operators.hand', {});
      return withLiveReader(async (live) =>
        (await live.ask('operators.apart', { from })).apart ? await ask(live) : null,
      );
    },
    /** Copies what was entered in practice, as drafts; null if nothing ever was. */
    drafts: async (commandId: string): Promise<MigratedDrafts | null> =>
      (await holdsDesk(folderOf('practice')))
        ? migrateDrafts(folderOf('practice'), desk(), commandId, host.desks)
        : null,
    /** the open desk; null between two folders, and if none can be opened */
    here: (): Desk | null => current,
    /** The answer to a command that was first received in the other folder; null if it belongs to the open one. */
    refusalFor: (input: unknown): Result<never> | null => folders.refusalFor(input, state.mode),
    /** The answer while no desk is open, or to a call that was in progress at `left` when that desk was closed. */
    closedAnswer(left?: object): Result<never> {
      if (!left) return reopener.answer() ?? unavailableAnswer();
      const why = reopenReasons.get(left);
      return why ? cutOffAnswer(why) : unavailableAnswer();
    },
    /** Calls in progress end first. */
    close: (): Promise<void> =>
      (closed ??= runInTurn(async () => {
        const last = current;
        current = null;
        await Promise.all([otherFolderEraser.close(), last?.close()]);
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
