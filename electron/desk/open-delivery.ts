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
import { retryAfterStore } from '../outbox/endpoint-health.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Handlers } from '../platform/link/answer.ts';
import { serialQueue } from '../platform/link/serial-queue.ts';
import type { Timer } from '../platform/timer.ts';
import type { DeskContext } from './desk-context.ts';
import { chooseTarget, targetOfContract } from './handlers/choose-target.ts';

/** Host services for delivery. */
export interface DeliveryHost {
  clock: Clock;
  random: Random;
  timer: Timer;
  /** runs its argument after the events already received, so that answers arriving together share one disk sync */
  soon: (run: () => void) => void;
  /** network dispatcher; default: direct connections */
  dispatcher?: ClientOptions['dispatcher'];
  /** starts the practice service of this folder */
  startPractice: () => Promise<{ url: string; applyDrill(): Promise<void>; close(): Promise<void> }>;
  /** the target comes with `start` or `use`; default: the one the folder is bound to, else practice */
  awaitsTargetSelection?: boolean;
  onFault: (error: unknown) => void;
  /** targets that a person on this machine has sent a secret to for this desk */
  targets: { knows: (target: string) => boolean; learn: (target: string) => void };
}

/** Endpoint of the connection test, and its timeout (ms). */
const testEndpoint = 16;
const testTimeoutMs = 10_000;
/** how long lookups wait for the target to be chosen, from the first one on (ms) */
const targetWaitMs = 10_000;

type Service = ParsedInput<'service.use'>;
interface ActiveService {
  target: Target;
  client: Client;
}

/**
 * The one service of a run and its sync: at most one of each, even while requests overlap. Requests are queued; the
 * last one decides whether to deliver, and only then is the sync started.
 */
export function openDelivery(context: DeskContext, host: DeliveryHost) {
  const since = host.clock.now();
  const turn = serialQueue();
  let practice: Awaited<ReturnType<DeliveryHost['startPractice']>> | null = null;
  let active: ActiveService | null = null;
  /** resolves when the target is chosen, or the wait for it is over */
  const targetChosen = Promise.withResolvers<void>();
  let targetWait: Promise<void> | null = null;
  let sync: Sync | null = null;
  // belongs to the one service of this folder: no Retry-After is received before the folder is bound to it
  const storedHolds = retryAfterStore(context.outbox.facts);
  let holds: RetryAfterHolds = new Map(
    storedHolds.remaining(host.clock.now()).map(({ endpoint, ms }) => [endpoint, host.clock.monotonic() + ms]),
  );
  let shouldDeliver = false;
  let isSuspended = false;
  let pendingChanges = 0;
  let closed: Promise<void> | null = null;

  async function enqueueChange<T>(act: () => Promise<T>): Promise<T> {
    pendingChanges += 1;
    return turn(async () => {
      try {
        if (closed) throw problem('cancelled', 'The desk is being closed.');
        return await act();
      } finally {
        pendingChanges -= 1;
        if (shouldDeliver && !sync && active && pendingChanges === 0 && !closed) sync = startSync(active);
      }
    });
  }

  const clientOf = (origin: string, secret: Service['secret']): Client =>
    createClient({
      origin,
      timeoutMs: () => context.settings.get().requestTimeoutSeconds * 1000,
      timer: host.timer,
      now: host.clock.now,
      ...(host.dispatcher && { dispatcher: host.dispatcher }),
      ...(secret && { header: secret }),
    });

  // everything that can fail does so before the running sync is stopped
  async function use({ service, account, secret, settings }: Service): Promise<ActiveService> {
    if (service === undefined) context.outbox.target.assertTargetKnown();
    const chosen = chooseTarget(service, account, context.outbox.target.bound());
    context.outbox.target.assertSameTarget(chosen.name);
    if (secret && chosen.base !== null && service === undefined && !host.targets.knows(chosen.name))
      throw untrustedTarget(chosen.name);
    context.settings.setForThisRun(settings);
    if (chosen.base === null) practice ??= await host.startPractice();
    const target = targetOfContract(chosen, practice?.url ?? '');
    const client = clientOf(target.origin, secret);
    if (secret && service !== undefined) host.targets.learn(chosen.name);
    const before = active;
    await stopSync();
    active = { target, client };
    targetChosen.resolve();
    await before?.client.close();
    return active;
  }

  function startSync({ target, client }: ActiveService): Sync {
    const begun = createSync({
      ...host,
      outbox: context.outbox.sync,
      client,
      target: target.name,
      holds,
      settings: context.settings.get,
      onChanged: (ids) => context.emit({ kind: 'entries', ids }),
      onStatus: (status) => context.emit({ kind: 'sync', status }),
    });
    if (isSuspended) begun.suspend();
    begun.start();
    return begun;
  }

  async function stopSync(): Promise<void> {
    const ending = sync;
    sync = null;
    if (ending) holds = await ending.stop();
  }

  async function waitForTarget(): Promise<void> {
    targetWait ??= targetChosen.promise.finally(host.timer.after(targetWaitMs, targetChosen.resolve));
    await targetWait;
    if (!active && !closed && context.outbox.target.bound() === null)
      throw problem('offline', 'This desk cannot say yet which service it works with. Its warnings say why.');
  }

  /** Stores Retry-After deadlines for the next opening, unless they expire before. */
  function saveHolds(): void {
    const [setAt, now] = [host.clock.now(), host.clock.monotonic()];
    try {
      storedHolds.write(
        [...holds].flatMap(([endpoint, until]) =>
          until > now ? [{ endpoint, setAt, forMs: Math.ceil(until - now) }] : [],
        ),
      );
    } catch (error) {
      host.onFault(error);
    }
  }

  const status = (): SyncStatus =>
    sync?.status() ?? {
      connection: 'stopped',
      since,
      pause: null,
      pausedEndpoints: [],
      troubledEndpoints: [],
      underWay: 0,
      cannotWrite: false,
      idle: !context.outbox.sync.isBusy(host.clock.now(), context.settings.get().stuckSeconds * 1000),
    };

  return {
    status,
    use: (service: Service): Promise<Target> =>
      enqueueChange(async () => {
        const { target } = await use(service);
        shouldDeliver = false;
        return target;
      }),
    start: (service: Service): Promise<void> =>
      enqueueChange(async () => {
        await use(service);
        shouldDeliver = true;
      }),
    /** Tests a service once, independent of the running sync. */
    async try({ service, secret }: ParsedInput<'service.try'>): Promise<ConnectionTest> {
      const client = clientOf(service, secret);
      const began = host.clock.monotonic();
      try {
        const asked = statusRequest(testEndpoint, [unknownId], context.settings.get());
        const exchange = await client.call(asked, undefined, testTimeoutMs);
        const ms = Math.round(host.clock.monotonic() - began);
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
    now: () => sync?.now(),
    suspend(): void {
      isSuspended = true;
      sync?.suspend();
    },
    resume(): void {
      isSuspended = false;
      sync?.resume();
    },
    unreached: (...args: Parameters<Sync['unreached']>): void => sync?.unreached(...args),
    wake: () => sync?.wake(),
    /** The practice service, if it is in use. */
    practice: () => (active?.target.kind === 'practice' ? practice : null),
    /**
     * The service for lookups: the one in use, else the one the folder is bound to. A starting desk waits until its
     * target is chosen: otherwise a live folder without deliveries would ask practice, and another one its service
     * without the secret.
     */
    async serviceForLookups(): Promise<ActiveService> {
      if (!active && host.awaitsTargetSelection) await waitForTarget();
      return active ?? enqueueChange(async () => active ?? (await use({ account: '', settings: {} })));
    },
    /** Stops everything, including what is still starting; nothing starts afterwards. */
    close: (): Promise<void> =>
      (closed ??= turn(async () => {
        await stopSync();
        saveHolds();
        await active?.client.close();
        await practice?.close();
        targetChosen.resolve();
      })),
  };
}
/** A target from the folder alone must not receive a secret: whoever made or changed its backup could redirect it. */
const untrustedTarget = (bound: string): ProblemError =>
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
  recordFolders: (places: readonly string[]) => Promise<void>,
): Pick<Handlers<'desk'>, Names> {
  return {
    'service.use': (service) => delivery.use(service),
    'service.try': (service) => delivery.try(service),
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
      delivery.now();
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
      if (!chosenBefore) await recordFolders(foldersIn(values));
      const settings = context.settings.set(values);
      context.emit({ kind: 'settings' });
      context.wake();
      return settings;
    },
  };
}
