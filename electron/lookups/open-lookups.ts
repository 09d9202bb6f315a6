import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { WatchRow } from '../../shared/contract/lookup-answers.ts';
import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Timer } from '../platform/timer.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { answerStore } from './answer-store.ts';
import { deskEntries } from './desk-entries.ts';
import { inventoryReader } from './inventory.ts';
import { lookupClient, type LookupService, type ServiceHost, LookupThrottle } from './lookup-client.ts';
import { orderLookup } from './order-lookup.ts';
import { priceLookup } from './price-lookup.ts';
import { skuSearch } from './sku-search.ts';
import { openTracking } from './tracking.ts';
import { WatchLoop } from './watch-loop.ts';
import { watchStore } from './watch-store.ts';

export interface LookupHost {
  db: Sqlite;
  clock: Clock;
  timer: Timer;
  random: Random;
  settings: () => Settings;
  /** the service of this run; rejects with a ProblemError if there is none */
  service: () => Promise<LookupService>;
  /** target that the folder is bound to; null: none yet */
  boundTarget: () => string | null;
  /** whether the sync is online; the watch list is checked only then */
  isOnline: () => boolean;
  onUnreached: ServiceHost['onUnreached'];
  emit: (event: DeskEvent) => void;
  onFault: (error: unknown) => void;
}

/** All lookups, over the desk's writing connection. Call `wake` when the sync goes online or settings change. */
export function openLookups(host: LookupHost) {
  const { db, clock, timer, random, settings } = host;
  const { now } = clock;
  const stopping = new AbortController();
  const runningLookups = new Set<Promise<unknown>>();
  const throttle = new LookupThrottle({ clock, timer, random });
  const store = answerStore(db, now);
  const entries = deskEntries(db);
  const watch = watchStore(db, now, settings);
  const { once, series } = lookupClient({ ...host, throttle: throttle, stopping: stopping.signal });
  const target = async (): Promise<string> => host.boundTarget() ?? (await host.service()).target.name;
  const notify = (about: LookupAbout, subjects: string[]): void => host.emit({ kind: 'lookup', about, subjects });

  const parts = { store, entries, watch, target, series, notify };
  const tracker = openTracking(parts);
  const loop = new WatchLoop({
    ...host,
    watch,
    tracking: tracker,
    series: () => series('watch'),
    throttle: throttle,
  });

  /** Wraps a lookup so that it counts as running until it has ended. */
  function trackRunning<A extends unknown[], R>(lookUp: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return (...args) => {
      const lookup = lookUp(...args);
      runningLookups.add(lookup);
      const onEnd = (): void => void runningLookups.delete(lookup);
      lookup.then(onEnd, onEnd);
      return lookup;
    };
  }

  return {
    ask: trackRunning(once),
    track: trackRunning(tracker.track),
    parcel: trackRunning(tracker.parcel),
    record: tracker.record,
    inventory: trackRunning(inventoryReader(parts)),
    skus: trackRunning(skuSearch(parts)),
    orders: trackRunning(orderLookup(parts)),
    prices: trackRunning(priceLookup({ store, target, once })),
    watch: {
      add: watch.add,
      remove: watch.remove,
      counts: watch.counts,
      seqs: watch.seqs,
      async rows(seqs: readonly number[]): Promise<WatchRow[]> {
        const targetName = await target();
        return watch.rows(seqs).map((row) => ({
          ...tracker.row(targetName, row.number, new Map()),
          seq: row.seq,
          addedAt: row.added_at,
          movedAt: row.moved_at,
          deliveredAt: row.delivered_at,
          nextAt: row.due_at,
        }));
      },
    },
    /** Notifies screens that numbers were added to or removed from the watch list, and checks new ones. */
    watchChanged(numbers: string[]): void {
      if (numbers.length > 0) notify('watch', numbers);
      loop.wake();
    },
    wake: () => loop.wake(),
    /** Starts no further request, and ends the wait of those that wait for their gap. */
    stop(): void {
      throttle.close();
      loop.stop();
      stopping.abort();
    },
    /** Resolves when no lookup uses the database any more. */
    async whenEnded(): Promise<void> {
      await Promise.allSettled([...runningLookups, loop.whenEnded()]);
    },
  };
}
export type Lookups = ReturnType<typeof openLookups>;
