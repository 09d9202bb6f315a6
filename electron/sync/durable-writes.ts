import type { Settings } from '../../shared/settings/settings.ts';
import { groupCommit, type GroupCommit } from '../database/group-commit.ts';
import type { SyncOutbox } from '../outbox/entry.ts';
import type { Timer } from '../service/timer.ts';
import { backoffMs } from './backoff.ts';
import type { Random } from './clock.ts';

/** Faults in a row after which it is the disk's, or the write's own, and no chance. */
export const faultsInARow = 5;
/** Longest wait between two tries (seconds): a disk that has room again is used soon. */
const longestWaitSeconds = 10;

interface KeptWritesHost {
  outbox: Pick<SyncOutbox, 'together'>;
  settings: () => Settings;
  random: Random;
  timer: Timer;
  soon: (run: () => void) => void;
  /** writes something harmless, to learn whether the disk takes anything at all; throws where it does not */
  tryDisk: () => void;
  onFault: (error: unknown) => void;
  /** writes what can be written with it, in one sync of the disk; what it answers is run once that is on disk */
  beside?: () => () => void;
  /** aborted: what cannot be written now is left to the next run */
  givingUp: AbortSignal;
}

/** Writes of what was answered, kept until the disk takes them, however long that is. */
export class DurableWrites {
  readonly #host: KeptWritesHost;
  readonly #together: GroupCommit<() => void, void>;
  /** those the disk did not take, with their faults so far */
  readonly #failing = new Map<symbol, number>();

  constructor(host: KeptWritesHost) {
    this.#host = host;
    this.#together = groupCommit({
      commit: (writes) => (this.#commit(writes), writes.map(() => undefined)),
      soon: host.soon,
      oneSpoilsAll: true,
    });
  }

  /** Something is about to be written. */
  get pending(): boolean {
    return this.#together.pending;
  }

  /** Something waits for the disk; what would be written after it would wait too. */
  get waiting(): boolean {
    return this.#failing.size > 0;
  }

  /** The disk has refused again and again. */
  get stuck(): boolean {
    return [...this.#failing.values()].some((faults) => faults >= faultsInARow);
  }

  /**
   * Resolves once it is on disk. Where the disk takes everything but this write, `instead` is written; without one it is dropped,
   * as when all is given up. Each fault is told.
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
        if (faults >= faultsInARow && this.#diskTakesOthers()) {
          if (!instead) break;
          [write, instead, faults] = [instead, undefined, 0];
        }
        await this.#wait(faults);
      }
    }
    this.#failing.delete(one);
  }

  #commit(writes: readonly (() => void)[]): void {
    const { outbox, beside } = this.#host;
    const write = (): void => writes.forEach((one) => one());
    let isWritten = false;
    let then: (() => void) | undefined;
    try {
      outbox.together(() => {
        write();
        isWritten = true;
        then = beside?.();
      });
    } catch (error) {
      if (!isWritten || !beside) throw error;
      // what came of it is not to be lost for what goes beside
      then = undefined;
      outbox.together(write);
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
      this.#host.tryDisk();
      return true;
    } catch {
      return false;
    }
  }
}
