import type { FailingEndpoint } from '../../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { createNumbers } from '../../../shared/creates/create-kinds.ts';
import type { EndpointHealth } from './adaptive-concurrency.ts';
import type { SyncContext } from './sync-context.ts';

/** Limit up to which waiting entries of one endpoint are counted. */
const maxCounted = 1000;

/** Failing, slow or held endpoints that entries are waiting for. */
export function listUnhealthyEndpoints({
  concurrency,
  pauses,
  outbox,
  clock,
}: SyncContext): SyncStatus['troubledEndpoints'] {
  const paused = pauses.status().map(({ endpoint }) => endpoint);
  return concurrency.unhealthyEndpoints(createNumbers, clock.monotonic()).flatMap((trouble) => {
    const { endpoint, status } = trouble;
    const why = causeOfTrouble(trouble);
    if (why === null || paused.includes(endpoint)) return [];
    const waiting = outbox.countUndelivered(endpoint, maxCounted);
    return waiting === 0 ? [] : [{ endpoint, why, status, waiting }];
  });
}

/** null: a single failure is not reported yet. */
export function causeOfTrouble({
  failures,
  status,
  isHeldByService,
}: EndpointHealth): SyncStatus['troubledEndpoints'][number]['why'] | null {
  if (isHeldByService) return 'busy';
  if (failures === 1) return null;
  if (failures === 0) return 'slow';
  if (status === 429) return 'busy';
  return status === null ? 'no-answer' : 'fails';
}

/** Minimum interval between writes (ms), since each is a disk sync and an endpoint may change with every answer. */
const writeEveryMs = 10_000;

type HealthContext = Pick<SyncContext, 'concurrency' | 'pauses' | 'outbox' | 'clock'>;

/**
 * Stores with the folder which creates the service refuses or fails, for readers while nothing delivers. A finding of
 * an earlier run stays until this run gets a success.
 */
export class PersistedHealth {
  #kept: FailingEndpoint[] | null = null;
  #writeAt = -Infinity;

  /** Writes changes; `last`: regardless of the interval. Throws if the disk refuses, and tries again later. */
  saveIfDue(context: HealthContext, last = false): void {
    const now = context.clock.monotonic();
    if (now < this.#writeAt && !last) return;
    const before = (this.#kept ??= context.outbox.failingEndpoints());
    const failing = currentlyFailing(context, before);
    if (JSON.stringify(failing) === JSON.stringify(before)) return;
    this.#writeAt = now + writeEveryMs;
    context.outbox.saveFailingEndpoints(failing);
    this.#kept = failing;
  }
}

function currentlyFailing(
  { concurrency, pauses, clock }: HealthContext,
  before: readonly FailingEndpoint[],
): FailingEndpoint[] {
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
