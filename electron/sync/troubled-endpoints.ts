import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
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
  failures: bads,
  status,
  isHeldByService: held,
}: EndpointHealth): SyncStatus['troubledEndpoints'][number]['why'] | null {
  if (held) return 'busy';
  if (bads === 1) return null;
  if (bads === 0) return 'slow';
  if (status === 429) return 'busy';
  return status === null ? 'no-answer' : 'fails';
}
