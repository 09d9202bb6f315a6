import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { DraftsBrought } from '../../shared/contract/desk-procedures.ts';
import type { Target } from '../../shared/contract/sync-procedures.ts';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import { problem, ProblemError, type Result } from '../../shared/contract/problem.ts';
import type { Input, Output } from '../../shared/contract/desk-contract.ts';
import { diskProblem } from '../database/disk-problem.ts';
import type { Desk } from '../threads/desk.ts';
import { reportFault } from '../rpc/transport/failure.ts';
import { serialQueue } from '../rpc/transport/serial-queue.ts';
import { type SecretStore, typedSecret } from '../secrets/secret-store.ts';
import { inWorkers } from './open-desks.ts';
import { refuseOtherService } from './open-workspace.ts';
import { eraseElsewhere } from './erase-elsewhere.ts';
import { comeBack } from './come-back.ts';
import { liveBinding } from './live-binding.ts';
import { keepDelivering, type Calm } from './keep-delivering.ts';
import { bringDrafts } from './bring-drafts.ts';
import {
  deliver,
  preferencesToCarry,
  holdsDesk,
  openFolder,
  carryPreferences,
  warningsOf,
  targetNameOf,
  type FoldersHost,
  type Service,
} from './workspace-desk.ts';
import {
  answerCutOff,
  answerElsewhere,
  answerWhileRenewed,
  commandFolders,
  unanswered,
  type Renewal,
} from './own-commands.ts';
import { testService } from './test-service.ts';
import { workspaceState } from './workspace-state.ts';
import { restoreBackup } from './restore-backup.ts';
import { sharedReader } from './shared-reader.ts';
import { refuseUnnamed, type NamedServices } from './refuse-unnamed.ts';
import { folderOfMode, otherMode, writeWorkspaceState, type Mode, type WorkspaceState } from './workspace.ts';

export interface SwitchingHost extends Pick<DeskState, 'host' | 'version' | 'printers'>, FoldersHost, Calm {
  root: string;
  secrets: SecretStore;
  named: NamedServices;
  now: () => number;
  emit: (event: DeskEvent) => void;
  /** runs a function once after `ms`, unless the desk is closed before */
  after: (ms: number, run: () => void) => void;
  /** the start itself goes live from practice, where the desk was left: rights of practice hold in live */
  startsFromPractice?: boolean;
}

const commandsKept = 200;
/** Events that make screens reload everything. */
const everything: readonly DeskEvent[] = [{ kind: 'desk' }, { kind: 'settings' }, { kind: 'entries', ids: 'many' }];

/**
 * One desk at a time, of practice or of live, while the screens stay. Opens the folder that was left, and starts
 * delivery: captures are taken before it has started and if it cannot, and the desk state shows why.
 */
export async function switchingDesk(host: SwitchingHost, asLeft: WorkspaceState) {
  let place = asLeft;
  let current: Desk | null = null;
  let closed: Promise<void> | null = null;
  const turn = serialQueue();
  const folders = commandFolders();
  let goingTo: Mode | null = null;
  /** set while the open folder is closed and opened again */
  let renewal: { why: Renewal; percent: number } | null = null;
  const renewedFor = new WeakMap<Desk, Renewal>();
  const elsewhereNow = () =>
    renewal ? answerWhileRenewed(renewal.why, renewal.percent) : answerElsewhere(goingTo ?? place.mode);
  const folderOf = (mode: Mode): string => folderOfMode(host.root, place, mode);
  const binding = liveBinding(folderOf('live'), host.desks);

  async function open(mode: Mode): Promise<Desk> {
    // it may emit events while it is being opened
    let opened: Desk | null = null;
    const receive = (event: DeskEvent): void => {
      if (event.kind === 'going-back') {
        if (renewal) renewal.percent = event.percent;
        host.emit(event);
      } else if (opened && current === opened) host.emit(event);
    };
    const desk: Desk = await openFolder(folderOf(mode), host, receive);
    opened = desk;
    desk.onTurn((trouble) => {
      if (current !== desk) return;
      if (trouble) host.emit({ kind: 'desk' });
      else void delivering.again(desk, mode).finally(tellAnew);
    });
    return desk;
  }

  const tellAnew = (): void => everything.forEach((event) => host.emit(event));
  const delivering = keepDelivering({
    ...host,
    turn,
    current: () => current,
    deliver: (desk, mode) => deliver(desk, mode, place.service, host.secrets),
    onChange: () => host.emit({ kind: 'desk' }),
  });

  /** If `settle` fails, the folder that was opened is closed again. */
  async function start(mode: Mode, settle?: (opened: Desk) => Promise<void>): Promise<Desk> {
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

  const back = comeBack({
    ...host,
    turn,
    open: async () => void (current = await start(place.mode)),
    isNeeded: () => !closed && !current,
    onChange: tellAnew,
  });
  const desk = (): Desk => current ?? back.refuse(elsewhereNow().problem);

  async function keep(change: Partial<WorkspaceState>): Promise<void> {
    const changed = { ...place, ...change };
    await writeWorkspaceState(host.root, changed);
    place = changed;
  }

  /** Restarts delivery after the service, its secret or the name of its header changed. */
  async function renew(): Promise<void> {
    if (place.mode === 'live') await delivering.begin(desk(), 'live');
    host.emit({ kind: 'desk' });
  }

  const bound = (): Promise<Target | null> => binding.now(place.mode === 'live' ? current : null);

  /** The worker caches the identity of its folder, so a new one replaces it. */
  async function beginAnew(why: Renewal): Promise<void> {
    const from = desk();
    renewedFor.set(from, why);
    renewal = { why, percent: 0 };
    current = null;
    try {
      await from.close();
      await back.now();
    } finally {
      renewal = null;
      tellAnew();
    }
  }

  async function goTo(to: Mode, allowedBy: string | null): Promise<void> {
    const from = desk();
    const habits = await preferencesToCarry(from);
    await bound();
    await elsewhere.stop();
    const fresh = !(await holdsDesk(folderOf(to)));
    // from here on calls are answered that the desk is switching
    current = null;
    goingTo = to;
    await from.close();
    try {
      current = await start(to, async (next) => {
        // a person who switches on purpose learns of it at once, and stays where delivery works
        const cannot = delivering.cannot();
        if (cannot) throw new ProblemError(cannot);
        const begins = fresh ? { from: folderOf(place.mode), to: folderOf(to) } : null;
        await carryPreferences(next, habits, begins, to === 'live' ? { allowedBy } : undefined);
        await keep({ mode: to });
      });
    } catch (error) {
      await back.now().catch(reportFault);
      throw error;
    } finally {
      goingTo = null;
      tellAnew();
    }
  }

  /** As a change of folder does. Throws if it is unknown who has rights in practice, and nobody has any in live. */
  async function carryFromPractice(live: Desk, isFresh: boolean): Promise<void> {
    const practice = folderOf('practice');
    if (!(await holdsDesk(practice))) return;
    try {
      const from = await (host.desks ?? inWorkers).keep({ folder: practice, isTold: true });
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
      const { operators } = await live.ask('operators.list', {});
      if (operators.every(({ rights }) => rights.length === 0)) throw error;
      reportFault(error);
    }
  }

  const isFresh = host.startsFromPractice === true && !(await holdsDesk(folderOf(place.mode)));
  const first = await binding.openWith(place.mode, open);
  if (host.startsFromPractice)
    await carryFromPractice(first, isFresh).catch(async (error: unknown) => {
      await first.close();
      throw error;
    });
  await keep({}).catch(async (error: unknown) => {
    // nothing is lost: the next start finds out again how to begin
    if (diskProblem(error, host.root)) return;
    await first.close();
    throw error;
  });
  current = first;

  const withLiveReader = sharedReader(() => (host.desks ?? inWorkers).read({ folder: folderOf('live') }));
  const elsewhere = eraseElsewhere({ ...host, turn, mode: () => place.mode, here: desk, folderOf });

  return {
    /** settles when delivery has started, or cannot */
    begun: delivering.soon(first, place.mode),
    folders: (): string[] => [folderOf(place.mode), folderOf(otherMode(place.mode))],
    /** Runs changes of all this one at a time, in the order received; rejects once the desk is being closed. */
    inTurn: <T>(act: () => Promise<T>): Promise<T> =>
      turn(() => {
        if (closed) throw problem('cancelled', 'The desk is being closed.');
        return act();
      }),
    /** Runs `act` once per command, also across restarts. */
    async once(commandId: string, act: () => Promise<void>): Promise<void> {
      if (place.commands.includes(commandId)) return;
      await act();
      await keep({ commands: [...place.commands, commandId].slice(-commandsKept) });
    },
    state: async (): Promise<DeskState> =>
      workspaceState(host, place, {
        folderOf,
        isBound: (await bound()) !== null,
        warnings: (folder) => (current ? warningsOf(current, folder) : back.warnings(folder)),
        cannotDeliver: delivering.cannot(),
      }),
    async setService(service: Service): Promise<void> {
      const { address, account } = place.service ?? {};
      if (address === service.address && account === service.account) return;
      await refuseOtherService(host.root, place, service, host.desks);
      host.named.learn(targetNameOf(service));
      await keep({ service });
      await renew();
    },
    /** Whether someone with the right has saved this address. */
    isSaved: ({ address }: Service): boolean => place.service?.address === address,
    testService: (service: Service, typed: string | null): Promise<Output<'desk.testService'>> =>
      testService(desk(), host.secrets, service, typed, (asked) => (current === asked ? null : elsewhereNow())),
    /** `confirmed`: a person has read and confirmed where it goes. */
    async setSecret(value: string | null, confirmed: boolean): Promise<void> {
      if (!place.service)
        throw problem('bad-address', 'Set the address of the service first: a secret is for one service.');
      const secret = typedSecret(value);
      const target = targetNameOf(place.service);
      if (secret !== null) refuseUnnamed(host.named, target, confirmed);
      await host.secrets.write(target, secret);
      await renew();
    },
    /** Restarts delivery after the name of the header that carries the secret was set. */
    headerSet: (): Promise<void> => turn(() => (closed ? undefined : renew())).catch(reportFault),
    async reopen(): Promise<Output<'desk.reopen'>> {
      const reopened = await desk().ask('desk.reopen', {});
      await beginAnew('reopening');
      return reopened;
    },
    restore: (wanted: Input<'backup.want'>): Promise<void> =>
      restoreBackup(wanted, { ...host, desk, beginAnew: () => beginAnew('going-back') }),
    /** `allowedBy`: the operator of that folder who approved going live, if one of them did. */
    async goTo(to: Mode, allowedBy: string | null = null): Promise<void> {
      if (to === 'live' && !place.service) throw problem('bad-address', 'Set the address of the service first.');
      if (to !== place.mode) await goTo(to, allowedBy);
    },
    /**
     * Runs `ask` on the live folder if that has rights of its own: going there needs the right of one of its operators.
     * Null if the open folder decides.
     */
    async askLiveApart<T>(ask: (live: Desk) => Promise<T>): Promise<T | null> {
      if (place.mode === 'live' || !(await holdsDesk(folderOf('live')))) return null;
      const from = await desk().ask('operators.hand', {});
      return withLiveReader(async (live) =>
        (await live.ask('operators.apart', { from })).apart ? await ask(live) : null,
      );
    },
    /** Copies what was entered in practice, as drafts; null if nothing ever was. */
    drafts: async (commandId: string): Promise<DraftsBrought | null> =>
      (await holdsDesk(folderOf('practice'))) ? bringDrafts(folderOf('practice'), desk(), commandId, host.desks) : null,
    /** the open desk; null between two folders, and if none can be opened */
    here: (): Desk | null => current,
    /**
     * Calls the open desk, if that is `only`. A call in progress when the desk was closed, and a command first received
     * in the other folder, are answered with that problem.
     */
    async ofOpen(
      input: unknown,
      ask: (desk: Desk) => Promise<Result<unknown>>,
      only: Desk | null = current,
    ): Promise<Result<unknown>> {
      const here = current;
      if (!here) return back.answer() ?? elsewhereNow();
      if (only !== here) return elsewhereNow();
      const refused = folders.refuse(input, place.mode);
      if (refused) return refused;
      const result = await ask(here);
      const isCutOff = current !== here && !result.ok && unanswered.includes(result.problem.kind);
      if (!isCutOff) return result;
      const why = renewedFor.get(here);
      return why ? answerCutOff(why) : elsewhereNow();
    },
    /** Calls in progress end first. */
    close: (): Promise<void> =>
      (closed ??= turn(async () => {
        const last = current;
        current = null;
        await Promise.all([elsewhere.close(), last?.close()]);
      })),
  };
}
export type SwitchingDesk = Awaited<ReturnType<typeof switchingDesk>>;
