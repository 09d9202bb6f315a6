import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Clock, Random } from '../../platform/clock.ts';
import type { Timer } from '../../platform/timer.ts';
import type { Client } from '../service/client.ts';
import type { NoAnswerCause } from '../service/exchange.ts';
import { AdaptiveConcurrency, type RetryAfterHolds } from './adaptive-concurrency.ts';
import { Connection, ProbeTurns } from './connection.ts';
import { DurableWrites } from './durable-writes.ts';
import { EndpointPauses } from './endpoint-pauses.ts';
import { Loop, type LoopEvents } from './loop.ts';
import { RunningTime } from './running-time.ts';

export interface SyncOptions extends LoopEvents {
  outbox: SyncOutbox;
  client: Pick<Client, 'call'>;
  /** name of the target recorded with attempts, such as `practice` or `https://host account` */
  target: string;
  /** read at each decision, so that a change of the settings applies at once */
  settings: () => Settings;
  clock: Clock;
  timer: Timer;
  random: Random;
  /** runs a callback after input already pending, as `setImmediate` does; default: the timer, which is slower */
  runSoon?: (callback: () => void) => void;
  /** entries whose row has changed */
  onChanged: (ids: string[]) => void;
  /** Retry-After deadlines the previous sync received while it was stopping */
  holds?: RetryAfterHolds;
  /** how long `stop` waits for requests under way (ms) */
  stopWithinMs?: number;
}

export interface Sync {
  /** Starts, once: first settles attempts that an earlier run left without an answer, then probes the connection. */
  start(): void;
  /**
   * Stops: starts nothing new, and aborts requests that do not end shortly; they count as lost answers. Returns the
   * Retry-After deadlines received meanwhile, for the next sync. May be called twice.
   */
  stop(): Promise<RetryAfterHolds>;
  /** "Try now": skips every wait of the loop, that after a 401 included. Waits of entries belong to the outbox. */
  now(): void;
  /** The computer is going to sleep: starts nothing new. */
  suspend(): void;
  /**
   * The computer woke: requests unanswered a moment later were under way during the sleep and count as lost answers;
   * everything else is tried at once. Works without a preceding `suspend`.
   */
  resume(): void;
  /** Something new may be due: an entry was added, changed or decided. */
  wake(): void;
  /** A lookup begun at `startedAt` (monotonic ms) did not reach the service: probes the connection at once. */
  unreached(startedAt: number, cause: NoAnswerCause): void;
  status(): SyncStatus;
}

/** Time (ms) in which an answer received during the sleep, or on waking, is still read. */
const lateAnswerMs = 2000;

/** The sync of one data folder with one target. A new target or another secret needs a new one. */
export function createSync(options: SyncOptions): Sync {
  const { outbox, client, target, settings, clock, timer, random, onChanged, onFault, onStatus } = options;
  const stopController = new AbortController();
  let sleepController = new AbortController();

  const runningTime = new RunningTime(outbox, clock);
  const connection = new Connection(settings, clock, random);
  const writes = new DurableWrites({
    outbox,
    settings,
    random,
    timer,
    runSoon: options.runSoon ?? ((run) => void timer.after(0, run)),
    probeDisk: () => runningTime.write(),
    addToCommit: (): (() => void) => loop.claimInSameCommit(),
    onFault(error) {
      onFault(error);
      // With every slot waiting for the disk, nothing else would make the loop report it.
      loop.wake();
    },
    stopSignal: stopController.signal,
  });

  const concurrency = new AdaptiveConcurrency(settings, random, options.holds);
  const loop: Loop = new Loop(
    {
      outbox,
      target,
      get settings() {
        return settings();
      },
      clock,
      random,
      running: runningTime,
      connection,
      probes: new ProbeTurns(),
      concurrency,
      pauses: new EndpointPauses(settings, clock),
      call: (sendable, patienceMs) =>
        client.call(sendable, AbortSignal.any([stopController.signal, sleepController.signal]), patienceMs),
      writes,
      onChanged,
    },
    timer,
    { onStatus, onFault },
  );
  let loopRun: Promise<void> | null = null;
  let isStopping = false;

  return {
    start() {
      loopRun ??= loop.run();
    },
    async stop() {
      if (!isStopping) concurrency.resetHolds();
      isStopping = true;
      loop.stop();
      const cancel = timer.after(options.stopWithinMs ?? 3000, () => stopController.abort());
      await (loopRun ??= loop.run());
      cancel();
      return concurrency.retryAfterHolds;
    },
    now: () => loop.tryNow(),
    suspend: () => connection.suspend(),
    resume() {
      const previous = sleepController;
      sleepController = new AbortController();
      timer.after(lateAnswerMs, () => previous.abort());
      connection.recordWake();
      loop.tryNow();
    },
    wake: () => loop.wake(),
    unreached(startedAt, cause) {
      if (!connection.isOnline) return;
      connection.recordUnreached(startedAt, cause);
      loop.wake();
    },
    status: () => loop.status(),
  };
}
