import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';

/** A notification for a person away from the desk: only what happened and how often, without personal data. */
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
  const shownKinds = new Set<Notice['kind']>();
  /** refused entries that a person has probably seen; null before the first count */
  let knownRefused: number | null = null;
  let refusedCount = 0;
  let offlineAt: number | null = null;
  let knownStoppedJobs: ReadonlySet<string> | null = null;

  function notify(notice: Notice): void {
    if (isWatched() || shownKinds.has(notice.kind)) return;
    shownKinds.add(notice.kind);
    show(notice);
  }

  return {
    updateRefused(count: number): void {
      refusedCount = count;
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
    /** `jobs`: the print jobs that wait for a person. */
    updateStoppedJobs(jobs: readonly string[]): void {
      const previouslyStopped = knownStoppedJobs;
      knownStoppedJobs = new Set(jobs);
      if (previouslyStopped && jobs.some((job) => !previouslyStopped.has(job))) notify({ kind: 'print' });
    },
    /** A person looks at the window now. */
    markWatched(): void {
      shownKinds.clear();
      knownRefused = knownRefused === null ? null : refusedCount;
    },
    /** For another desk, whose current state needs no notification. */
    reset(): void {
      shownKinds.clear();
      knownRefused = null;
      knownStoppedJobs = null;
      offlineAt = null;
    },
  };
}
