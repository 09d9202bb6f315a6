import type { MeterSample } from '../../shared/contract/memory-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import type { MeterBatch, MeterStore } from './meter-store.ts';

export interface MeterHost {
  keep: MeterStore;
  send: (batch: MeterBatch) => Promise<Result<unknown>>;
  newId: () => string;
  /** Calls `send` after a while, once for any number of requests, so that batches are few. */
  later: (send: () => Promise<void>) => () => void;
}

/** Sends counts to the desk, several parcels at a time. */
export class Meter {
  readonly keep: MeterStore;
  readonly #host: MeterHost;
  readonly #sendLater: () => void;
  #sending: string | null = null;

  constructor(host: MeterHost) {
    this.#host = host;
    this.keep = host.keep;
    this.#sendLater = host.later(() => this.send());
  }

  add(sample: MeterSample, operator: string): void {
    this.keep.add(sample, operator, this.#sending, this.#host.newId());
    this.#sendLater();
  }

  /** Sends pending batches one by one; an unanswered batch is sent again later with the same id. */
  async send(): Promise<void> {
    if (this.#sending !== null) return;
    for (let batch = this.keep.next(); batch !== undefined; batch = this.keep.next()) {
      this.#sending = batch.commandId;
      const answer = await this.#host.send(batch);
      this.#sending = null;
      if (!answer.ok && answer.problem.kind === 'desk-gone') return;
      // Drop a batch the desk rejects: it would block all others.
      this.keep.sent(batch.commandId);
    }
  }
}
