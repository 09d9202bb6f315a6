import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { SyncOutbox } from '../outbox/entry.ts';
import type { Client } from '../service/client.ts';
import type { NoAnswerCause } from '../service/exchange.ts';
import type { Timer } from '../service/timer.ts';
import type { Clock, Random } from './clock.ts';
import { Connection } from './connection.ts';
import { EndpointPauses } from './endpoint-pauses.ts';
import { DurableWrites } from './durable-writes.ts';
import { Loop, type LoopEvents } from './loop.ts';
import { AdaptiveConcurrency, type Holds } from './adaptive-concurrency.ts';
import { ProbeTurns } from './probe-turns.ts';
import { RunningTime } from './running-time.ts';

export interface SyncOptions extends LoopEvents {
  outbox: SyncOutbox;
  client: Pick<Client, 'call'>;
  /** name of the target that tries are written with, as `practice` or `https://host account` */
  target: string;
  /** asked whenever something is decided, so that what a person sets holds from then on */
  settings: () => Settings;
  clock: Clock;
  timer: Timer;
  random: Random;
  /** runs something after the input that is already there, as `setImmediate` does; left out: the timer, which takes longer */
  soon?: (run: () => void) => void;
  /** entries whose row has changed */
  onChanged: (ids: string[]) => void;
  /** what the sync before this one heard while it was ended */
  holds?: Holds;
  /** how long `stop` lets requests under way come to their end (ms) */
  stopWithinMs?: number;
}

export interface Sync {
  /** Begins, once: first what an earlier run left without an answer is settled, then the connection is probed. */
  start(): void;
  /**
   * Ends: nothing new is begun, what is under way gets a moment and is then given up as a lost answer. Answers what the service asked
   * to wait with meanwhile: whoever ended it did not know of that, and it holds for the next sync too. May be called twice.
   */
  stop(): Promise<Holds>;
  /** "Try now": skips every wait of the loop, that of a 401 included. Waits of entries are the outbox's. */
  now(): void;
  /** The computer goes to sleep: nothing new is begun. */
  suspend(): void;
  /**
   * It woke: what is still without an answer a moment later was under way over the sleep, and is given up as a lost answer; the rest is
   * tried at once. Without a `rest` before it does the same.
   */
  resume(): void;
  /** Something new may be due: an entry was added, changed or decided. */
  wake(): void;
  /** A lookup begun at `startedAt` (monotonic ms) did not reach the service: whether anything does is looked at at once. */
  unreached(startedAt: number, cause: NoAnswerCause): void;
  status(): SyncStatus;
}

/** An answer that came during the sleep, or with its end, is read within this time (ms). */
const lateAnswerMs = 2000;

/** The sync of one data folder with one target. A new target or another secret needs a new one. */
export function createSync(options: SyncOptions): Sync {
  const { outbox, client, target, settings, clock, timer, random, onChanged, onFault, onStatus } = options;
  const givingUp = new AbortController();
  let untilSleep = new AbortController();

  const running = new RunningTime(outbox, clock);
  const connection = new Connection(settings, clock, random);
  const writes = new DurableWrites({
    outbox,
    settings,
    random,
    timer,
    soon: options.soon ?? ((run) => void timer.after(0, run)),
    tryDisk: () => running.write(),
    beside: (): (() => void) => loop.claimBeside(),
    onFault(error) {
      onFault(error);
      // where every slot holds an answer that waits, nothing else would have the loop look and tell
      loop.wake();
    },
    givingUp: givingUp.signal,
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
      running,
      connection,
      probes: new ProbeTurns(),
      concurrency,
      pauses: new EndpointPauses(settings, clock),
      call: (sendable, patienceMs) =>
        client.call(sendable, AbortSignal.any([givingUp.signal, untilSleep.signal]), patienceMs),
      writes,
      onChanged,
    },
    timer,
    { onStatus, onFault },
  );
  let run: Promise<void> | null = null;
  let stopping = false;

  return {
    start() {
      run ??= loop.run();
    },
    async stop() {
      if (!stopping) concurrency.hearAnew();
      stopping = true;
      loop.stop();
      const cancel = timer.after(options.stopWithinMs ?? 3000, () => givingUp.abort());
      await (run ??= loop.run());
      cancel();
      return concurrency.heard;
    },
    now: () => loop.tryNow(),
    suspend: () => connection.suspend(),
    resume() {
      const before = untilSleep;
      untilSleep = new AbortController();
      timer.after(lateAnswerMs, () => before.abort());
      connection.slept();
      loop.tryNow();
    },
    wake: () => loop.wake(),
    unreached(startedAt, cause) {
      if (!connection.isOnline) return;
      connection.unreached(startedAt, cause);
      loop.wake();
    },
    status: () => loop.status(),
  };
}
