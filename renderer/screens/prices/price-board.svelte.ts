import type { PriceAnswer, PriceRequest, PricedService } from '../../../shared/contract/lookup-answers.ts';
import { sizes } from '../../../shared/creates/form/form-fields.ts';
import { compareDecimals, readDecimal, type CurrencyTotal } from '../../../shared/text/exact-decimal.ts';
import type { FormFields } from '../../forms/form-fields.ts';
import type { DeferSettle } from '../../forms/order-form.svelte.ts';
import { ScreenForm } from '../../forms/screen-form.svelte.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** Form of the request to endpoint 14. */
export const inboundPriceFields: FormFields = {
  endpoint: 14,
  first: [
    { name: 'destination', fields: ['WarehouseId', 'LocationId'] },
    { name: 'services', fields: ['ServiceCode', 'IsCustomsClearance', 'IsBorrowTaxNo', 'IncludeUnsuccessful'] },
  ],
  choices: [],
  lists: [
    {
      name: 'boxes',
      list: 'Boxes',
      columns: ['Quantity', 'Weight', ...sizes],
      more: [],
      pieces: 'Quantity',
      weight: 'Weight',
      each: true,
    },
  ],
  folded: [],
  foldedLists: [],
};

/** Form of the request to endpoint 17. */
export const outboundPriceFields: FormFields = {
  endpoint: 17,
  first: [
    { name: 'parcel', fields: ['Weight', ...sizes] },
    { name: 'route', fields: ['WarehouseId', 'Country', 'Postcode', 'City', 'Province', 'Address'] },
    { name: 'services', fields: ['ServiceCode', 'IncludeUnsuccessful'] },
  ],
  choices: [],
  lists: [],
  folded: [],
  foldedLists: [],
};

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

export const priceSortOrders = ['byPrice', 'byTime'] as const;
export type PriceSortOrder = (typeof priceSortOrders)[number];

/** The price calculator: both requests, and how their answers are shown. */
class PriceBoard {
  endpoint = $state<PriceEndpoint>(17);
  sortOrder = $state<PriceSortOrder>('byPrice');
  readonly questions = { 14: new PriceRequestForm(14), 17: new PriceRequestForm(17) };

  get question(): PriceRequestForm {
    return this.questions[this.endpoint];
  }

  switchEndpoint(): void {
    this.endpoint = this.endpoint === 17 ? 14 : 17;
  }

  switchSortOrder(): void {
    this.sortOrder = this.sortOrder === 'byPrice' ? 'byTime' : 'byPrice';
  }

  /** Fills in the pricing request derived from an entry or form, and sends it if nothing is missing. */
  async price({ endpoint, body }: PriceRequest, from: string): Promise<void> {
    this.endpoint = endpoint;
    const question = this.questions[endpoint];
    await question.load();
    question.fill(body, from);
    question.ask();
  }
}

export const priceBoard = new PriceBoard();

/** Price of a service: its stated total, otherwise its summary, otherwise the sum of its charges. */
export function priceOf({ TotalCharge, summary, detailTotals }: PricedService): readonly CurrencyTotal[] {
  if (TotalCharge) return [TotalCharge];
  return summary.length > 0 ? summary : detailTotals;
}

/** Currencies in which the service's summary differs from the sum of its charges; incomplete charges prove nothing. */
export function differingTotals({ summary, detail, detailTotals, unread }: PricedService): CurrencyTotal[] {
  if (detail.length === 0 || summary.length === 0 || unread > 0) return [];
  return detailTotals.filter(({ Currency, Amount }) => {
    const stated = summary.find((total) => total.Currency === Currency);
    const [one, other] = [readDecimal(stated?.Amount), readDecimal(Amount)];
    return !one || !other || compareDecimals(one, other) !== 0;
  });
}

/** Requests prices for an entry of this desk. */
export async function priceEntry(id: string): Promise<void> {
  const entry = await ask('entries.get', { id });
  const request = await ask('prices.fromEntry', { id });
  if (!request.ok) toasts.show(() => sayProblem(request.problem), 'no');
  else await priceBoard.price(request.value, entry.ok ? entry.value.key : id);
}

/** Requests prices for an open form, saved or not, and shows them. `key` may still be empty. */
export async function priceForm(endpoint: number, body: Record<string, unknown>, key: string): Promise<void> {
  const request = await ask('prices.fromBody', { endpoint, body });
  if (!request.ok) {
    toasts.show(() => sayProblem(request.problem), 'no');
    return;
  }
  await priceBoard.price(request.value, key === '' ? t().prices.openForm : key);
  route.go('prices');
}
