import type { SyncStatus } from '../../shared/sync-procedures.ts';
import { createNumbers } from '../outbox/entry.ts';
import type { Trouble } from './pace.ts';
import type { Work } from './work.ts';

/** Entries that wait for one endpoint are counted this far. */
const mostCounted = 1000;

/** Endpoints that go badly while entries wait for them. */
export function troubledEndpoints({ pace, pauses, outbox, clock }: Work): SyncStatus['troubledEndpoints'] {
  const paused = pauses.status().map(({ endpoint }) => endpoint);
  return pace.troubles(createNumbers, clock.monotonic()).flatMap((trouble) => {
    const { endpoint, status } = trouble;
    const why = whyTroubled(trouble);
    if (why === null || paused.includes(endpoint)) return [];
    const waiting = outbox.queued(endpoint, mostCounted);
    return waiting === 0 ? [] : [{ endpoint, why, status, waiting }];
  });
}

/** null: a single bad answer is no trouble yet. */
export function whyTroubled({ bads, status, held }: Trouble): SyncStatus['troubledEndpoints'][number]['why'] | null {
  if (bads === 1 && !held) return null;
  if (bads === 0) return 'slow';
  if (held || status === 429) return 'busy';
  return status === null ? 'no-answer' : 'fails';
}
