import type { Settings } from '../../shared/settings/settings.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import type { Claimed } from '../../electron/outbox/entry.ts';
import type { openOutbox } from '../../electron/outbox/open-outbox.ts';
import type { Exchange } from '../../electron/service/exchange.ts';
import { AdaptiveConcurrency } from '../../electron/sync/adaptive-concurrency.ts';
import type { Clock } from '../../electron/sync/clock.ts';
import { Connection } from '../../electron/sync/connection.ts';
import { DurableWrites } from '../../electron/sync/durable-writes.ts';
import { EndpointPauses } from '../../electron/sync/endpoint-pauses.ts';
import { ProbeTurns } from '../../electron/sync/probe-turns.ts';
import { RunningTime } from '../../electron/sync/running-time.ts';
import type { SyncContext } from '../../electron/sync/sync-context.ts';
import { readAsked, type Kind } from './service.ts';

export const target = 'practice';
export const timer = { after: () => () => undefined };

export interface Entry {
  id: string;
  kind: Kind;
  key: string;
  capture: Capture;
}
/** A request that is on its way. */
export interface Open {
  resolve: (exchange: Exchange) => void;
  done: Promise<void>;
}
/** One life of the desk's process: what of it is not on disk ends with it. */
export interface Run {
  outbox: ReturnType<typeof openOutbox>;
  work: SyncContext;
  claimed: Map<number, Claimed>;
  tries: Map<number, Open>;
  reads: Map<number, Open & { says: string }>;
  isOver: boolean;
}

export interface RunHost {
  settings: () => Settings;
  clock: Clock;
  /** the service is asked by a run */
  asked: (of: Run, what: ReturnType<typeof readAsked>, resolve: (exchange: Exchange) => void) => void;
}

/** Begins the sync of an outbox, without its loop. */
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
        // what a crash has cut short is never written
        soon: (write) => queueMicrotask(() => void (begun.isOver || write())),
        tryDisk: () => undefined,
        onFault(error) {
          throw error;
        },
        givingUp: new AbortController().signal,
      }),
      onChanged: () => undefined,
    },
  };
  return begun;
}

/** Tells who has just been asked to whoever has just asked. */
export function turns() {
  let answers: ((exchange: Exchange) => void) | null = null;
  return {
    ask: (resolve: (exchange: Exchange) => void): void => void (answers = resolve),
    /** Begins something that may ask; answers null where it came to its end without. */
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
