import type { Settings } from '../../shared/settings/settings.ts';
import type { Run } from './run.ts';
import type { Kind } from './service.ts';

/** The row of an entry in the terms of the specification. */
export function rowInWords(
  row: Record<string, number | string | Buffer | null>,
  kind: Kind,
  { work: { running } }: Run,
  { graceSeconds }: Settings,
) {
  const state = String(row['state']);
  const lostAt = row['lost_at_running'];
  const isUnsure = state === 'unsure';
  const isOnItsWay = isUnsure || state === 'queued' || state === 'sending';
  const old = typeof lostAt === 'number' && running.tick() - lostAt >= graceSeconds * 1000;
  return {
    state,
    maybe: row['maybe_taken'] === 1,
    reached: row['reached_sha256'] !== null,
    twice: row['maybe_twice'] === 1,
    asks: row['asks'] ?? '',
    // Counted only while it matters.
    absences: isUnsure ? Math.min(3, Number(row['absences'])) : 0,
    tries: kind === 'again' || !isOnItsWay ? 0 : Math.min(5, Number(row['tries'])),
    since: !isUnsure || lostAt === null ? 'none' : old ? 'old' : 'now',
    waits: state === 'queued' || state === 'sending' ? false : row['wait_set_at'] !== null,
    toCancel: row['to_cancel'] === 1,
    held: state === 'queued' && row['held_by'] !== null,
  };
}

/** Which requests of an entry are under way. */
export const wireInWords = (e: number, { tries, claimed, reads }: Run) => ({
  wire: tries.has(e) ? 'on its way' : claimed.has(e) ? 'held' : 'none',
  asking: reads.has(e),
});
