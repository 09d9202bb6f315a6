import type { SimilarEntry } from '../../../shared/contract/memory-procedures.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** minimum interval between queries while the form is edited */
const minIntervalMs = 400;
/**
 * how long a save waits for the answer to a query sent right before it: in several timer steps, because a page that was
 * blocked for longer than a step receives messages only after that step
 */
const maxWait = { steps: 4, ms: 20 };

const goodsNamePath = /\.(Sku|DeclareNameE[Nn]|ProductName)$/;

/**
 * Recent entries with the same recipient and goods as the parcel being typed. The desk is queried during typing, so
 * that a save need not wait; entries confirmed with "save anyway" are not asked about again.
 */
export class SimilarWatch {
  similar = $state.raw<readonly SimilarEntry[]>([]);
  /** a save waits for the person's answer */
  isAsking = $state(false);
  readonly #form: OrderForm;
  readonly #confirmed = new Set<string>();
  #checkedBody = '';

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Similar entries that were not confirmed yet. */
  get unconfirmed(): readonly SimilarEntry[] {
    return this.similar.filter(({ id }) => !this.#confirmed.has(id));
  }

  /** Called after each read of the form. */
  readonly refresh = throttle(async () => void (await this.#query()), minIntervalMs);

  /**
   * Called before a save; returns whether a person must answer first. If the desk answers late, its answer about a
   * slightly older form counts; if that one was empty, the save continues, and a later match is reported after it.
   */
  async mustAsk(): Promise<boolean> {
    this.#form.readForm();
    if (this.isAsking || this.#form.issues.size > 0) return this.isAsking;
    const confirmedBefore = new Set(this.#confirmed);
    const pendingQuery = this.#query().then((entries) => entries.filter(({ id }) => !confirmedBefore.has(id)));
    const similar = await Promise.race([pendingQuery, waitForMaxTime()]);
    if (similar === null && this.unconfirmed.length === 0)
      void pendingQuery.then(([first]) => first && reportLateMatch(first));
    this.isAsking = (similar ?? this.unconfirmed).length > 0;
    return this.isAsking;
  }

  /** Called when the person confirms that it is a different parcel. */
  confirmAll(): void {
    for (const { id } of this.similar) this.#confirmed.add(id);
    this.isAsking = false;
  }

  /** Called when the form starts over. */
  clear(): void {
    this.#confirmed.clear();
    this.#checkedBody = '';
    this.similar = [];
  }

  get #bodyText(): string {
    return JSON.stringify(this.#form.body);
  }

  // without recipient or goods every parcel looks similar
  get #isParcel(): boolean {
    const filledPaths = [...this.#form.texts].filter(([, text]) => text.trim() !== '').map(([path]) => path);
    return (
      filledPaths.some((path) => path.endsWith('ShipToAddress.Contact')) &&
      filledPaths.some((path) => goodsNamePath.test(path))
    );
  }

  async #query(): Promise<readonly SimilarEntry[]> {
    const bodyText = this.#bodyText;
    if (bodyText === this.#checkedBody) return this.similar;
    const { endpoint, body } = this.#form;
    const answer = this.#isParcel ? await ask('entries.similar', { request: { endpoint, body } }) : null;
    const entries = answer?.ok ? answer.value.entries : [];
    // the open question keeps its entries until it is answered
    if (bodyText === this.#bodyText && !this.isAsking) {
      this.#checkedBody = bodyText;
      this.similar = entries;
    }
    return entries;
  }
}

async function waitForMaxTime(): Promise<null> {
  for (let stepsLeft = maxWait.steps; stepsLeft > 0; stepsLeft -= 1)
    await new Promise((resolve) => setTimeout(resolve, maxWait.ms));
  return null;
}

const reportLateMatch = ({ key }: SimilarEntry): void => toasts.show(() => t().similar.late({ key }), 'ask');
