import type { SimilarEntry } from '../../../shared/contract/memory-procedures.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** minimum interval between queries while the form is edited */
const minIntervalMs = 400;
/**
 * how long a save waits for an answer requested right before it: in several timer steps, because a page blocked for
 * longer than one step receives messages only after it
 */
const maxWait = { steps: 4, ms: 20 };

const isGoods = /\.(Sku|DeclareNameE[Nn]|ProductName)$/;

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
  readonly refresh = throttled(async () => void (await this.#query()), minIntervalMs);

  /**
   * Called before a save; true if a person must answer first. If the answer is late, the last known one for a slightly
   * older form is used; if that is empty, the save continues and a late finding is reported after it.
   */
  async mustAsk(): Promise<boolean> {
    this.#form.settle();
    if (this.isAsking || this.#form.issues.size > 0) return this.isAsking;
    const meant = new Set(this.#confirmed);
    const asked = this.#query().then((found) => found.filter(({ id }) => !meant.has(id)));
    const similar = await Promise.race([asked, timeOut()]);
    if (similar === null && this.unconfirmed.length === 0) void asked.then(([first]) => first && reportLate(first));
    this.isAsking = (similar ?? this.unconfirmed).length > 0;
    return this.isAsking;
  }

  /** The person confirms that it is a different parcel. */
  confirmAll(): void {
    for (const { id } of this.similar) this.#confirmed.add(id);
    this.isAsking = false;
  }

  /** The form starts over. */
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
    const filled = [...this.#form.texts].filter(([, text]) => text.trim() !== '').map(([path]) => path);
    return filled.some((path) => path.endsWith('ShipToAddress.Contact')) && filled.some((path) => isGoods.test(path));
  }

  async #query(): Promise<readonly SimilarEntry[]> {
    const text = this.#bodyText;
    if (text === this.#checkedBody) return this.similar;
    const { endpoint, body } = this.#form;
    const answer = this.#isParcel ? await ask('entries.similar', { request: { endpoint, body } }) : null;
    const found = answer?.ok ? answer.value.entries : [];
    // the open question keeps its entries until it is answered
    if (text === this.#bodyText && !this.isAsking) {
      this.#checkedBody = text;
      this.similar = found;
    }
    return found;
  }
}

async function timeOut(): Promise<null> {
  for (let left = maxWait.steps; left > 0; left -= 1) await new Promise((done) => setTimeout(done, maxWait.ms));
  return null;
}

const reportLate = ({ key }: SimilarEntry): void => toasts.show(() => t().similar.late({ key }), 'ask');
