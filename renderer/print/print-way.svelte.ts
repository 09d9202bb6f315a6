import type { Output } from '../../shared/contract/desk-contract.ts';
import { ask, type ClientEvent } from '../transport/desk.ts';
import { soon } from '../state/soon.ts';

/** How far an order is on its way to paper, in the order of the picture. */
export const waySteps = ['queued', 'created', 'on-paper'] as const;
export type WayStep = (typeof waySteps)[number];

/** An order on its way to paper, as the desk tells it. */
export class PrintWay {
  readonly #id: string;
  now = $state.raw<Output<'print.way'> | null>(null);
  readonly #refreshSoon = soon(() => this.refresh(), 120);

  constructor(id: string) {
    this.#id = id;
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const found = await ask('print.way', { id: this.#id });
    this.now = found.ok ? found.value : null;
  }

  readonly receive = (event: ClientEvent): void => {
    const isOurs = event.kind === 'entries' && (event.ids === 'many' || event.ids.includes(this.#id));
    if (isOurs || event.kind === 'print' || event.kind === 'missed' || event.kind === 'desk') this.#refreshSoon();
  };

  /** null: no order with a label, or one that gets no label any more. */
  get step(): WayStep | null {
    if (!this.now) return null;
    const { list, comes } = this.now;
    if (list === 'printed') return 'on-paper';
    if (list !== null) return 'created';
    return comes ? 'queued' : null;
  }
}
