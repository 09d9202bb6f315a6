import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { AdaptiveConcurrency } from '../../electron/delivery/sync/adaptive-concurrency.ts';
import { Connection, ProbeTurns } from '../../electron/delivery/sync/connection.ts';
import { DurableWrites } from '../../electron/delivery/sync/durable-writes.ts';
import { EndpointPauses } from '../../electron/delivery/sync/endpoint-pauses.ts';
import { RunningTime } from '../../electron/delivery/sync/running-time.ts';
import type { SyncContext } from '../../electron/delivery/sync/sync-context.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import type { ClaimedEntry } from '../../electron/outbox/entry.ts';
import type { openOutbox } from '../../electron/outbox/open-outbox.ts';
import type { Clock } from '../../electron/platform/clock.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { readAsked, type Kind } from './service.ts';

export const target = 'practice';
export const timer = { after: () => () => undefined };

export interface Entry {
  id: string;
  kind: Kind;
  key: string;
  capture: Capture;
}
/** A request under way. */
export interface Open {
  resolve: (exchange: Exchange) => void;
  done: Promise<void>;
}
/** One run of the desk's process; whatever is not on disk is lost when it ends. */
export interface Run {
  outbox: ReturnType<typeof openOutbox>;
  work: SyncContext;
  claimed: Map<number, ClaimedEntry>;
  tries: Map<number, Open>;
  reads: Map<number, Open & { says: string }>;
  isOver: boolean;
}

export interface RunHost {
  settings: () => Settings;
  clock: Clock;
  /** called when a run sends a request to the service */
  asked: (of: Run, what: ReturnType<typeof readAsked>, resolve: (exchange: Exchange) => void) => void;
}

/** Starts the sync of an outbox, without its loop. */
export function startRun(outbox: Run['outbox'], { settings: get, clock, asked }: RunHost): Run {
  const random = () => 0.5;
  const begun: Run = {
    outbox,
    claimed: new Map(),
    tries: new Map(),
    reads: new Map(),
    isOver: false,
    work: {
      outbox: outbox.sync,
      target,
      get settings() {
        return get();
      },
      clock,
      random,
      running: new RunningTime(outbox.sync, clock),
      connection: new Connection(get, clock, random),
      probes: new ProbeTurns(),
      concurrency: new AdaptiveConcurrency(get, random),
      pauses: new EndpointPauses(get, clock),
      call: (sendable) => new Promise((resolve) => asked(begun, readAsked(sendable), resolve)),
      writes: new DurableWrites({
        outbox: outbox.sync,
        settings: get,
        random,
        timer,
        // Writes that a crash interrupts never happen.
        runSoon: (write) => queueMicrotask(() => void (begun.isOver || write())),
        probeDisk: () => undefined,
        onFault(error) {
          throw error;
        },
        stopSignal: new AbortController().signal,
      }),
      onChanged: () => undefined,
    },
  };
  return begun;
}

/** Connects a request that was just sent with the code that caused it. */
export function turns() {
  let answers: ((exchange: Exchange) => void) | null = null;
  return {
    ask: (resolve: (exchange: Exchange) => void): void => void (answers = resolve),
    /** Starts something that may send a request; returns null if it ends without one. */
    async asking(begin: () => Promise<void>): Promise<Open | null> {
      answers = null;
      const done = begin();
      const resolve = answers as ((exchange: Exchange) => void) | null;
      if (resolve) return { resolve, done };
      await done;
      return null;
    },
  };
}
