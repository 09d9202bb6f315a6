import type { WaitsFor } from '../../shared/contract/entry-answers.ts';
import type { EntryRecord } from './entry-record.ts';

/** What an entry waits for now, for display. Times in ms of the desk's clock. */
export function waitsFor(
  row: EntryRecord & { holder_id: string | null; holder_key: string | null },
  now: number,
  stuckMs: number,
): WaitsFor {
  const until = row.wait_set_at === null ? null : row.wait_set_at + (row.wait_for ?? 0);
  switch (row.state) {
    case 'draft':
    case 'done':
    case 'withdrawn':
      return { for: 'nothing' };
    case 'queued':
      if (row.holder_id !== null) return { for: 'entry', id: row.holder_id, key: row.holder_key ?? '' };
      if (until === null || until <= now || (row.wait_set_at ?? 0) > now) return { for: 'turn' };
      return row.tries === 0 ? { for: 'hold', until } : { for: 'retry', until };
    case 'sending':
      return { for: 'answer' };
    case 'unsure':
      return row.asks === null && until !== null ? { for: 'status-check', until } : question(row);
    case 'accepted':
      if (row.asks !== null || until === null) return question(row);
      return { for: 'outcome', until, stuck: row.accepted_at !== null && now - row.accepted_at >= stuckMs };
    case 'refused':
      return { for: 'mend', ...(until !== null && { until }) };
  }
}

function question(row: EntryRecord): WaitsFor {
  return { for: 'person', question: row.asks ?? 'may-be-there' };
}
