import type { ParsedInput } from '../../../shared/contract/desk-contract.ts';
import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import type { ConnectionTest, SyncStatus, Target } from '../../../shared/contract/sync-procedures.ts';
import type { Client, ClientOptions } from '../../service/client.ts';
import { createClient } from '../../service/client.ts';
import type { Timer } from '../../service/timer.ts';
import type { Clock, Random } from '../../sync/clock.ts';
import { statusRequest } from '../../sync/status-request.ts';
import { nobodysId } from '../../sync/probe-turns.ts';
import { judgeConnection } from '../../service/judge-connection.ts';
import type { Holds } from '../../sync/adaptive-concurrency.ts';
import { createSync, type Sync } from '../../sync/create-sync.ts';
import { heldEndpointStore } from '../../outbox/held-endpoints.ts';
import { chooseTarget, targetOfContract } from './choose-target.ts';
import { serialQueue } from '../transport/serial-queue.ts';
import type { DeskContext } from '../desk-context.ts';

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
  startPractice: () => Promise<{ url: string; look(): Promise<void>; close(): Promise<void> }>;
  /** the target comes with `start` or `use`; default: the one the folder is bound to, else practice */
  isTold?: boolean;
  onFault: (error: unknown) => void;
  /** targets that a person on this machine has sent a secret to for this desk */
  targets: { knows: (target: string) => boolean; learn: (target: string) => void };
}

/** Endpoint of the connection test, and its timeout (ms). */
const triedBy = 16;
const tryPatienceMs = 10_000;
/** how long lookups wait for the target to be chosen, from the first one on (ms) */
const toldPatienceMs = 10_000;

type Service = ParsedInput<'service.use'>;
interface Used {
  target: Target;
  client: Client;
}

/**
 * The one service of a run and its sync: at most one of each, even while requests overlap. Requests are queued; the
 * last one decides whether to deliver, and only then is the sync started.
 */
export function openDelivery(parts: DeskContext, host: DeliveryHost) {
  const since = host.clock.now();
  const turn = serialQueue();
  let practice: Awaited<ReturnType<DeliveryHost['startPractice']>> | null = null;
  let used: Used | null = null;
  /** resolves when the target is chosen, or the wait for it is over */
  const told = Promise.withResolvers<void>();
  let toldSoon: Promise<void> | null = null;
  let sync: Sync | null = null;
  // belongs to the one service of this folder: no Retry-After is received before the folder is bound to it
  const held = heldEndpointStore(parts.outbox.facts);
  let holds: Holds = new Map(
    held.left(host.clock.now()).map(({ endpoint, ms }) => [endpoint, host.clock.monotonic() + ms]),
  );
  let wanted = false;
  let resting = false;
  let waiting = 0;
  let closed: Promise<void> | null = null;

  async function wish<T>(act: () => Promise<T>): Promise<T> {
    waiting += 1;
    return turn(async () => {
      try {
        if (closed) throw problem('cancelled', 'The desk is being closed.');
        return await act();
      } finally {
        waiting -= 1;
        if (wanted && !sync && used && waiting === 0 && !closed) sync = begin(used);
      }
    });
  }

  const clientOf = (origin: string, secret: Service['secret']): Client =>
    createClient({
      origin,
      timeoutMs: () => parts.settings.get().requestTimeoutSeconds * 1000,
      timer: host.timer,
      now: host.clock.now,
      ...(host.dispatcher && { dispatcher: host.dispatcher }),
      ...(secret && { header: secret }),
    });

  // everything that can fail does so before the running sync is stopped
  async function use({ service, account, secret, settings }: Service): Promise<Used> {
    if (service === undefined) parts.outbox.target.refuseGuess();
    const chosen = chooseTarget(service, account, parts.outbox.target.bound());
    parts.outbox.target.refuseOther(chosen.name);
    if (secret && chosen.base !== null && service === undefined && !host.targets.knows(chosen.name))
      throw unnamed(chosen.name);
    parts.settings.setForThisRun(settings);
    if (chosen.base === null) practice ??= await host.startPractice();
    const target = targetOfContract(chosen, practice?.url ?? '');
    const client = clientOf(target.origin, secret);
    if (secret && service !== undefined) host.targets.learn(chosen.name);
    const before = used;
    await halt();
    used = { target, client };
    told.resolve();
    await before?.client.close();
    return used;
  }

  function begin({ target, client }: Used): Sync {
    const begun = createSync({
      ...host,
      outbox: parts.outbox.sync,
      client,
      target: target.name,
      holds,
      settings: parts.settings.get,
      onChanged: (ids) => parts.emit({ kind: 'entries', ids }),
      onStatus: (status) => parts.emit({ kind: 'sync', status }),
    });
    if (resting) begun.suspend();
    begun.start();
    return begun;
  }

  async function halt(): Promise<void> {
    const ending = sync;
    sync = null;
    if (ending) holds = await ending.stop();
  }

  async function waitUntilTold(): Promise<void> {
    toldSoon ??= told.promise.finally(host.timer.after(toldPatienceMs, told.resolve));
    await toldSoon;
    if (!used && !closed && parts.outbox.target.bound() === null)
      throw problem('offline', 'This desk cannot say yet which service it works with. Its warnings say why.');
  }

  /** Stores Retry-After deadlines for the next opening, unless they expire before. */
  function keepHolds(): void {
    const [setAt, now] = [host.clock.now(), host.clock.monotonic()];
    try {
      held.write(
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
      idle: !parts.outbox.sync.busy(host.clock.now(), parts.settings.get().stuckSeconds * 1000),
    };

  return {
    status,
    use: (service: Service): Promise<Target> =>
      wish(async () => {
        const { target } = await use(service);
        wanted = false;
        return target;
      }),
    start: (service: Service): Promise<void> =>
      wish(async () => {
        await use(service);
        wanted = true;
      }),
    /** Tests a service once, independent of the running sync. */
    async try({ service, secret }: ParsedInput<'service.try'>): Promise<ConnectionTest> {
      const client = clientOf(service, secret);
      const began = host.clock.monotonic();
      try {
        const asked = statusRequest(triedBy, [nobodysId], parts.settings.get());
        const exchange = await client.call(asked, undefined, tryPatienceMs);
        const ms = Math.round(host.clock.monotonic() - began);
        return { ...judgeConnection(triedBy, exchange), withSecret: secret !== undefined, ms };
      } finally {
        await client.close();
      }
    },
    stop: (): Promise<void> =>
      wish(async () => {
        wanted = false;
        await halt();
      }),
    now: () => sync?.now(),
    suspend(): void {
      resting = true;
      sync?.suspend();
    },
    resume(): void {
      resting = false;
      sync?.resume();
    },
    unreached: (...args: Parameters<Sync['unreached']>): void => sync?.unreached(...args),
    wake: () => sync?.wake(),
    /** The practice service, if it is in use. */
    practice: () => (used?.target.kind === 'practice' ? practice : null),
    /**
     * The service for lookups: the one in use, else the one the folder is bound to. A starting desk waits until its
     * target is chosen: otherwise a live folder without deliveries would ask practice, and another one its service
     * without the secret.
     */
    async serviceForLookups(): Promise<Used> {
      if (!used && host.isTold) await waitUntilTold();
      return used ?? wish(async () => used ?? (await use({ account: '', settings: {} })));
    },
    /** Stops everything, including what is still starting; nothing starts afterwards. */
    close: (): Promise<void> =>
      (closed ??= turn(async () => {
        await halt();
        keepHolds();
        await used?.client.close();
        await practice?.close();
        told.resolve();
      })),
  };
}
/** A target from the folder alone must not receive a secret: whoever made or changed its backup could redirect it. */
const unnamed = (bound: string): ProblemError =>
  problem(
    'target-unknown',
    `This data folder delivers to ${bound}, but nobody has sent a secret there from this machine yet. Give it once with --service, if it is right; nothing was sent.`,
    { bound },
  );

export type Delivery = ReturnType<typeof openDelivery>;
