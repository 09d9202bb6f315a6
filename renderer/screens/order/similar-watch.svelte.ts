import type { SimilarEntry } from '../../../shared/contract/memory-procedures.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { soon } from '../../state/soon.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** a form is asked about this often while it is typed in */
const restMs = 400;
/** how long a save waits for the answer, when it comes right after the last key: in steps, since a page that was held up for longer than one hears only after it what has come */
const waits = { steps: 4, ms: 20 };

const isGoods = /\.(Sku|DeclareNameE[Nn]|ProductName)$/;

/**
 * Entries that look like the parcel that is typed: the same recipient and goods some hours ago. The desk is asked while one types, so
 * that a save need not wait; who said "save anyway" about an entry is not asked about it again.
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

  /** Entries that a person has not been asked about yet. */
  get open(): readonly SimilarEntry[] {
    return this.found.filter(({ id }) => !this.#meant.has(id));
  }

  /** Called whenever the form was read. */
  readonly refresh = soon(async () => void (await this.#ask()), restMs);

  /**
   * Before a save: whether a person is asked first. Past that wait what was found for the form as it stood a moment ago is asked about;
   * where that is nothing the save goes on, and what would have been asked is said after it.
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

  /** The person says that it is another parcel. */
  saveAnyway(): void {
    for (const { id } of this.found) this.#meant.add(id);
    this.asking = false;
  }

  /** The form begins anew. */
  clear(): void {
    this.#meant.clear();
    this.#foundFor = '';
    this.found = [];
  }

  get #bodyText(): string {
    return JSON.stringify(this.#form.body);
  }

  // a parcel without a recipient or without goods resembles every other
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
    // what a person is asked about stays until they have answered
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
