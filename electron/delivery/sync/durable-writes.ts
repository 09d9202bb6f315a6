import type { Settings } from '../../../shared/settings/settings.ts';
import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Random } from '../../platform/clock.ts';
import type { Timer } from '../../platform/timer.ts';
import { groupCommit, type GroupCommit } from '../../storage/database/transactions.ts';
import { backoffMs } from './backoff.ts';

/** Consecutive faults after which the disk or the write itself is to blame, not chance. */
export const maxConsecutiveFaults = 5;
/** Longest wait between two attempts (seconds): a disk with free space again is used soon. */
const longestWaitSeconds = 10;

interface DurableWritesHost {
  outbox: Pick<SyncOutbox, 'inTransaction'>;
  settings: () => Settings;
  random: Random;
  timer: Timer;
  soon: (run: () => void) => void;
  /** writes something harmless to learn whether the disk accepts any write; throws if it does not */
  probeDisk: () => void;
  onFault: (error: unknown) => void;
  /** adds writes to the same commit and disk sync; the callback it returns runs once they are on disk */
  addToCommit?: () => () => void;
  /** aborted: what cannot be written now is left to the next run */
  givingUp: AbortSignal;
}

/** Persists results of answered requests, retrying until the disk accepts them, however long that takes. */
export class DurableWrites {
  readonly #host: DurableWritesHost;
  readonly #together: GroupCommit<() => void, void>;
  /** writes the disk did not accept, with their faults so far */
  readonly #failing = new Map<symbol, number>();

  constructor(host: DurableWritesHost) {
    this.#host = host;
    this.#together = groupCommit({
      commit: (writes) => (this.#commit(writes), writes.map(() => undefined)),
      schedule: host.soon,
      retryIndividually: true,
    });
  }

  /** A write is waiting for the next commit. */
  get hasPending(): boolean {
    return this.#together.pending;
  }

  /** A write is waiting for the disk; any later write would wait too. */
  get isBlocked(): boolean {
    return this.#failing.size > 0;
  }

  /** The disk has refused several times in a row. */
  get isStuck(): boolean {
    return [...this.#failing.values()].some((faults) => faults >= maxConsecutiveFaults);
  }

  /**
   * Resolves once it is on disk. If the disk accepts everything but this write, `instead` is written; without one it is
   * dropped, as when the sync gives up. Each fault is reported.
   */
  async persist(write: () => void, instead?: () => void): Promise<void> {
    const one = Symbol();
    const { onFault, givingUp } = this.#host;
    for (let faults = 1; ; faults += 1) {
      try {
        await this.#together.add(write);
        break;
      } catch (error) {
        onFault(error);
        if (givingUp.aborted) break;
        this.#failing.set(one, faults);
        if (faults >= maxConsecutiveFaults && this.#diskTakesOthers()) {
          if (!instead) break;
          [write, instead, faults] = [instead, undefined, 0];
        }
        await this.#wait(faults);
      }
    }
    this.#failing.delete(one);
  }

  #commit(writes: readonly (() => void)[]): void {
    const { outbox, addToCommit } = this.#host;
    const write = (): void => writes.forEach((one) => one());
    let isWritten = false;
    let then: (() => void) | undefined;
    try {
      outbox.inTransaction(() => {
        write();
        isWritten = true;
        then = addToCommit?.();
      });
    } catch (error) {
      if (!isWritten || !addToCommit) throw error;
      // A failure of the added writes must not lose the results.
      then = undefined;
      outbox.inTransaction(write);
    }
    then?.();
  }

  #wait(faults: number): Promise<void> {
    const { settings, random, timer, givingUp } = this.#host;
    const most = Math.min(settings().backoffMostSeconds, longestWaitSeconds);
    const waits = { backoffFirstSeconds: settings().backoffFirstSeconds, backoffMostSeconds: most };
    return new Promise((resolve) => {
      const cancel = timer.after(backoffMs(faults, waits, random), over);
      function over(): void {
        cancel();
        givingUp.removeEventListener('abort', over);
        resolve();
      }
      givingUp.addEventListener('abort', over);
      if (givingUp.aborted) over();
    });
  }

  #diskTakesOthers(): boolean {
    try {
      this.#host.probeDisk();
      return true;
    } catch {
      return false;
    }
  }
}
