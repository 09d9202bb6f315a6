import type { FailingEndpoint } from '../../shared/contract/entry-answers.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { causeOfTrouble } from './troubled-endpoints.ts';
import type { SyncContext } from './sync-context.ts';

/** Minimum interval between writes (ms), since each is a disk sync and an endpoint may change with every answer. */
const writeEveryMs = 10_000;

type Asked = Pick<SyncContext, 'concurrency' | 'pauses' | 'outbox' | 'clock'>;

/**
 * Stores with the folder which creates the service refuses or fails, for readers while nothing delivers. A finding of
 * an earlier run stays until this run gets a success.
 */
export class PersistedHealth {
  #kept: FailingEndpoint[] | null = null;
  #writeAt = -Infinity;

  /** Writes changes; `last`: regardless of the interval. Throws if the disk refuses, and tries again later. */
  saveIfDue(context: Asked, last = false): void {
    const now = context.clock.monotonic();
    if (now < this.#writeAt && !last) return;
    const before = (this.#kept ??= context.outbox.failingEndpoints());
    const ill = illNow(context, before);
    if (JSON.stringify(ill) === JSON.stringify(before)) return;
    this.#writeAt = now + writeEveryMs;
    context.outbox.saveFailingEndpoints(ill);
    this.#kept = ill;
  }
}

function illNow({ concurrency, pauses, clock }: Asked, before: readonly FailingEndpoint[]): FailingEndpoint[] {
  const paused = pauses.status();
  const troubles = concurrency.unhealthyEndpoints(createNumbers, clock.monotonic());
  return createNumbers.flatMap((endpoint): FailingEndpoint[] => {
    const was = before.find((one) => one.endpoint === endpoint);
    const pause = paused.find((one) => one.endpoint === endpoint);
    const trouble = troubles.find((one) => one.endpoint === endpoint);
    const why = pause ? 'paused' : trouble && causeOfTrouble(trouble);
    if (!why || why === 'slow') return was && !concurrency.isHealthy(endpoint) ? [was] : [];
    const { status } = pause ?? trouble!;
    if (was?.why === why && was.status === status) return [was];
    return [{ endpoint, why, status, message: pause?.message ?? null, since: clock.now() }];
  });
}
