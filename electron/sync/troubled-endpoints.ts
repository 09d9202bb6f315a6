import type { SyncStatus } from '../../shared/sync-procedures.ts';
import { createNumbers } from '../outbox/entry.ts';
import type { Work } from './work.ts';

/** Entries that wait for one endpoint are counted this far. */
const mostCounted = 1000;

/** Endpoints that go badly while entries wait for them; a single bad answer is none yet. */
export function troubledEndpoints({ pace, pauses, outbox, clock }: Work): SyncStatus['troubledEndpoints'] {
  const paused = pauses.status().map(({ endpoint }) => endpoint);
  return pace.troubles(createNumbers, clock.monotonic()).flatMap(({ endpoint, bads, status, held }) => {
    if (bads === 1 && !held) return [];
    const waiting = outbox.queued(endpoint, mostCounted);
    if (waiting === 0 || paused.includes(endpoint)) return [];
    const why = bads === 0 ? 'slow' : held || status === 429 ? 'busy' : status === null ? 'no-answer' : 'fails';
    return [{ endpoint, why, status, waiting } as const];
  });
}
