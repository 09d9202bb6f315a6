import type { SimilarEntry } from '../../../shared/contract/memory-procedures.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { soon } from '../../state/soon.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** minimum interval between queries while the form is edited */
const restMs = 400;
/**
 * how long a save waits for an answer requested right before it: in several timer steps, because a page blocked for
 * longer than one step receives messages only after it
 */
const waits = { steps: 4, ms: 20 };

const isGoods = /\.(Sku|DeclareNameE[Nn]|ProductName)$/;

/**
 * Recent entries with the same recipient and goods as the parcel being typed. The desk is queried during typing, so
 * that a save need not wait; entries confirmed with "save anyway" are not asked about again.
 */
export class SimilarWatch {
  found = $state.raw<readonly SimilarEntry[]>([]);
  /** a save waits for the person's answer */
  asking = $state(false);
  readonly #form: OrderForm;
  readonly #meant = new Set<string>();
  #foundFor = '';

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Similar entries that were not confirmed yet. */
  get open(): readonly SimilarEntry[] {
    return this.found.filter(({ id }) => !this.#meant.has(id));
  }

  /** Called after each read of the form. */
  readonly refresh = soon(async () => void (await this.#ask()), restMs);

  /**
   * Called before a save; true if a person must answer first. If the answer is late, the last known one for a slightly
   * older form is used; if that is empty, the save continues and a late finding is reported after it.
   */
  async asks(): Promise<boolean> {
    this.#form.settle();
    if (this.asking || this.#form.issues.size > 0) return this.asking;
    const meant = new Set(this.#meant);
    const asked = this.#ask().then((found) => found.filter(({ id }) => !meant.has(id)));
    const similar = await Promise.race([asked, waited()]);
    if (similar === null && this.open.length === 0) void asked.then(([first]) => first && sayLate(first));
    this.asking = (similar ?? this.open).length > 0;
    return this.asking;
  }

  /** The person confirms that it is a different parcel. */
  saveAnyway(): void {
    for (const { id } of this.found) this.#meant.add(id);
    this.asking = false;
  }

  /** The form starts over. */
  clear(): void {
    this.#meant.clear();
    this.#foundFor = '';
    this.found = [];
  }

  get #bodyText(): string {
    return JSON.stringify(this.#form.body);
  }

  // without recipient or goods every parcel looks similar
  get #isParcel(): boolean {
    const filled = [...this.#form.texts].filter(([, text]) => text.trim() !== '').map(([path]) => path);
    return filled.some((path) => path.endsWith('ShipToAddress.Contact')) && filled.some((path) => isGoods.test(path));
  }

  async #ask(): Promise<readonly SimilarEntry[]> {
    const text = this.#bodyText;
    if (text === this.#foundFor) return this.found;
    const { endpoint, body } = this.#form;
    const answer = this.#isParcel ? await ask('entries.similar', { request: { endpoint, body } }) : null;
    const found = answer?.ok ? answer.value.entries : [];
    // the open question keeps its entries until it is answered
    if (text === this.#bodyText && !this.asking) {
      this.#foundFor = text;
      this.found = found;
    }
    return found;
  }
}

async function waited(): Promise<null> {
  for (let left = waits.steps; left > 0; left -= 1) await new Promise((done) => setTimeout(done, waits.ms));
  return null;
}

const sayLate = ({ key }: SimilarEntry): void => toasts.say(() => t().similar.late({ key }), 'ask');
