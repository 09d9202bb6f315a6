import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';

/** What a person away from the desk is told: that something happened and how many, never of whom. */
export type Notice = { kind: 'refused'; count: number } | { kind: 'online' } | { kind: 'print' };

export interface NoticesHost {
  /** somebody looks at the window, and needs no telling */
  isWatched: () => boolean;
  show: (notice: Notice) => void;
  /** ms, only forward */
  monotonic: () => number;
}

/** Who was offline for less (ms) had nothing to notice. */
const longOutageMs = 60_000;

/** Decides what is worth a notification: each kind once, until somebody has looked at the window again. */
export function notices({ isWatched, show, monotonic }: NoticesHost) {
  const shown = new Set<Notice['kind']>();
  /** refused entries that somebody could have seen; null: nothing was told yet */
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
    refusedAre(count: number): void {
      refused = count;
      if (knownRefused === null || isWatched()) knownRefused = count;
      knownRefused = Math.min(knownRefused, count);
      if (count > knownRefused) notify({ kind: 'refused', count: count - knownRefused });
    },
    connectionIs(connection: SyncStatus['connection']): void {
      if (connection === 'offline') offlineAt ??= monotonic();
      else if (connection !== 'paused') {
        const wasLong = offlineAt !== null && monotonic() - offlineAt >= longOutageMs;
        offlineAt = null;
        if (connection === 'online' && wasLong) notify({ kind: 'online' });
      }
    },
    /** jobs of printers that wait for a person */
    stoppedAre(jobs: readonly string[]): void {
      const known = knownStopped;
      knownStopped = new Set(jobs);
      if (known && jobs.some((job) => !known.has(job))) notify({ kind: 'print' });
    },
    /** Somebody looks at the window now. */
    watched(): void {
      shown.clear();
      knownRefused = knownRefused === null ? null : refused;
    },
    /** Another desk is open: what it has was there before. */
    begunAnew(): void {
      shown.clear();
      knownRefused = null;
      knownStopped = null;
      offlineAt = null;
    },
  };
}
