import type { Lack } from '../../../shared/creates/lacks.ts';
import { lacksOf } from '../../../shared/service/sense.ts';
import type { OrderTask } from './order-task.svelte.ts';

/** Asks once before saving an order that makes no sense: the service has no cancel. */
export class OrderSense {
  readonly #task: OrderTask;
  readonly #meant = new Set<Lack>();

  constructor(task: OrderTask) {
    this.#task = task;
  }

  /** Whether to ask now. Drafts are not checked, and contract breaches are shown first. */
  isAsked(draft: boolean): boolean {
    const { form, task, entry } = this.#task;
    if (draft || (task === 'change' && entry?.state === 'draft')) return false;
    form.settle();
    return form.issues.size === 0;
  }

  /** What to ask about now. */
  asks(draft: boolean): { lack: Lack; paths: readonly string[] }[] {
    const { form } = this.#task;
    if (!this.isAsked(draft)) return [];
    return lacksOf(form.endpoint, form.body).filter(({ lack }) => !this.#meant.has(lack));
  }

  /** A person confirmed these. */
  means(lacks: readonly Lack[]): void {
    for (const lack of lacks) this.#meant.add(lack);
  }

  /** The form starts over. */
  clear(): void {
    this.#meant.clear();
  }
}
