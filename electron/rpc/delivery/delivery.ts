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

/** What a host gives for deliveries. */
export interface DeliveryHost {
  clock: Clock;
  random: Random;
  timer: Timer;
  /** runs its argument after what has arrived already, so that answers that come together share one sync to disk */
  soon: (run: () => void) => void;
  /** the way out to the network; left out: straight connections */
  dispatcher?: ClientOptions['dispatcher'];
  /** starts the practice service of this folder */
  startPractice: () => Promise<{ url: string; look(): Promise<void>; close(): Promise<void> }>;
  /** somebody says which service it is, with `start` or `use`; left out: without a word it is the one the folder is bound to, else practice */
  isTold?: boolean;
  onFault: (error: unknown) => void;
  /** targets of this folder's desk that a person of this machine has sent a secret to */
  targets: { knows: (target: string) => boolean; learn: (target: string) => void };
}

/** The read that a test of the connection asks, and how long somebody waits for it (ms). */
const triedBy = 16;
const tryPatienceMs = 10_000;
/** how long lookups wait, from the first one on, until it is said whom they ask (ms) */
const toldPatienceMs = 10_000;

type Service = ParsedInput<'service.use'>;
interface Used {
  target: Target;
  client: Client;
}

/**
 * The one service a run speaks to, and the sync with it: at most one of each, whatever is asked while another wish is still being
 * carried out. Wishes take their turns; the last one decides whether it delivers, and only then is it begun.
 */
export function openDelivery(parts: DeskContext, host: DeliveryHost) {
  const since = host.clock.now();
  const turn = serialQueue();
  let practice: Awaited<ReturnType<DeliveryHost['startPractice']>> | null = null;
  let used: Used | null = null;
  /** it was said whom to ask, or nobody waits for that any more */
  const told = Promise.withResolvers<void>();
  let toldSoon: Promise<void> | null = null;
  let sync: Sync | null = null;
  // of the one service of this folder: nothing is heard before the folder is bound to it
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

  // whatever can go wrong does so before anything that goes on is given up
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

  /** For who opens the folder next, where it is not over by then. */
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
    /** Asks a service once, beside whatever goes on. */
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
    /** The practice service, while it is the one in use. */
    practice: () => (used?.target.kind === 'practice' ? practice : null),
    /**
     * The service lookups ask: the one in use, else the one the folder is bound to. A desk that starts is told in a moment which one that is:
     * before it, a live folder that has delivered nothing yet would ask practice, and another its service without the secret.
     */
    async serviceForLookups(): Promise<Used> {
      if (!used && host.isTold) await waitUntilTold();
      return used ?? wish(async () => used ?? (await use({ account: '', settings: {} })));
    },
    /** Ends all of it, what was still being begun too; nothing is begun after that. */
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
/** What a folder brings along names no place for a secret: whoever made its backup, or changed it, would get it. */
const unnamed = (bound: string): ProblemError =>
  problem(
    'target-unknown',
    `This data folder delivers to ${bound}, but nobody has sent a secret there from this machine yet. Give it once with --service, if it is right; nothing was sent.`,
    { bound },
  );

export type Delivery = ReturnType<typeof openDelivery>;
