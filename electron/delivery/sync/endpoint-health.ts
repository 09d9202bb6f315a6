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
  return concurrency.unhealthyEndpoints(createNumbers, clock.monotonic()).flatMap((health) => {
    const { endpoint, status } = health;
    const cause = causeOfTrouble(health);
    if (cause === null || paused.includes(endpoint)) return [];
    const waiting = outbox.countUndelivered(endpoint, maxCounted);
    return waiting === 0 ? [] : [{ endpoint, why: cause, status, waiting }];
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
  #saved: FailingEndpoint[] | null = null;
  #nextWriteAt = -Infinity;

  /** Writes changes; `isFinal`: regardless of the interval. Throws if the disk refuses, and tries again later. */
  saveIfDue(context: HealthContext, isFinal = false): void {
    const now = context.clock.monotonic();
    if (now < this.#nextWriteAt && !isFinal) return;
    const saved = (this.#saved ??= context.outbox.failingEndpoints());
    const failing = currentlyFailing(context, saved);
    if (JSON.stringify(failing) === JSON.stringify(saved)) return;
    this.#nextWriteAt = now + writeEveryMs;
    context.outbox.saveFailingEndpoints(failing);
    this.#saved = failing;
  }
}

function currentlyFailing(
  { concurrency, pauses, clock }: HealthContext,
  saved: readonly FailingEndpoint[],
): FailingEndpoint[] {
  const paused = pauses.status();
  const unhealthy = concurrency.unhealthyEndpoints(createNumbers, clock.monotonic());
  return createNumbers.flatMap((endpoint): FailingEndpoint[] => {
    const earlier = saved.find((one) => one.endpoint === endpoint);
    const pause = paused.find((one) => one.endpoint === endpoint);
    const health = unhealthy.find((one) => one.endpoint === endpoint);
    const cause = pause ? 'paused' : health && causeOfTrouble(health);
    if (!cause || cause === 'slow') return earlier && !concurrency.isHealthy(endpoint) ? [earlier] : [];
    const { status } = pause ?? health!;
    if (earlier?.why === cause && earlier.status === status) return [earlier];
    return [{ endpoint, why: cause, status, message: pause?.message ?? null, since: clock.now() }];
  });
}
