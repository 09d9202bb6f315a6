import type { ParsedInput } from '../../shared/contract/desk-contract.ts';
import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import type { ConnectionTest, SyncStatus, Target } from '../../shared/contract/sync-procedures.ts';
import { foldersIn } from '../../shared/settings/settings.ts';
import { type Client, type ClientOptions, createClient } from '../delivery/service/client.ts';
import { judgeConnection } from '../delivery/service/verdict.ts';
import type { RetryAfterHolds } from '../delivery/sync/adaptive-concurrency.ts';
import { statusRequest } from '../delivery/sync/ask-status.ts';
import { unknownId } from '../delivery/sync/connection.ts';
import { createSync, type Sync } from '../delivery/sync/create-sync.ts';
import { retryAfterStore } from '../outbox/endpoint-stores.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Handlers } from '../platform/link/answer.ts';
import { serialQueue } from '../platform/link/serial-queue.ts';
import type { Timer } from '../platform/timer.ts';
import type { DeskContext } from './desk-context.ts';
import { chooseTarget, toContractTarget } from './handlers/choose-target.ts';

/** Host services for delivery. */
export interface DeliveryHost {
  clock: Clock;
  random: Random;
  timer: Timer;
  /** runs its argument after the events already received, so that answers arriving together share one disk sync */
  runSoon: (run: () => void) => void;
  /** network dispatcher; default: direct connections */
  dispatcher?: ClientOptions['dispatcher'];
  /** starts the practice service of this folder */
  startPractice: () => Promise<{ url: string; applyDrill(): Promise<void>; close(): Promise<void> }>;
  /** `start` or `selectService` sets the target; if omitted: the target the folder is bound to, else practice */
  awaitsTargetSelection?: boolean;
  onFault: (error: unknown) => void;
  /** targets that a person on this machine has sent a secret to for this desk */
  targets: { knows: (target: string) => boolean; learn: (target: string) => void };
}

/** Endpoint of the connection test, and its timeout (ms). */
const testEndpoint = 16;
const testTimeoutMs = 10_000;
/** Time that lookups wait for the target to be chosen, counted from the first lookup (ms). */
const targetWaitMs = 10_000;

type ServiceSelection = ParsedInput<'service.use'>;
interface ActiveService {
  target: Target;
  client: Client;
}

/**
 * The service of a run and its sync: at most one of each, even if requests overlap. Requests run one at a time; after
 * the last one, the sync starts if that request asked for delivery.
 */
export function openDelivery(context: DeskContext, host: DeliveryHost) {
  const startedAt = host.clock.now();
  const runInTurn = serialQueue();
  let practiceService: Awaited<ReturnType<DeliveryHost['startPractice']>> | null = null;
  let activeService: ActiveService | null = null;
  /** resolves when the target is chosen, or the wait for it is over */
  const targetChosen = Promise.withResolvers<void>();
  let targetWait: Promise<void> | null = null;
  let sync: Sync | null = null;
  // The stored times are those of the bound service: no Retry-After is received before the folder is bound.
  const storedHolds = retryAfterStore(context.outbox.facts);
  let retryAfterHolds: RetryAfterHolds = new Map(
    storedHolds.remaining(host.clock.now()).map(({ endpoint, ms }) => [endpoint, host.clock.monotonic() + ms]),
  );
  let shouldDeliver = false;
  let isSuspended = false;
  let pendingChanges = 0;
  let closePromise: Promise<void> | null = null;

  async function enqueueChange<T>(change: () => Promise<T>): Promise<T> {
    pendingChanges += 1;
    return runInTurn(async () => {
      try {
        if (closePromise) throw problem('cancelled', 'The desk is being closed.');
        return await change();
      } finally {
        pendingChanges -= 1;
        if (shouldDeliver && !sync && activeService && pendingChanges === 0 && !closePromise)
          sync = startSync(activeService);
      }
    });
  }

  const clientOf = (origin: string, secret: ServiceSelection['secret']): Client =>
    createClient({
      origin,
      timeoutMs: () => context.settings.get().requestTimeoutSeconds * 1000,
      timer: host.timer,
      now: host.clock.now,
      ...(host.dispatcher && { dispatcher: host.dispatcher }),
      ...(secret && { header: secret }),
    });

  // All steps that may fail come before the running sync is stopped.
  async function selectService({ service, account, secret, settings }: ServiceSelection): Promise<ActiveService> {
    if (service === undefined) context.outbox.target.assertTargetKnown();
    const chosenTarget = chooseTarget(service, account, context.outbox.target.bound());
    context.outbox.target.assertSameTarget(chosenTarget.name);
    if (secret && chosenTarget.base !== null && service === undefined && !host.targets.knows(chosenTarget.name))
      throw untrustedTargetProblem(chosenTarget.name);
    context.settings.setForThisRun(settings);
    if (chosenTarget.base === null) practiceService ??= await host.startPractice();
    const target = toContractTarget(chosenTarget, practiceService?.url ?? '');
    const client = clientOf(target.origin, secret);
    if (secret && service !== undefined) host.targets.learn(chosenTarget.name);
    const previous = activeService;
    await stopSync();
    activeService = { target, client };
    targetChosen.resolve();
    await previous?.client.close();
    return activeService;
  }

  function startSync({ target, client }: ActiveService): Sync {
    const newSync = createSync({
      ...host,
      outbox: context.outbox.sync,
      client,
      target: target.name,
      holds: retryAfterHolds,
      settings: context.settings.get,
      onChanged: (ids) => context.emit({ kind: 'entries', ids }),
      onStatus: (status) => context.emit({ kind: 'sync', status }),
    });
    if (isSuspended) newSync.suspend();
    newSync.start();
    return newSync;
  }

  async function stopSync(): Promise<void> {
    const stoppedSync = sync;
    sync = null;
    if (stoppedSync) retryAfterHolds = await stoppedSync.stop();
  }

  async function waitForTarget(): Promise<void> {
    targetWait ??= targetChosen.promise.finally(host.timer.after(targetWaitMs, targetChosen.resolve));
    await targetWait;
    if (!activeService && !closePromise && context.outbox.target.bound() === null)
      throw problem('offline', 'This desk cannot say yet which service it works with. Its warnings say why.');
  }

  /** Stores Retry-After deadlines for the next opening, unless they expire before. */
  function saveHolds(): void {
    const [setAt, now] = [host.clock.now(), host.clock.monotonic()];
    try {
      storedHolds.write(
        [...retryAfterHolds].flatMap(([endpoint, endsAt]) =>
          endsAt > now ? [{ endpoint, setAt, forMs: Math.ceil(endsAt - now) }] : [],
        ),
      );
    } catch (error) {
      host.onFault(error);
    }
  }

  const status = (): SyncStatus =>
    sync?.status() ?? {
      connection: 'stopped',
      since: startedAt,
      pause: null,
      pausedEndpoints: [],
      troubledEndpoints: [],
      underWay: 0,
      cannotWrite: false,
      idle: !context.outbox.sync.isBusy(host.clock.now(), context.settings.get().stuckSeconds * 1000),
    };

  return {
    status,
    selectService: (service: ServiceSelection): Promise<Target> =>
      enqueueChange(async () => {
        const { target } = await selectService(service);
        shouldDeliver = false;
        return target;
      }),
    start: (service: ServiceSelection): Promise<void> =>
      enqueueChange(async () => {
        await selectService(service);
        shouldDeliver = true;
      }),
    /** Tests a service once, independent of the running sync. */
    async testService({ service, secret }: ParsedInput<'service.try'>): Promise<ConnectionTest> {
      const client = clientOf(service, secret);
      const sentAt = host.clock.monotonic();
      try {
        const request = statusRequest(testEndpoint, [unknownId], context.settings.get());
        const exchange = await client.call(request, undefined, testTimeoutMs);
        const ms = Math.round(host.clock.monotonic() - sentAt);
        return { ...judgeConnection(testEndpoint, exchange), withSecret: secret !== undefined, ms };
      } finally {
        await client.close();
      }
    },
    stop: (): Promise<void> =>
      enqueueChange(async () => {
        shouldDeliver = false;
        await stopSync();
      }),
    syncNow: () => sync?.now(),
    suspend(): void {
      isSuspended = true;
      sync?.suspend();
    },
    resume(): void {
      isSuspended = false;
      sync?.resume();
    },
    unreached: (...args: Parameters<Sync['unreached']>): void => sync?.unreached(...args),
    wakeSync: () => sync?.wake(),
    /** The practice service, if it is in use. */
    practiceService: () => (activeService?.target.kind === 'practice' ? practiceService : null),
    /**
     * The service for lookups: the one in use, else the one the folder is bound to. A starting desk waits until its
     * target is chosen: otherwise a live folder that never delivered would ask the practice service, and a bound folder
     * would ask its service without the secret.
     */
    async serviceForLookups(): Promise<ActiveService> {
      if (!activeService && host.awaitsTargetSelection) await waitForTarget();
      return (
        activeService ??
        enqueueChange(async () => activeService ?? (await selectService({ account: '', settings: {} })))
      );
    },
    /** Stops everything, including what is still starting; nothing starts afterwards. */
    close: (): Promise<void> =>
      (closePromise ??= runInTurn(async () => {
        await stopSync();
        saveHolds();
        await activeService?.client.close();
        await practiceService?.close();
        targetChosen.resolve();
      })),
  };
}
/** A target that only the folder names must not receive a secret: whoever changed its backup could redirect it. */
const untrustedTargetProblem = (bound: string): ProblemError =>
  problem(
    'target-unknown',
    `This data folder delivers to ${bound}, but nobody has sent a secret there from this machine yet. Give it once with --service, if it is right; nothing was sent.`,
    { bound },
  );

export type Delivery = ReturnType<typeof openDelivery>;

type Names =
  | 'service.use'
  | 'service.try'
  | 'sync.start'
  | 'sync.stop'
  | 'sync.status'
  | 'sync.now'
  | 'sync.rest'
  | 'sync.resume'
  | 'settings.get'
  | 'settings.set';

/** The sync, its settings and its target. */
export function syncHandlers(
  context: DeskContext,
  delivery: Delivery,
  chooseFolders: (places: readonly string[]) => Promise<void>,
): Pick<Handlers<'desk'>, Names> {
  return {
    'service.use': (service) => delivery.selectService(service),
    'service.try': (service) => delivery.testService(service),
    async 'sync.start'(service) {
      await delivery.start(service);
      return delivery.status();
    },
    async 'sync.stop'() {
      await delivery.stop();
      return delivery.status();
    },
    'sync.status': () => delivery.status(),
    'sync.now'() {
      delivery.syncNow();
      return delivery.status();
    },
    'sync.rest'() {
      delivery.suspend();
      return delivery.status();
    },
    'sync.resume'() {
      delivery.resume();
      return delivery.status();
    },
    'settings.get': () => context.settings.get(),
    async 'settings.set'({ values, chosenBefore = false }) {
      context.settings.check(values);
      if (!chosenBefore) await chooseFolders(foldersIn(values));
      const settings = context.settings.set(values);
      context.emit({ kind: 'settings' });
      context.wakeSync();
      return settings;
    },
  };
}
