import type { Lookup } from '../../shared/contract/lookup-answers.ts';
import { fail, ProblemError, type Result } from '../../shared/contract/problem.ts';
import type { RequestSettings } from '../../shared/service/fill-from-settings.ts';
import type { Client } from '../service/client.ts';
import type { NoAnswerCause } from '../service/exchange.ts';
import type { Clock } from '../sync/clock.ts';
import { ask } from './ask.ts';
import type { LookupCaller, LookupThrottle } from './lookup-throttle.ts';

export interface LookupService {
  client: Pick<Client, 'call'>;
  target: { name: string };
}

export interface ServiceHost {
  /** the service of this run; rejects with a ProblemError if none is available */
  service: () => Promise<LookupService>;
  settings: () => RequestSettings;
  clock: Clock;
  throttle: LookupThrottle;
  /** called for a lookup begun at `startedAt` (monotonic ms) of which no byte reached the service */
  onUnreached: (startedAt: number, cause: NoAnswerCause) => void;
  /** aborted when the desk closes */
  stopping: AbortSignal;
}

/** Sends the requests of one list one after the other, with gaps. */
export type AskSeries = (request: unknown) => Promise<Result<Lookup>>;

/** Longest wait (ms) for a service that is holding requests, and how often a request is repeated. */
const patienceMs = 60_000;
const repeats = 3;

/** Access to the service for lookups: immediate, independent of the outbox, but never during a Retry-After. */
export function lookupClient({
  service,
  settings,
  clock,
  throttle: pace,
  onUnreached: unreached,
  stopping,
}: ServiceHost) {
  async function once(request: unknown): Promise<Result<Lookup>> {
    if (pace.closed) return fail('cancelled', 'The desk is closing.');
    const heldMs = pace.heldMs();
    if (heldMs > 0) {
      const params = { status: 429, afterMs: Math.ceil(heldMs) };
      return fail(
        'service',
        `The service asks for patience (429). Ask again in ${Math.ceil(heldMs / 1000)} s.`,
        params,
      );
    }
    try {
      const { client } = await service();
      const call: Client['call'] = async (sendable) => {
        const startedAt = clock.monotonic();
        const exchange = await client.call(sendable, stopping);
        // One read that hangs or breaks is no general outage.
        if (exchange.kind === 'no-answer' && exchange.sent === 'never' && exchange.cause !== 'stopped')
          unreached(startedAt, exchange.cause);
        return exchange;
      };
      const answered = await ask(request, { client: { call }, settings: settings(), now: clock.now });
      pace.recordResult(answered.ok ? null : answered.problem);
      return answered;
    } catch (error) {
      if (error instanceof ProblemError) return { ok: false, problem: error.problem };
      throw error;
    }
  }

  return {
    once,
    /**
     * Sends the first request at once, each further one after a gap; repeats one that met a 429 after the hold, if that
     * is short.
     */
    series(caller: LookupCaller): AskSeries {
      let first = true;
      return async (request) => {
        if (!first) await pace.wait(pace.gapMs(caller));
        first = false;
        for (let left = repeats; ; left -= 1) {
          const answered = await once(request);
          const isHeld = !answered.ok && answered.problem.params?.['status'] === 429;
          if (!isHeld || left === 0 || caller === 'watch' || pace.heldMs() > patienceMs) return answered;
          await pace.wait(pace.heldMs());
        }
      };
    },
  };
}
