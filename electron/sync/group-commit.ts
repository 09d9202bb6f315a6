import type { SyncOutbox } from '../outbox/entry.ts';

interface Waiting {
  write: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers writes of answers that came in together into one transaction: one sync of the disk for all of them, so that a slow
 * disk does not set the pace of fast slots. Each write still succeeds or fails for itself.
 */
export class GroupCommit {
  readonly #outbox: Pick<SyncOutbox, 'together'>;
  readonly #soon: (run: () => void) => void;
  #waiting: Waiting[] = [];

  constructor(outbox: Pick<SyncOutbox, 'together'>, soon: (run: () => void) => void) {
    this.#outbox = outbox;
    this.#soon = soon;
  }

  /** Resolves once it is on disk. */
  add(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      if (this.#waiting.length === 1) this.#soon(() => this.#flush());
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#outbox.together(() => batch.forEach(({ write }) => write()));
    } catch {
      // One of them spoils the transaction for all; alone, the others go through and that one tells why.
      return batch.forEach((one) => this.#alone(one));
    }
    batch.forEach(({ resolve }) => resolve());
  }

  #alone({ write, resolve, reject }: Waiting): void {
    try {
      this.#outbox.together(write);
    } catch (error) {
      return reject(error);
    }
    resolve();
  }
}
