import type { PriceAnswer } from '../../../shared/contract/price-answers.ts';
import type { FormFields } from '../../forms/form-fields.ts';
import { GridPlace } from '../../forms/grid-place.svelte.ts';
import { inboundPriceFields, outboundPriceFields } from './price-fields.ts';
import { FormKeeper } from '../../forms/kept-form.ts';
import { OrderForm } from '../../forms/order-form.svelte.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask } from '../../transport/desk.ts';

export type PriceEndpoint = 14 | 17;

const procedures = { 14: 'prices.inbound', 17: 'prices.outbound' } as const;
const fieldsOf: Record<PriceEndpoint, FormFields> = { 14: inboundPriceFields, 17: outboundPriceFields };
const readMs = 80;
const keepMs = 250;

/** A question for prices as it is typed, and the answer to what was asked last. It outlives the screen. */
export class PriceQuestion {
  readonly endpoint: PriceEndpoint;
  readonly fields: FormFields;
  readonly form: OrderForm;
  readonly place: GridPlace;
  readonly lookup = new Lookup<PriceAnswer>();
  /** key of the entry it was filled from */
  from = $state<string | null>(null);
  readonly #keeper: FormKeeper;
  #asked = $state('');
  #begun = '';
  #ready = false;
  #loaded: Promise<void> | null = null;

  constructor(endpoint: PriceEndpoint) {
    this.endpoint = endpoint;
    this.fields = fieldsOf[endpoint];
    this.form = new OrderForm(endpoint, (settle) => soon(() => Promise.resolve(settle()), readMs));
    this.place = new GridPlace(this.fields, this.form);
    this.#keeper = new FormKeeper(`prices/${endpoint}`);
  }

  /** The form has changed since it was asked: the answer is about something else. */
  get changed(): boolean {
    return this.lookup.answer !== null && JSON.stringify(this.form.body) !== this.#asked;
  }

  get firstPath(): string {
    return this.fields.first[0]?.fields[0] ?? '';
  }

  /** Brings back, once, what was typed before. */
  async load(): Promise<void> {
    this.#loaded ??= this.#recall();
    await this.#loaded;
    // who comes back to a question in which nobody typed has gone past no field of it
    if (JSON.stringify([...this.form.texts]) === this.#begun) this.form.forgetLeft();
  }

  async #recall(): Promise<void> {
    this.form.start({ IncludeUnsuccessful: true });
    this.#begun = JSON.stringify([...this.form.texts]);
    const empty = JSON.stringify(this.form.keep());
    const kept = await this.#keeper.recall();
    // a desk that answers late does not undo what was typed or filled in meanwhile
    if (kept && this.from === null && JSON.stringify(this.form.keep()) === empty) this.form.restore(kept);
    this.#ready = true;
  }

  /** Keeps what is typed, soon; called when the form was read. */
  readonly keepSoon = soon(() => Promise.resolve(this.keep()), keepMs);

  keep(): void {
    // before it was brought back there is nothing to keep but what was kept
    if (this.#ready) this.#keeper.keep(this.form.keep());
  }

  /** Fills the form with the question an entry gives rise to. */
  fill(body: Record<string, unknown>, from: string): void {
    this.form.start(body);
    this.place.clear();
    this.from = from;
  }

  clear(): void {
    this.form.start({ IncludeUnsuccessful: true });
    this.place.clear();
    this.from = null;
  }

  /** Asks what stands in the form; false where it is not right yet. */
  ask(): boolean {
    this.form.settle();
    this.form.tried = true;
    if (this.form.issues.size > 0) return false;
    const { body } = this.form;
    this.#asked = JSON.stringify(body);
    this.lookup.ask({
      ask: (mode) => ask(procedures[this.endpoint], { body, mode }),
      isFresh: ({ fresh }) => fresh,
    });
    return true;
  }
}
