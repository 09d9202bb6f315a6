import type { Lack } from '../../../shared/creates/lacks.ts';
import { lacksOf } from '../../../shared/service/sense.ts';
import type { OrderTask } from './order-task.svelte.ts';

/** Asks once before saving an order that makes no sense: the service has no cancel. */
export class SenseCheck {
  readonly #task: OrderTask;
  readonly #confirmed = new Set<Lack>();

  constructor(task: OrderTask) {
    this.#task = task;
  }

  /** Whether to ask now. Drafts are not checked, and contract breaches are shown first. */
  isActive(draft: boolean): boolean {
    const { form, purpose: task, entry } = this.#task;
    if (draft || (task === 'change' && entry?.state === 'draft')) return false;
    form.settle();
    return form.issues.size === 0;
  }

  /** What to ask about now. */
  unconfirmedLacks(draft: boolean): { lack: Lack; paths: readonly string[] }[] {
    const { form } = this.#task;
    if (!this.isActive(draft)) return [];
    return lacksOf(form.endpoint, form.body).filter(({ lack }) => !this.#confirmed.has(lack));
  }

  /** A person confirmed these. */
  confirm(lacks: readonly Lack[]): void {
    for (const lack of lacks) this.#confirmed.add(lack);
  }

  /** The form starts over. */
  clear(): void {
    this.#confirmed.clear();
  }
}
