import type { MeterSample } from '../../shared/contract/memory-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import type { MeterBatch, MeterKeep } from './meter-keep.ts';

export interface MeterHost {
  keep: MeterKeep;
  send: (batch: MeterBatch) => Promise<Result<unknown>>;
  newId: () => string;
  /** calls `send` after a while, however often it is asked to: batches stay small and few */
  later: (send: () => Promise<void>) => () => void;
}

/** Brings what was counted to the desk, some parcels at a time. */
export class Meter {
  readonly keep: MeterKeep;
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

  /** Sends what waits, batch by batch; what the desk does not answer waits on, with its id. */
  async send(): Promise<void> {
    if (this.#sending !== null) return;
    for (let batch = this.keep.next(); batch !== undefined; batch = this.keep.next()) {
      this.#sending = batch.commandId;
      const answer = await this.#host.send(batch);
      this.#sending = null;
      if (!answer.ok && answer.problem.kind === 'desk-gone') return;
      // what the desk will not have would stand before all others
      this.keep.sent(batch.commandId);
    }
  }
}
