import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';

/** A notification for a person away from the desk: what happened and how many, never of whom. */
export type Notice = { kind: 'refused'; count: number } | { kind: 'online' } | { kind: 'print' };

export interface NoticesHost {
  /** a person sees the window and needs no notification */
  isWatched: () => boolean;
  show: (notice: Notice) => void;
  /** monotonic clock (ms) */
  monotonic: () => number;
}

/** Shorter outages (ms) are not notified. */
const longOutageMs = 60_000;

/** Decides which notifications to show: each kind once, until the window is looked at again. */
export function notices({ isWatched, show, monotonic }: NoticesHost) {
  const shown = new Set<Notice['kind']>();
  /** refused entries a person could already know of; null before the first count */
  let knownRefused: number | null = null;
  let refused = 0;
  let offlineAt: number | null = null;
  let knownStopped: ReadonlySet<string> | null = null;

  function notify(notice: Notice): void {
    if (isWatched() || shown.has(notice.kind)) return;
    shown.add(notice.kind);
    show(notice);
  }

  return {
    updateRefused(count: number): void {
      refused = count;
      if (knownRefused === null || isWatched()) knownRefused = count;
      knownRefused = Math.min(knownRefused, count);
      if (count > knownRefused) notify({ kind: 'refused', count: count - knownRefused });
    },
    updateConnection(connection: SyncStatus['connection']): void {
      if (connection === 'offline') offlineAt ??= monotonic();
      else if (connection !== 'paused') {
        const wasLong = offlineAt !== null && monotonic() - offlineAt >= longOutageMs;
        offlineAt = null;
        if (connection === 'online' && wasLong) notify({ kind: 'online' });
      }
    },
    /** print jobs that wait for a person */
    updateStoppedJobs(jobs: readonly string[]): void {
      const known = knownStopped;
      knownStopped = new Set(jobs);
      if (known && jobs.some((job) => !known.has(job))) notify({ kind: 'print' });
    },
    /** A person looks at the window now. */
    markWatched(): void {
      shown.clear();
      knownRefused = knownRefused === null ? null : refused;
    },
    /** Another desk is open: its present state is no news. */
    reset(): void {
      shown.clear();
      knownRefused = null;
      knownStopped = null;
      offlineAt = null;
    },
  };
}
