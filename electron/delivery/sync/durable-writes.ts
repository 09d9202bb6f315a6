import type { Settings } from '../../../shared/settings/settings.ts';
import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Random } from '../../platform/clock.ts';
import type { Timer } from '../../platform/timer.ts';
import { groupCommit, type GroupCommit } from '../../storage/database/transactions.ts';
import { backoffMs } from './backoff.ts';

/** Consecutive faults after which the disk or the write itself is to blame, not chance. */
export const maxConsecutiveFaults = 5;
/** Longest wait between two attempts (seconds): a disk with free space again is used soon. */
const maxWaitSeconds = 10;

interface DurableWritesHost {
  outbox: Pick<SyncOutbox, 'inTransaction'>;
  settings: () => Settings;
  random: Random;
  timer: Timer;
  runSoon: (run: () => void) => void;
  /** writes something harmless to learn whether the disk accepts any write; throws if it does not */
  probeDisk: () => void;
  onFault: (error: unknown) => void;
  /** adds writes to the same commit and disk sync; the callback it returns runs once they are on disk */
  addToCommit?: () => () => void;
  /** aborted: what cannot be written now is left to the next run */
  stopSignal: AbortSignal;
}

/** Persists results of answered requests, retrying until the disk accepts them, however long that takes. */
export class DurableWrites {
  readonly #host: DurableWritesHost;
  readonly #groupCommit: GroupCommit<() => void, void>;
  /** writes the disk did not accept, with their faults so far */
  readonly #failedWrites = new Map<symbol, number>();

  constructor(host: DurableWritesHost) {
    this.#host = host;
    this.#groupCommit = groupCommit({
      commit: (writes) => (this.#commit(writes), writes.map(() => undefined)),
      schedule: host.runSoon,
      retryIndividually: true,
    });
  }

  /** A write is waiting for the next commit. */
  get hasPending(): boolean {
    return this.#groupCommit.pending;
  }

  /** A write is waiting for the disk; any later write would wait too. */
  get isBlocked(): boolean {
    return this.#failedWrites.size > 0;
  }

  /** The disk has refused several times in a row. */
  get isStuck(): boolean {
    return [...this.#failedWrites.values()].some((faults) => faults >= maxConsecutiveFaults);
  }

  /**
   * Resolves once the write is on disk. If the disk accepts everything but this write, `fallback` is written instead;
   * without a fallback the write is dropped, as when the sync stops. Each fault is reported.
   */
  async persist(write: () => void, fallback?: () => void): Promise<void> {
    const writeId = Symbol();
    const { onFault, stopSignal } = this.#host;
    for (let faults = 1; ; faults += 1) {
      try {
        await this.#groupCommit.add(write);
        break;
      } catch (error) {
        onFault(error);
        if (stopSignal.aborted) break;
        this.#failedWrites.set(writeId, faults);
        if (faults >= maxConsecutiveFaults && this.#isDiskWritable()) {
          if (!fallback) break;
          [write, fallback, faults] = [fallback, undefined, 0];
        }
        await this.#waitToRetry(faults);
      }
    }
    this.#failedWrites.delete(writeId);
  }

  #commit(writes: readonly (() => void)[]): void {
    const { outbox, addToCommit } = this.#host;
    const runAll = (): void => writes.forEach((runWrite) => runWrite());
    let isWritten = false;
    let afterCommit: (() => void) | undefined;
    try {
      outbox.inTransaction(() => {
        runAll();
        isWritten = true;
        afterCommit = addToCommit?.();
      });
    } catch (error) {
      if (!isWritten || !addToCommit) throw error;
      // A failure of the added writes must not lose the results.
      afterCommit = undefined;
      outbox.inTransaction(runAll);
    }
    afterCommit?.();
  }

  #waitToRetry(faults: number): Promise<void> {
    const { settings, random, timer, stopSignal } = this.#host;
    const maxSeconds = Math.min(settings().backoffMostSeconds, maxWaitSeconds);
    const limits = { backoffFirstSeconds: settings().backoffFirstSeconds, backoffMostSeconds: maxSeconds };
    return new Promise((resolve) => {
      const cancel = timer.after(backoffMs(faults, limits, random), finish);
      function finish(): void {
        cancel();
        stopSignal.removeEventListener('abort', finish);
        resolve();
      }
      stopSignal.addEventListener('abort', finish);
      if (stopSignal.aborted) finish();
    });
  }

  #isDiskWritable(): boolean {
    try {
      this.#host.probeDisk();
      return true;
    } catch {
      return false;
    }
  }
}
