import type { Output } from '../../shared/contract/desk-contract.ts';
import { throttle } from '../state/throttle.ts';
import { ask, type ClientEvent } from '../transport/desk.ts';

/** Steps of an order to its printed label, in display order. */
export const progressSteps = ['queued', 'created', 'on-paper'] as const;
export type ProgressStep = (typeof progressSteps)[number];

/** An order's progress to its printed label, as reported by the desk. */
export class LabelProgress {
  readonly #id: string;
  status = $state.raw<Output<'print.way'> | null>(null);
  readonly #refreshSoon = throttle(() => this.refresh(), 120);

  constructor(id: string) {
    this.#id = id;
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const answer = await ask('print.way', { id: this.#id });
    this.status = answer.ok ? answer.value : null;
  }

  readonly handleEvent = (event: ClientEvent): void => {
    const concernsOrder = event.kind === 'entries' && (event.ids === 'many' || event.ids.includes(this.#id));
    if (concernsOrder || event.kind === 'print' || event.kind === 'missed' || event.kind === 'desk')
      this.#refreshSoon();
  };

  /** Null for an order without a label, or one that will no longer get one. */
  get step(): ProgressStep | null {
    if (!this.status) return null;
    const { list, comes } = this.status;
    if (list === 'printed') return 'on-paper';
    if (list !== null) return 'created';
    return comes ? 'queued' : null;
  }
}
