import type { ParsedInput } from '../../shared/desk-contract.ts';
import type { SyncStatus, Target } from '../../shared/sync-procedures.ts';
import type { Client, ClientOptions } from '../service/client.ts';
import { createClient } from '../service/client.ts';
import type { Timer } from '../service/timer.ts';
import type { Clock, Random } from '../sync/clock.ts';
import { createSync, type Sync } from '../sync/create-sync.ts';
import { chooseTarget, targetOfContract } from './choose-target.ts';
import type { OpenParts } from './open-parts.ts';

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
  startPractice: () => Promise<{ url: string; close(): Promise<void> }>;
  onFault: (error: unknown) => void;
}

type Service = ParsedInput<'service.use'>;

/** The one service a run speaks to, and the sync with it. A change of service or settings begins a new sync. */
export function openDelivery(parts: OpenParts, host: DeliveryHost) {
  const since = host.clock.now();
  let practice: Awaited<ReturnType<DeliveryHost['startPractice']>> | null = null;
  let used: { target: Target; client: Client } | null = null;
  let sync: Sync | null = null;

  async function use({ service, account, secret, settings }: Service): Promise<{ target: Target; client: Client }> {
    const chosen = chooseTarget(service, account, parts.outbox.target.bound());
    parts.outbox.target.refuseOther(chosen.name);
    const { requestTimeoutSeconds } = parts.settings.setForThisRun(settings);
    await stop();
    if (chosen.base === null) practice ??= await host.startPractice();
    const target = targetOfContract(chosen, practice?.url ?? '');
    const client = createClient({
      origin: target.origin,
      timeoutMs: requestTimeoutSeconds * 1000,
      timer: host.timer,
      now: host.clock.now,
      ...(host.dispatcher && { dispatcher: host.dispatcher }),
      ...(secret && { header: secret }),
    });
    await used?.client.close();
    used = { target, client };
    return used;
  }

  function begin({ target, client }: { target: Target; client: Client }): void {
    sync = createSync({
      ...host,
      outbox: parts.outbox.sync,
      client,
      target: target.name,
      settings: parts.settings.get(),
      onChanged: (ids) => parts.tell({ kind: 'entries', ids }),
      onStatus: (status) => parts.tell({ kind: 'sync', status }),
    });
    sync.start();
  }

  async function stop(): Promise<void> {
    const ending = sync;
    sync = null;
    await ending?.stop();
  }

  const status = (): SyncStatus =>
    sync?.status() ?? {
      connection: 'stopped',
      since,
      pause: null,
      pausedEndpoints: [],
      underWay: 0,
      idle: !parts.outbox.sync.busy(host.clock.now(), parts.settings.get().stuckSeconds * 1000),
    };

  return {
    status,
    stop,
    use: async (service: Service): Promise<Target> => (await use(service)).target,
    async start(service: Service): Promise<void> {
      begin(await use(service));
    },
    /** Settings have changed: the sync takes them up. */
    async renew(): Promise<void> {
      if (!sync || !used) return;
      await stop();
      begin(used);
    },
    now: () => sync?.now(),
    wake: () => sync?.wake(),
    /** The service lookups ask: the one in use, else the one the folder is bound to. */
    serviceForLookups: async () => used ?? (await use({ account: '', settings: {} })),
    async close(): Promise<void> {
      await stop();
      await used?.client.close();
      await practice?.close();
    },
  };
}
export type Delivery = ReturnType<typeof openDelivery>;
