import type { PriceAnswer } from '../../../shared/contract/price-answers.ts';
import type { FormFields } from '../../forms/form-fields.ts';
import { inboundPriceFields, outboundPriceFields } from './price-fields.ts';
import { ScreenForm } from '../../forms/screen-form.svelte.ts';
import type { DeferSettle } from '../../forms/order-form.svelte.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { throttled } from '../../state/soon.ts';
import { ask } from '../../transport/desk.ts';

export type PriceEndpoint = 14 | 17;

const procedures = { 14: 'prices.inbound', 17: 'prices.outbound' } as const;
const fieldsOf: Record<PriceEndpoint, FormFields> = { 14: inboundPriceFields, 17: outboundPriceFields };
const readMs = 80;

/** A pricing request as typed, and the answer to the last one sent. It outlives the screen. */
export class PriceRequestForm {
  readonly endpoint: PriceEndpoint;
  readonly form: ScreenForm;
  readonly lookup = new Lookup<PriceAnswer>();
  /** key of the entry it was filled from */
  sourceKey = $state<string | null>(null);
  #requestedBody = $state('');
  #initialTexts = '';
  #loaded: Promise<void> | null = null;

  constructor(endpoint: PriceEndpoint) {
    this.endpoint = endpoint;
    const later: DeferSettle = (settle) => throttled(() => Promise.resolve(settle()), readMs);
    this.form = new ScreenForm(fieldsOf[endpoint], `prices/${endpoint}`, later);
  }

  /** The form changed since the last request, so the answer is about something else. */
  get hasChanged(): boolean {
    return this.lookup.answer !== null && JSON.stringify(this.form.body) !== this.#requestedBody;
  }

  get firstPath(): string {
    return this.form.fields.first[0]?.fields[0] ?? '';
  }

  /** Restores unsaved input, once. */
  async load(): Promise<void> {
    this.#loaded ??= this.#recall();
    await this.#loaded;
    // nothing was typed, so on return no field counts as visited
    if (JSON.stringify([...this.form.texts]) === this.#initialTexts) this.form.clearVisited();
  }

  async #recall(): Promise<void> {
    this.form.start({ IncludeUnsuccessful: true });
    this.#initialTexts = JSON.stringify([...this.form.texts]);
    const empty = JSON.stringify(this.form.snapshot());
    const kept = await this.form.autosave.load();
    // a late answer must not overwrite input made meanwhile
    if (kept && this.sourceKey === null && JSON.stringify(this.form.snapshot()) === empty) this.form.restore(kept);
    // input typed while loading has not been stored
    this.form.changedTexts.reset();
    this.form.autosave.start();
  }

  /** Fills the form with the request derived from an entry. */
  fill(body: Record<string, unknown>, from: string): void {
    this.form.start(body);
    this.form.position.clear();
    this.form.autosave.schedule();
    this.sourceKey = from;
  }

  clear(): void {
    this.form.start({ IncludeUnsuccessful: true });
    this.form.position.clear();
    this.form.autosave.schedule();
    this.sourceKey = null;
  }

  /** Sends the request in the form; false if it is not valid yet. */
  ask(): boolean {
    this.form.settle();
    this.form.saveTried = true;
    if (this.form.issues.size > 0) return false;
    const { body } = this.form;
    this.#requestedBody = JSON.stringify(body);
    this.lookup.ask({
      ask: (mode) => ask(procedures[this.endpoint], { body, mode }),
      isFresh: ({ fresh }) => fresh,
    });
    return true;
  }
}
